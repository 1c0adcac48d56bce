"""Addresses of remote servers as people write them, and what they tell."""

import re

from patchbay.core.config.model import Transport
from patchbay.core.values import JsonObject

_ADDRESS = re.compile(r"(?:https?|wss?)://[^\s\"'<>]+", re.IGNORECASE)


def is_address(text: str) -> bool:
    return _ADDRESS.fullmatch(text) is not None


def likely_transport(url: str) -> Transport:
    """What the scheme tells; an address of http may as well be one of SSE."""
    is_socket = url.lower().startswith(("ws:", "wss:"))
    return Transport.WEBSOCKET if is_socket else Transport.HTTP


def remote(url: str, transport: str = "") -> JsonObject:
    """The fields of the server at `url`; its scheme tells the transport that is not given."""
    return {"type": transport or likely_transport(url).value, "url": url}
