"""Addresses of remote servers as they are pasted."""

import re

from patchbay.core.values import JsonObject

_ADDRESS = re.compile(r"(?:https?|wss?)://[^\s\"'<>]+", re.IGNORECASE)


def is_address(text: str) -> bool:
    return _ADDRESS.fullmatch(text) is not None


def remote(url: str, transport: str = "") -> JsonObject:
    """The fields of the server at `url`; its scheme tells the transport that is not given."""
    by_scheme = "websocket" if url.lower().startswith("ws") else "http"
    return {"type": transport or by_scheme, "url": url}
