"""WebSocket: what a server may send, and how a connection ends."""

import asyncio
import json
from pathlib import Path

import pytest
from anyio import EndOfStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse
from typing_extensions import override
from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import Event

from patchbay.core.calls.blocks import Image, StoredBytes
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.remote.websocket_opening import Timing
from patchbay.core.sessions.states import Failed
from patchbay.core.workspace import Workspace
from tests.core.sessions.remote.websocket_line import (
    CAP,
    answer,
    connected,
    definition_of,
    serving,
)
from tests.core.sessions.waiting import LONG, ended, started, until, until_traffic
from tests.remote import RemoteServer


async def test_requests_are_answered_and_stopping_says_goodbye() -> None:
    met: list[ServerConnection] = []

    async def handler(connection: ServerConnection) -> None:
        met.append(connection)
        await answer(connection)

    async with serving(handler) as address:
        tasks = asyncio.all_tasks()
        definition = definition_of(address, headers={"X-Key": "k", "User-Agent": "me"})
        async with connected(definition) as line:
            first, second = await line.ask(1, "a"), await line.ask(2, "b")
        async with asyncio.timeout(LONG):
            await met[0].wait_closed()

        assert [type(first), type(second)] == [JSONRPCResponse, JSONRPCResponse]
        assert (first.id, second.id) == (1, 2)
        assert met[0].request is not None
        assert met[0].request.headers["X-Key"] == "k"
        assert met[0].request.headers["User-Agent"] == "me"
        assert (met[0].subprotocol, met[0].close_code) == ("mcp", 1000)
        assert (line.transport.failure, line.log.lines) == (None, ())
        assert {task for task in asyncio.all_tasks() if task.done() is False} <= tasks


async def test_odd_messages_cost_at_most_the_request_they_answer() -> None:
    async def handler(connection: ServerConnection) -> None:
        async for text in connection:
            asked = json.loads(text)
            good = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": {}})
            match asked["method"]:
                case "binary":
                    await connection.send(good.encode())
                case "batch":
                    await connection.send(f"[5, {good}]")
                case "broken":
                    await connection.send(good[:-1])
                case "fragments":
                    await connection.send([good[:5], "", good[5:]])
                case "no room":
                    await connection.send(good + " " * 100_000)
                case _:
                    await connection.send(b"\xff no JSON")
                    await connection.send(good)

    kinds = ("binary", "batch", "broken", "fragments", "no room", "noise", "binary")
    async with serving(handler) as address, connected(address) as line:
        answers = [await line.ask(number, kind) for number, kind in enumerate(kinds)]

        failed = [each for each in answers if isinstance(each, JSONRPCError)]
        assert [each.id for each in failed] == [2, 4]
        assert "unreadable" in failed[0].error.message
        assert "could not be kept on disk" in failed[1].error.message
        assert line.log.count(Source.NOISE) == 2
        told = [each.text for each in line.log.lines if "binary" in each.text]
        assert told == ["The server sends binary messages; they are read as UTF-8 text."]


