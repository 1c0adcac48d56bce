"""Servers of one protocol era refuse the other, as those do that have never heard of it."""

from typing import Any, Literal, TypeAlias

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

Era: TypeAlias = Literal["both", "legacy", "modern"]

_HEADER = b"mcp-protocol-version"


def refusal(identity: int | str | None, era: Era, requested: str) -> dict[str, Any]:
    """What a server of this era says to the first request of the other."""
    if era == "legacy":
        error: dict[str, Any] = {"code": -32600, "message": "Unsupported protocol version"}
    else:
        data = {"supported": list(MODERN_PROTOCOL_VERSIONS), "requested": requested}
        error = {"code": -32022, "message": "Unsupported protocol version", "data": data}
    return {"jsonrpc": "2.0", "id": identity, "error": error}


class OneEra:
    """Refuses the requests of the other era by their header, as a server without it would."""

    def __init__(self, inner: ASGIApp, era: Era) -> None:
        self._inner = inner
        self._era: Era = era

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._era != "both":
            version: bytes = dict(scope["headers"]).get(_HEADER, b"")
            is_modern = bool(version) and version.decode() not in HANDSHAKE_PROTOCOL_VERSIONS
            if is_modern != (self._era == "modern"):
                body = refusal(None, self._era, version.decode())
                await JSONResponse(body, status_code=400)(scope, receive, send)
                return
        await self._inner(scope, receive, send)
