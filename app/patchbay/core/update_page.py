"""Reads the one address that tells the newest version; imported when it is first needed."""

import asyncio
import json
import re
import ssl
from urllib.parse import urlsplit

import httpx2

from patchbay.core.config.addresses import is_loopback
from patchbay.core.values import is_object

_PATIENCE = 15.0
_LARGEST = 64 * 1024
_VERSION = re.compile(r"v?(\d{1,6}(?:\.\d{1,6}){0,4}(?:[-.+]?[0-9A-Za-z.]{1,20})?)", re.ASCII)
_HEADERS = {"user-agent": "Patchbay", "accept": "application/json, text/plain"}


class UnreadableError(Exception):
    """The address gives no version; says why."""


async def read_version(address: str) -> str:
    """The version that the page at `address` tells; asks once, and follows no redirect.

    Raises:
        UnreadableError: nobody answers, or not with a version.
    """
    try:
        async with asyncio.timeout(_PATIENCE):
            return _version(await _read(address))
    except TimeoutError:
        raise UnreadableError("Nobody answered in time.") from None
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise UnreadableError(f"{error or type(error).__name__}.") from error


async def _read(address: str) -> bytes:
    near = is_loopback((urlsplit(address).hostname or "").lower())
    context = ssl.create_default_context()
    async with (
        # The way to this computer leads through no proxy.
        httpx2.AsyncClient(headers=_HEADERS, verify=context, trust_env=not near) as client,
        client.stream("GET", address) as answer,
    ):
        if answer.status_code != 200:
            raise UnreadableError(f"The answer was HTTP {answer.status_code}.")
        body = b""
        async for piece in answer.aiter_bytes():
            body += piece
            if len(body) > _LARGEST:
                raise UnreadableError("The answer is far too long.")
        return body


def _version(body: bytes) -> str:
    text = body.decode("utf-8", "replace").strip()
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    if is_object(told):
        text = str(told.get("version", "")).strip()
    if (found := _VERSION.fullmatch(text)) is None:
        raise UnreadableError("The answer holds no version.")
    return found[1]
