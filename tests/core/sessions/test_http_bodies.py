"""Bodies of remote servers: none may fill the memory, and each ends its own request only."""

import asyncio
import gzip
import json
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse
from typing_extensions import override

from patchbay.core.config.model import Definition, Transport
from patchbay.core.sessions.log import Log
from patchbay.core.sessions.remote.http import HttpTransport
from patchbay.core.sessions.repair import REFUSED
from patchbay.core.sessions.tap import Tap
from patchbay.core.sessions.traffic import Traffic
from tests.core.sessions.waiting import LONG

CAP = 1024 * 1024
Ask = Callable[[int, str], Awaitable[JSONRPCResponse | JSONRPCError]]


class Handler(BaseHTTPRequestHandler):
    """Answers with the body that the method of the request names."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        start = f'{{"jsonrpc":"2.0","id":{request["id"]},"result":{{"a":"'.encode()
        self.send_response(500 if request["method"] == "refusal" else 200)
        self.send_header("content-type", "application/json")
        if request["method"] in {"bomb", "refusal", "small"}:
            self.send_header("content-encoding", "gzip")
        self.end_headers()
        with suppress(OSError):  # the client hangs up
            if request["method"] == "endless":
                self._write_for_ever(start)
            filling = b"x" * (10 if request["method"] == "small" else 64 * CAP)
            self.wfile.write(gzip.compress(start + filling + b'"}}', 1))

    def _write_for_ever(self, start: bytes) -> None:
        self.wfile.write(start)
        while True:
            self.wfile.write(b"x" * 65536)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/mcp"
    server.shutdown()
    server.server_close()
    thread.join(LONG)


@asynccontextmanager
async def connected(address: str) -> AsyncGenerator[tuple[HttpTransport, Ask]]:
    definition = Definition("far", Path("mcp.json"), Transport.HTTP, url=address)
    transport = HttpTransport(definition, CAP, Tap(Traffic(), Log()), Log())
    async with transport as (reading, writing):

        async def ask(number: int, method: str) -> JSONRPCResponse | JSONRPCError:
            request = JSONRPCRequest(jsonrpc="2.0", id=number, method=method)
            await writing.send(SessionMessage(request))
            async with asyncio.timeout(LONG):
                item = await reading.receive()
            assert isinstance(item, SessionMessage)
            assert isinstance(item.message, (JSONRPCResponse, JSONRPCError))
            return item.message

        yield transport, ask


@pytest.mark.parametrize("method", ["endless", "bomb"])
async def test_a_body_beyond_the_cap_fails_its_request_and_the_connection_goes_on(
    address: str, method: str
) -> None:
    async with connected(address) as (transport, ask):
        failed = await ask(1, method)
        fine = await ask(2, "small")

        assert isinstance(failed, JSONRPCError)
        assert failed.error.code == REFUSED
        assert failed.error.message == "The answer is longer than the 1 MB that Patchbay accepts"
        assert isinstance(fine, JSONRPCResponse)
        assert fine.result == {"a": "x" * 10}
        assert not transport.closed.is_set()


async def test_of_a_compressed_refusal_only_the_beginning_is_kept(address: str) -> None:
    async with connected(address) as (transport, ask):
        assert isinstance(await ask(1, "refusal"), JSONRPCError)

        assert transport.refusal is not None
        assert transport.refusal.status == 500
        assert transport.refusal.body.startswith('{"jsonrpc":"2.0","id":1,"result":{"a":"xxx')
        assert len(transport.refusal.body) < 4096
