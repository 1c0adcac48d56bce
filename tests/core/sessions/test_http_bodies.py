"""Bodies of remote servers: large ones arrive, odd ones too, none fills the memory."""

import asyncio
import base64
import gzip
import json
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse
from typing_extensions import override

from patchbay.core.calls.blocks import Image, StoredBytes
from patchbay.core.config.model import Definition, Transport
from patchbay.core.errors import Family
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.launch import Limits
from patchbay.core.sessions.log import Log
from patchbay.core.sessions.remote.http import HttpTransport
from patchbay.core.sessions.remote.intake import Intake
from patchbay.core.sessions.repair import REFUSED
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.spawner import Spawner
from patchbay.core.sessions.tap import Tap
from patchbay.core.sessions.traffic import Traffic
from patchbay.core.workspace import Workspace
from tests.core.sessions.waiting import LONG, ended, started, text
from tests.remote import StartWeb
from tests.servers.web import WebServer

CAP = 1024 * 1024
GOOD = {"content": [{"type": "text", "text": "fine"}]}
Ask = Callable[[int, str], Awaitable[JSONRPCResponse | JSONRPCError]]


class Handler(BaseHTTPRequestHandler):
    """Answers with the body that the method of the request names."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        method: str = request["method"]
        is_event = "event" in method
        start = f'{{"jsonrpc":"2.0","id":{request["id"]},"result":{{"a":"'.encode()
        self.send_response(500 if method == "refusal" else 200)
        self.send_header("content-type", "text/event-stream" if is_event else "application/json")
        if "endless" not in method:
            self.send_header("content-encoding", "gzip")
        self.end_headers()
        start = b"id: 1\ndata: " * is_event + start
        with suppress(OSError):  # the client hangs up
            if "endless" in method:
                self._write_for_ever(start)
            filling = b"x" * (10 if "small" in method else 8 * CAP)
            self.wfile.write(gzip.compress(start + filling + b'"}}' + b"\n\n" * is_event, 1))

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
async def connected(address: str, folder: Path) -> AsyncGenerator[tuple[HttpTransport, Tap, Ask]]:
    definition = Definition("far", Path("mcp.json"), Transport.HTTP, url=address)
    spawner = Spawner()
    intake = Intake(folder / "spool", Decoder(spawner), Limits(message_cap=CAP))
    tap = Tap(Traffic(), Log())
    transport = HttpTransport(definition, intake, tap, Log())
    async with transport as (reading, writing):

        async def ask(number: int, method: str) -> JSONRPCResponse | JSONRPCError:
            request = JSONRPCRequest(jsonrpc="2.0", id=number, method=method)
            await writing.send(SessionMessage(request))
            async with asyncio.timeout(LONG):
                item = await reading.receive()
            assert isinstance(item, SessionMessage)
            assert isinstance(item.message, (JSONRPCResponse, JSONRPCError))
            return item.message

        yield transport, tap, ask
    spawner.close()


async def test_a_body_beyond_the_cap_fails_its_request_and_the_connection_goes_on(
    address: str, tmp_path: Path
) -> None:
    async with connected(address, tmp_path) as (transport, tap, ask):
        for number, method in enumerate(("endless", "bomb", "endless event", "bomb event")):
            failed = await ask(2 * number, method)
            fine = await ask(2 * number + 1, "small event" if number % 2 else "small")

            assert isinstance(failed, JSONRPCError)
            assert failed.error.code == REFUSED
            assert failed.error.message == (
                "The answer is longer than the 1 MB that Patchbay accepts "
                "(“Largest message” in the settings)"
            )
            assert isinstance(fine, JSONRPCResponse)
            answer = tap.take(fine.result["_meta"])
            assert answer is not None
            assert answer.result == {"a": "x" * 10}
            assert not transport.closed.is_set()


async def test_of_a_compressed_refusal_only_the_beginning_is_kept(
    address: str, tmp_path: Path
) -> None:
    async with connected(address, tmp_path) as (transport, _, ask):
        assert isinstance(await ask(1, "refusal"), JSONRPCError)

        assert transport.refusal is not None
        assert transport.refusal.status == 500
        assert transport.refusal.body.startswith('{"jsonrpc":"2.0","id":1,"result":{"a":"xxx')
        assert len(transport.refusal.body) < 4096


@pytest.fixture
def server(web: StartWeb) -> WebServer:
    return web()


@pytest.fixture
async def session(workspace: Workspace, server: WebServer, tmp_path: Path) -> Session:
    return await at(workspace, tmp_path / "mcp.json", url=server.address, protocol="legacy")


async def at(workspace: Workspace, config: Path, **entry: str) -> Session:
    config.write_text(json.dumps({"mcpServers": {"far": entry}}))
    file = workspace.open(config)
    found = workspace.pool.find(file.path, "far")
    assert found is not None
    return await started(found)


def json_body(body: str) -> dict[str, Any]:
    return {"body": body, "type": "application/json"}


async def test_large_messages_arrive_and_their_pictures_lie_in_files(
    session: Session, server: WebServer
) -> None:
    picture = bytes(range(256)) * 48 * 1024
    image = {
        "type": "image",
        "mimeType": "image/png",
        "data": base64.b64encode(picture).decode(),
    }
    server.answer("tools/call", {"result": {"content": [image]}}, {"as": "sse", "pad": 5_000_000})

    shown = (await ended(session.call_tool("echo", {"text": ""}))).result
    told = (await ended(session.call_tool("echo", {"text": ""}))).result

    assert shown is not None
    assert isinstance(block := shown.blocks[0], Image)
    assert isinstance(block.payload, StoredBytes)
    assert block.payload.read() == picture
    assert told is not None
    assert told.raw_file is not None
    assert 5_000_000 < told.raw_file.size < 5_000_200
    exchange = session.traffic.exchanges[-1]
    assert exchange.response_size == told.raw_file.size
    assert len(exchange.response) < 64 * 1024


async def test_large_and_odd_answers_arrive_over_the_older_sse(
    workspace: Workspace, server: WebServer, tmp_path: Path
) -> None:
    session = await at(workspace, tmp_path / "mcp.json", url=server.sse_address, type="sse")
    bare = '{"result":' + json.dumps(GOOD) + ',"id":%ID%}'
    server.answer("tools/call", {"result": {}, "pad": 3_000_000}, {"body": bare})

    large = (await ended(session.call_tool("echo", {}))).result

    assert large is not None
    assert large.raw_file is not None
    assert large.raw_file.size > 3_000_000
    assert text(await ended(session.call_tool("echo", {}))) == "fine"


async def test_an_odd_answer_is_understood_and_traffic_shows_it_as_it_came(
    session: Session, server: WebServer
) -> None:
    good = json.dumps(GOOD)
    odd = [
        '{"jsonrpc":"2.0","id":"no%ID%","extra":[1.0],"result":' + good + "}",
        '{"id":null,"result":' + good + ' ,"error":null}',
        '[{"jsonrpc":"2.0","id":%ID%.0,"result":' + good + "}]",
        '{"result":{"half":"\\ud800",' + good[1:] + "}",
    ]
    events = [[f"data: {each}\n\n"] for each in odd]
    event_answers = [{"events": each, "then": "stay"} for each in events]
    server.answer("tools/call", *map(json_body, odd), *event_answers)

    for each in odd * 2:
        assert text(await ended(session.call_tool("echo", {}))) == "fine"
        exchange = session.traffic.exchanges[-1]
        assert exchange.response == each.replace("%ID%", str(exchange.request_id))


async def test_an_answer_nobody_can_read_fails_its_call_at_once_and_says_why(
    session: Session, server: WebServer
) -> None:
    bad = {
        "": "it is empty",
        '{"jsonrpc":"2.0","id":%ID%,"result":': "no valid JSON",
        '{"result":' + "[" * 3000 + "]" * 3000 + "}": "nested too deeply",
        "5": "no JSON-RPC message",
        '{"id":%ID%}': "neither a result nor an error",
        '{"id":%ID%,"error":"own words"}': "own words",
        "x" * 100_000: "no valid JSON",
    }
    server.answer("tools/call", *map(json_body, bad), {**json_body(json.dumps(GOOD)), "cut": 9}, {})

    for body, words in bad.items():
        run = await ended(session.call_tool("echo", {}))
        assert run.error is not None
        assert words in run.error.cause, body[:50]
    broken_off = await ended(session.call_tool("echo", {}))
    assert broken_off.error is not None
    assert broken_off.error.family is Family.CONNECTION
    assert text(await ended(session.call_tool("echo", {"text": "fine"}))) == "fine"
