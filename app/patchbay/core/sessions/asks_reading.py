"""What a server asks, read from its own words: bounded, redacted, and doubted."""

import asyncio
import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, urlsplit

from patchbay.core.calls.ask import Question
from patchbay.core.calls.validation import is_deep
from patchbay.core.config.addresses import is_loopback
from patchbay.core.config.secrets import is_secret_name
from patchbay.core.sessions.answer import Origin
from patchbay.core.sessions.redaction import Redactor
from patchbay.core.values import Json, JsonObject, as_object, as_text
from patchbay.relay.regular import open_regular

ELICIT: Final = "elicitation/create"
_LONGEST_MESSAGE = 4_000
_LONGEST_URL = 4_096
_AMBIGUOUS = frozenset(' \\"<>^`{|}')
"""What an address may not hold (RFC 3986, appendix A); parsers differ in what they make of it."""
_LARGEST = 1024 * 1024
"""Bytes of a message with questions; nobody reads a form that needs more."""


class UnaskableError(Exception):
    """A question that is not put to anybody; the text says why, as half a sentence."""


def read_question(params: JsonObject, redactor: Redactor) -> Question:
    """The question that `params` of an `elicitation/create` put.

    Raises:
        UnaskableError: it cannot be shown.
    """
    message = redactor.text(as_text(params.get("message")))
    if len(message) > _LONGEST_MESSAGE:
        message = f"{message[:_LONGEST_MESSAGE].rstrip()}…"
    if params.get("mode") == "url" or ("url" in params and "requestedSchema" not in params):
        return _about_address(message, as_text(params.get("url")).strip())
    if is_deep(asked := as_object(params.get("requestedSchema"))):
        raise UnaskableError("its form is nested too deeply")
    schema = copy.deepcopy(asked)  # what is hidden in it stays in what Traffic holds
    redactor.listed(schema)
    secret = [name for name in as_object(schema.get("properties")) if is_secret_name(name)]
    return Question(message, schema, doubts=tuple(map(_about_secret, secret)))


async def whole(message: JsonObject, origin: Origin) -> JsonObject:
    """A message with all that the slim copy of a large one lacks.

    Raises:
        UnaskableError: it is too large to be read.
    """
    if origin.file is None:
        return message
    if origin.end - origin.start > _LARGEST:
        raise UnaskableError(f"it is larger than {_LARGEST // 1024**2} MB")
    try:
        return as_object(await asyncio.to_thread(_read, origin.file, origin.start, origin.end))
    except (OSError, ValueError, RecursionError) as error:
        raise UnaskableError("it cannot be read") from error


def _about_address(message: str, url: str) -> Question:
    if not url:
        raise UnaskableError("it names no address")
    if len(url) > _LONGEST_URL:
        raise UnaskableError(f"its address has more than {_LONGEST_URL:,} characters")
    if not url.isprintable() or set(url) & _AMBIGUOUS:
        raise UnaskableError("its address holds what no address may, and programs read differently")
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        host, parts = "", urlsplit("")
    if parts.scheme not in ("https", "http") or not host:
        raise UnaskableError("its address is none of the web")
    written = parts.netloc.rpartition("@")[2]
    host_as_written = written[: written.lower().find(host) + len(host)]
    return Question(message, url=url, host=host_as_written, doubts=tuple(_doubts(parts, host)))


def _doubts(parts: SplitResult, host: str) -> Iterator[str]:
    if parts.scheme != "https" and not is_loopback(host):
        yield "It is not encrypted: others on the way can read and change what you do there."
    if "@" in parts.netloc:
        yield f"It leads to {host}, whatever stands before the “@”."
    if not host.isascii() or "xn--" in host:
        yield "The letters of its host may not be what they seem."


def _about_secret(name: str) -> str:
    return f"“{name}” looks like a secret, which no server may ask for in a form."


def _read(path: Path, start: int, end: int) -> Json:
    with open_regular(path) as file:
        file.seek(start)
        return json.loads(file.read(end - start).decode("utf-8", "replace"))
