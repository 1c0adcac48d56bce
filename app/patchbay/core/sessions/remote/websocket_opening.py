"""Open a WebSocket to a server the way its entry asks for."""

import asyncio
import logging
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from ssl import SSLContext, SSLError
from typing import Final, TypedDict

import httpx2
from typing_extensions import override
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from patchbay import __version__
from patchbay.core.config.addresses import is_encrypted
from patchbay.core.config.model import Definition
from patchbay.core.errors import AppError, Family
from patchbay.core.remedies import EDIT_HEADERS
from patchbay.core.sessions.remote.proxies import proxy_for
from patchbay.core.sessions.remote.tls import tls_context
from patchbay.core.sessions.remote.websocket_socket import Socket

MCP: Final = Subprotocol("mcp")
_NAME = re.compile(r"[-!#$%&'*+.^_`|~0-9a-zA-Z]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_LOGGER = logging.getLogger("patchbay.websocket")
_LOGGER.setLevel(logging.CRITICAL)  # it would print headers, which hold tokens


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds: how often to ask for a sign of life, how long to wait for it, and for a goodbye."""

    ping_every: float = 20.0
    pong_within: float = 20.0
    goodbye_within: float = 3.0


USUAL: Final = Timing()


class _Tls(TypedDict, total=False):
    """Where TLS is wanted: the library takes none for the other cases, not even `None`."""

    ssl: SSLContext
    proxy_ssl: SSLContext


class _Connect(connect):
    """Follows no redirect: the library would send every header but two along to another host."""

    @override
    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


async def open_socket(definition: Definition, message_cap: int, timing: Timing) -> Socket:
    """Connect and shake hands.

    Raises:
        AppError: TLS, proxy or headers cannot be used as the entry asks.
        WebSocketException: no WebSocket came about at this address.
        httpx2.ConnectError: the address cannot be reached, or its certificate is not trusted.
        TimeoutError: it took longer than the entry's `connect_timeout`.
    """
    proxy = proxy_for(definition, os.environ)
    opening = _Connect(
        definition.url,
        subprotocols=[MCP],
        compression=None,  # of many megabytes it would keep the window waiting
        additional_headers=_checked(definition.headers),
        user_agent_header=f"patchbay/{__version__}",
        proxy=proxy,
        open_timeout=definition.connect_timeout,
        ping_interval=None,  # the transport pings: a pong may wait behind a large message
        close_timeout=timing.goodbye_within,
        max_size=message_cap,
        logger=_LOGGER,
        create_connection=Socket,
        **await _tls(definition, proxy or ""),
    )
    try:
        socket = await opening
    except TimeoutError:
        raise
    except OSError as error:
        raise _unreached(definition, error) from error
    if not isinstance(socket, Socket):  # never: it is what `create_connection` makes
        raise WebSocketException("an unknown kind of connection")
    return socket


async def _tls(definition: Definition, proxy: str) -> _Tls:
    """A proxy that is reached encrypted is checked like a server."""
    found = _Tls()
    if is_encrypted(definition.url):
        found["ssl"] = await asyncio.to_thread(tls_context, definition)
    if is_encrypted(proxy):
        found["proxy_ssl"] = await asyncio.to_thread(tls_context, definition)
    return found


def _unreached(definition: Definition, error: OSError) -> httpx2.ConnectError:
    """The same failure as an HTTP client tells it: it knows the address, and there are words."""
    several = error.errno is None and not isinstance(error, SSLError)
    words = "All connection attempts failed" if several else str(error)
    return httpx2.ConnectError(words, request=httpx2.Request("GET", definition.url))


def _checked(headers: Mapping[str, str]) -> dict[str, str]:
    """The library's own complaint would repeat the value."""
    for name, value in headers.items():
        if not (_NAME.fullmatch(name) and _VALUE.fullmatch(value)):
            raise AppError(
                Family.CONFIGURATION,
                f"The header {name} cannot be sent",
                cause="It holds a character that HTTP does not allow, such as a line break.",
                hint="Correct it; it may have come along when a token was pasted.",
                remedies=(EDIT_HEADERS,),
            )
    return dict(headers)
