"""MCP over WebSocket for the servers of the SDK, which has no such transport of its own."""

import json
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.mcpserver import MCPServer
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest, jsonrpc_message_adapter
from starlette.websockets import WebSocket, WebSocketDisconnect

from tests.servers.eras import Era, refusal


class WebSocketEndpoint:
    """One connection is one session: a JSON-RPC message in every text frame, subprotocol `mcp`."""

    def __init__(self, server: MCPServer, era: Era) -> None:
        # Nothing public of the SDK's server takes streams.
        self._server = server._lowlevel_server  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        self._era: Era = era

    async def serve(self, connection: WebSocket) -> None:
        offered: Sequence[str] = connection.scope["subprotocols"]
        if "mcp" not in offered:
            await connection.close(1002)
            return
        await connection.accept("mcp")
        incoming, read_side = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        write_side, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
        async with AsyncExitStack() as stack:
            for stream in (incoming, read_side, write_side, outgoing):
                await stack.enter_async_context(stream)
            tasks = await stack.enter_async_context(anyio.create_task_group())
            tasks.start_soon(self._read, connection, incoming)
            tasks.start_soon(self._write, connection, outgoing)
            options = self._server.create_initialization_options()
            await self._server.run(read_side, write_side, options)
            tasks.cancel_scope.cancel()

    async def _read(
        self,
        connection: WebSocket,
        incoming: MemoryObjectSendStream[SessionMessage | Exception],
    ) -> None:
        async with incoming:
            with suppress(WebSocketDisconnect):
                while True:
                    message = jsonrpc_message_adapter.validate_json(await connection.receive_text())
                    if isinstance(message, JSONRPCRequest) and self._is_foreign(message.method):
                        refused = refusal(message.id, self._era, "")
                        await connection.send_text(json.dumps(refused))
                    else:
                        await incoming.send(SessionMessage(message))

    def _is_foreign(self, method: str) -> bool:
        return method == {"legacy": "server/discover", "modern": "initialize"}.get(self._era)

    async def _write(
        self,
        connection: WebSocket,
        outgoing: MemoryObjectReceiveStream[SessionMessage],
    ) -> None:
        async for item in outgoing:
            text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
            with suppress(WebSocketDisconnect):
                await connection.send_text(text)
