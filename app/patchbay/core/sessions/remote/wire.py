"""The SDK's own transports to a server at an address, with a client of ours."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TypeAlias

import httpx2
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import McpHttpClientFactory
from mcp.shared._stream_protocols import (  # the SDK names the types of its streams nowhere else
    ReadStream,
    WriteStream,
)
from mcp.shared.message import SessionMessage

from patchbay.core.config.model import Definition, Transport

_Streams: TypeAlias = tuple[ReadStream[SessionMessage | Exception], WriteStream[SessionMessage]]


@asynccontextmanager
async def wire(definition: Definition, client: httpx2.AsyncClient) -> AsyncGenerator[_Streams]:
    """The SDK's pair of streams; `client` is entered and left with it."""
    if definition.transport is Transport.SSE:
        # It enters and leaves the client itself, and has its times from it.
        async with sse_client(definition.url, httpx_client_factory=_always(client)) as pair:
            yield pair
        return
    async with (
        client,
        streamable_http_client(
            definition.url,
            http_client=client,
            terminate_on_close=definition.terminate_on_close,
        ) as pair,
    ):
        yield pair


def _always(client: httpx2.AsyncClient) -> McpHttpClientFactory:
    def make(
        headers: dict[str, str] | None = None,
        timeout: httpx2.Timeout | None = None,
        auth: httpx2.Auth | None = None,
    ) -> httpx2.AsyncClient:
        return client

    return make