async def test_a_message_beyond_the_cap_ends_the_connection_with_words() -> None:
    async def handler(connection: ServerConnection) -> None:
        asked = json.loads(await connection.recv())
        half = "x" * (CAP // 2 + 1)
        await connection.send([half, half] if asked["method"] == "fragments" else half * 2)
        await connection.wait_closed()

    for shape in ("fragments", "one"):
        async with serving(handler) as address, connected(address) as line:
            await line.send(1, shape)
            failure = await line.lost()

        assert failure.title == "The server sent a message that is too large"
        assert failure.cause.startswith("The answer is longer than the 0.25 MB that Patchbay")
        assert failure.evidence == {"close code": "1009"}


ENDINGS = {
    1000: "The server ended the connection",
    1001: "The server went away",
    1002: "The server broke off the connection",
    1003: "The server does not take text messages",
    1007: "The server could not read a message",
    1008: "The server refused to go on",
    1009: "A message was too large for the server",
    1011: "The server stumbled over a fault of its own",
    1012: "The server is restarting",
    1013: "The server has too much to do",
    3000: "The server wants a login",
    4401: "The server wants a login",
    4403: "The server forbids access",
    4711: "The server ended the connection",
}


async def test_every_close_code_has_words_and_leaves_no_request_waiting() -> None:
    async def handler(connection: ServerConnection) -> None:
        code = json.loads(await connection.recv())["id"]
        if code == 1006:
            connection.transport.abort()
        elif code == 1005:
            connection.protocol.send_close()
            connection.send_data()
        else:
            await connection.close(code, "as it is")
        await connection.wait_closed()

    async with serving(handler) as address:
        for code, title in ENDINGS.items():
            async with connected(address) as line:
                await line.send(code, "end")
                failure = await line.lost()
            assert failure.title == title
            assert failure.evidence == {"close code": str(code), "reason": "as it is"}
            assert "It said: as it is." in failure.cause
        for code, word in ((1006, "cut"), (1005, "ended")):
            async with connected(address) as line:
                await line.send(code, "end")
                failure = await line.lost()
                with pytest.raises(EndOfStream):
                    line.reading.receive_nowait()
            assert word in failure.title
            assert failure.evidence == {"close code": str(code)}


async def test_a_server_that_breaks_the_protocol_is_told_so() -> None:
    async def handler(connection: ServerConnection) -> None:
        connection.transport.write(b"\x8f\x00")  # an opcode that does not exist
        await connection.wait_closed()

    async with serving(handler) as address, connected(address) as line:
        failure = await line.lost()

    assert failure.title == "The server broke the WebSocket protocol"
    assert failure.evidence["close code"] == "1002"


async def test_a_silent_server_is_given_up_but_not_while_it_sends_something() -> None:
    said = 8

    async def handler(connection: ServerConnection) -> None:
        connection.transport.pause_reading()  # so that no ping is ever answered
        for number in range(said):
            await connection.send(f"{number}")
            await asyncio.sleep(0.05)
        await connection.wait_closed()

    async with (
        serving(handler) as address,
        connected(address, Timing(ping_every=0.01, pong_within=0.2)) as line,
    ):
        failure = await line.lost()

    assert (failure.title, failure.short) == ("The server stopped answering", "silent")
    assert "0.2 s" in failure.cause
    assert line.log.count(Source.NOISE) == said


class Pinged(ServerConnection):
    """Tells when it was pinged several times."""

    pings = 0
    often = asyncio.Event()

    @override
    def process_event(self, event: Event) -> None:
        super().process_event(event)
        if isinstance(event, Frame) and event.opcode is Opcode.PING:
            self.pings += 1
            if self.pings == 5:
                self.often.set()


async def test_a_server_that_answers_pings_stays_however_long_it_says_nothing() -> None:
    async with (
        serving(answer, create_connection=Pinged) as address,
        connected(address, Timing(ping_every=0.01)) as line,
    ):
        async with asyncio.timeout(LONG):
            await Pinged.often.wait()
        assert not line.transport.closed.is_set()


async def test_stopping_does_not_wait_for_a_server_that_reads_nothing() -> None:
    async def handler(connection: ServerConnection) -> None:
        connection.transport.pause_reading()
        await connection.wait_closed()

    async with serving(handler) as address:
        async with connected(address, Timing(goodbye_within=0.05)) as line:
            request = JSONRPCRequest(jsonrpc="2.0", id=1, method="x" * 8_000_000)
            await line.writing.send(SessionMessage(request))

        assert line.transport.failure is None


async def test_a_server_that_goes_on_to_send_after_the_cap_is_cut_off() -> None:
    async def handler(connection: ServerConnection) -> None:
        connection.transport.write(b"\x81\x7f" + (1 << 40).to_bytes(8))
        while not connection.transport.is_closing():
            connection.transport.write(bytes(65536))
            await asyncio.sleep(0)

    async with (
        serving(handler) as address,
        connected(address, Timing(goodbye_within=0.05)) as line,
    ):
        failure = await line.lost()

    assert failure.short == "too large"


async def test_a_large_picture_is_decoded_to_a_file_and_a_lost_server_ends_its_call_at_once(
    workspace: Workspace, websocket_server: RemoteServer, tmp_path: Path
) -> None:
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"far": {"url": websocket_server.address}}}))
    session = workspace.pool.find(workspace.open(config).path, "far")
    assert session is not None
    await started(session)
    waiting = session.call_tool("wait", {"seconds": 60})
    await until_traffic(session, "tools/call")

    run = await ended(session.call_tool("picture", {"size": 5_000_000}))
    assert run.result is not None
    (picture,) = run.result.blocks
    assert isinstance(picture, Image)
    assert isinstance(picture.payload, StoredBytes)
    assert picture.payload.size == picture.payload.file.stat().st_size == 5_000_000

    websocket_server.stop()
    await ended(waiting)
    assert waiting.error is not None
    assert waiting.error.title == "The connection to the server was cut"
    await until(session, lambda: isinstance(session.state, Failed))
    assert isinstance(session.state, Failed)
    assert session.state.error.title.endswith("was cut during the call wait")
    assert "may have run" in session.state.error.cause
