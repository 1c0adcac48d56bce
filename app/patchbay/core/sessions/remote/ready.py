"""Large requests of ours that are encoded once: the SDK gets the bytes that go out."""

from typing import Any

from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest
from pydantic import PrivateAttr
from typing_extensions import override

LARGE = 1024 * 1024
"""Bytes of a message above which the window would stand still while they are handled again."""


class ReadyBody(dict[str, Any]):
    """Stands where the SDK expects the object that it would encode."""

    def __init__(self, body: bytes) -> None:
        super().__init__()
        self.body = body


class _ReadyRequest(JSONRPCRequest):
    """A request without its params: the SDK dumps it, encodes that, and puts it into its log."""

    _body: bytes = PrivateAttr(b"")

    def bear(self, body: bytes) -> None:
        self._body = body

    @override
    def model_dump(self, **_: Any) -> ReadyBody:
        return ReadyBody(self._body)


def ready(item: SessionMessage, body: bytes) -> SessionMessage:
    """The same message to hand to the SDK, if it is a large one that goes out as `body`."""
    asked = item.message
    if len(body) <= LARGE or not isinstance(asked, JSONRPCRequest):
        return item
    request = _ReadyRequest(jsonrpc="2.0", id=asked.id, method=asked.method)
    request.bear(body)
    return SessionMessage(request, item.metadata)
