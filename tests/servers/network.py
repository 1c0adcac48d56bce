"""Serve an MCP server of the SDK at an address: streamable HTTP, SSE alone, or WebSocket.

Works in a thread of the tests (`Listener`) and as a program (`main`), always on 127.0.0.1.
"""

import asyncio
import socket
import ssl
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import uvicorn
from mcp.server.mcpserver import MCPServer
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from typing_extensions import override

from tests.servers.eras import Era, OneEra
from tests.servers.websocket import WebSocketEndpoint

Kind: TypeAlias = Literal["http", "sse", "websocket"]

KINDS: tuple[Kind, ...] = ("http", "sse", "websocket")
PATHS: dict[Kind, str] = {"http": "/mcp", "sse": "/sse", "websocket": "/mcp"}
_ANY_HOST = "far.test"
"""Told that it is not of this computer alone, the SDK takes the names a proxy leads here by."""
_LEAVING = 0.5
"""Seconds that the handlers of cut connections may take to end."""
_TOO_MANY = 64 * 1024 * 1024
"""Bytes of one WebSocket message; no test sends more."""


@dataclass(frozen=True)
class Tls:
    """The files of a server that speaks TLS; with `client_ca` it wants a certificate back."""

    certificate: Path
    key: Path
    client_ca: Path | None = None

    def context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.key)
        if self.client_ca is not None:
            context.load_verify_locations(self.client_ca)
            context.verify_mode = ssl.CERT_REQUIRED
        return context


def application(server: MCPServer, kind: Kind, era: Era = "both") -> ASGIApp:
    """The web application of one kind; the other era is refused (not by SSE, which has one)."""
    match kind:
        case "http":
            return OneEra(server.streamable_http_app(host=_ANY_HOST), era)
        case "sse":
            return server.sse_app(host=_ANY_HOST)
        case "websocket":
            endpoint = WebSocketEndpoint(server, era)
            return Starlette(routes=[WebSocketRoute(PATHS[kind], endpoint.serve)])


class Listener:
    """Serves in a thread from `start` to `stop`, which cuts every connection at once.

    After `stop` it can be started again, at the same port, and knows no session from before. Its
    thread ends within a second after: that long the SDK tries to answer a call that was cut.
    """

    def __init__(self, build: Callable[[], ASGIApp], tls: Tls | None = None) -> None:
        self._build, self._tls = build, tls
        self._serving: _Serving | None = None
        self.port = 0

    def start(self) -> None:
        listening = bound(self.port)
        self.port = listening.getsockname()[1]
        self._serving = _Serving(settings(self._build(), self._tls), listening)
        self._serving.start()

    def stop(self) -> None:
        if self._serving is not None:
            self._serving.stop()
            self._serving = None


class _Serving(threading.Thread):
    """One stretch of serving, from a start to a stop."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket) -> None:
        super().__init__()
        self._server, self._listening = uvicorn.Server(config), listening
        self._loop = asyncio.new_event_loop()
        self._stopping, self._stopped = asyncio.Event(), threading.Event()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._stopped.wait()

    @override
    def run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            try:
                runner.run(self._serve())
            finally:
                self._stopped.set()

    async def _serve(self) -> None:
        serving = asyncio.create_task(self._server.serve([self._listening]))
        await self._stopping.wait()
        for each in getattr(self._server, "servers", ()):
            each.close()
        self._listening.close()
        state = self._server.server_state
        for connection in list(state.connections):
            connection.transport.abort()
        if state.tasks:
            # Each notices the loss and closes its streams; cancelled, the SDK forgets some.
            await asyncio.wait(set(state.tasks), timeout=_LEAVING)
        serving.cancel()
        await asyncio.wait([serving])


def bound(port: int) -> socket.socket:
    """A socket that listens from now on; port 0 is any free one."""
    # With its protocol named, asyncio sends at once; an answer in two parts takes 40 ms otherwise.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(64)
    return listening


def settings(application: ASGIApp, tls: Tls | None) -> uvicorn.Config:
    def context(*_: object) -> ssl.SSLContext:
        assert tls is not None
        return tls.context()

    return uvicorn.Config(
        application,
        log_config=None,
        log_level="critical",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=_TOO_MANY,
        ssl_context_factory=None if tls is None else context,
    )


def main(server: MCPServer, arguments: Sequence[str]) -> None:
    """`--http | --sse | --websocket PORT [--tls CERTFILE KEYFILE] [--legacy | --modern]`.

    The port is told as a line of its own on stdout, as soon as it is listened on.
    """
    options = list(arguments)
    kind: Kind = next(each for each in KINDS if f"--{each}" in options)
    era: Era = "both"
    if "--legacy" in options or "--modern" in options:
        era = "legacy" if "--legacy" in options else "modern"
    tls = None
    if "--tls" in options:
        place = options.index("--tls")
        tls = Tls(Path(options[place + 1]), Path(options[place + 2]))
    listening = bound(int(options[options.index(f"--{kind}") + 1]))
    print(listening.getsockname()[1], flush=True)
    config = settings(application(server, kind, era), tls)
    asyncio.run(uvicorn.Server(config).serve([listening]))
