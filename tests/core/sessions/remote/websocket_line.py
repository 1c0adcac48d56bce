"""One transport over WebSocket, real servers for it, and what the SDK would do with it."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import pytest
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from patchbay.core.config.model import Definition, Transport
from patchbay.core.errors import AppError
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.explain import explain
from patchbay.core.sessions.launch import Limits
from patchbay.core.sessions.log import Log
from patchbay.core.sessions.remote.intake import Intake
from patchbay.core.sessions.remote.websocket import WebSocketTransport
from patchbay.core.sessions.remote.websocket_opening import USUAL, Timing
from patchbay.core.sessions.spawner import Spawner
from patchbay.core.sessions.tap import Tap
from patchbay.core.sessions.traffic import Traffic
from tests.core.sessions.waiting import LONG

CAP = 256 * 1024
MCP = [Subprotocol("mcp")]
Handler = Callable[[ServerConnection], Awaitable[None]]


@dataclass
class Line:
    """One transport, and what the SDK would do with it."""

    transport: WebSocketTransport
    log: Log
    reading: MemoryObjectReceiveStream[Any] = field(init=False)
    writing: MemoryObjectSendStream[SessionMessage] = field(init=False)

    async def send(self, number: int, method: str) -> None:
        request = JSONRPCRequest(jsonrpc="2.0", id=number, method=method)
        await self.writing.send(SessionMessage(request))

    async def ask(self, number: int, method: str) -> JSONRPCResponse | JSONRPCError:
        await self.send(number, method)
        async with asyncio.timeout(LONG):
            item = await self.reading.receive()
        assert isinstance(item, SessionMessage)
        assert isinstance(item.message, (JSONRPCResponse, JSONRPCError))
        return item.message

    async def lost(self) -> AppError:
        async with asyncio.timeout(LONG):
            await self.transport.closed.wait()
        assert self.transport.failure is not None
        return self.transport.failure


def definition_of(address: str, **more: Any) -> Definition:
    return Definition("far", Path("mcp.json"), Transport.WEBSOCKET, url=address, **more)


@asynccontextmanager
async def connected(definition: Definition | str, timing: Timing = USUAL) -> AsyncGenerator[Line]:
    if isinstance(definition, str):
        definition = definition_of(definition)
    spawner, log = Spawner(), Log()
    with TemporaryDirectory() as folder:  # gone before anything is put there: there is no room
        intake = Intake(Path(folder), Decoder(spawner), Limits(message_cap=CAP))
    transport = WebSocketTransport(definition, intake, Tap(Traffic(), log), log, timing)
    line = Line(transport, log)
    async with transport as (line.reading, line.writing):
        yield line


async def refused(definition: Definition | str) -> AppError:
    """What a person reads of an attempt that must fail."""
    with pytest.raises((AppError, httpx2.ConnectError)) as caught:
        async with connected(definition):
            pytest.fail("connected")
    return explain(caught.value)


@asynccontextmanager
async def serving(handler: Handler, **options: Any) -> AsyncGenerator[str]:
    options = {"subprotocols": MCP, "close_timeout": 0.1, **options}
    async with serve(handler, "127.0.0.1", 0, **options) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}/mcp"


async def answer(connection: ServerConnection) -> None:
    """Well-behaved: the result tells the method."""
    async for text in connection:
        asked = json.loads(text)
        result = {"method": asked["method"]}
        await connection.send(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}))
