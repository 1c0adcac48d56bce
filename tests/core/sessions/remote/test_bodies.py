"""What the SDK reads of a remote server's bodies, and what it stands for."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCResponse, jsonrpc_message_adapter
from typing_extensions import override

from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.launch import Limits
from patchbay.core.sessions.relay_events import Message
from patchbay.core.sessions.remote.bodies import Arrived, Bodies
from patchbay.core.sessions.remote.event_stream import Data, EventSplitter, Field, Piece
from patchbay.core.sessions.remote.intake import Intake, NotTakenError
from patchbay.core.sessions.spawner import Spawner
from tests.core.sessions.waiting import LONG

EVENTS = "text/event-stream; charset=latin-1"
ANSWER = '{"jsonrpc":"2.0","id":5,"result":{"a":"ö"},"extra":[1]}'
PARTS = st.lists(
    st.sampled_from(
        b"data|data:|data: |id:|event:|retry:|:| |7|x|\xc3\xb6|\0|message|other".split(b"|")
    )
    | st.sampled_from([b"\r", b"\n", b"\r\n", b"\n\n", b"event: endpoint\n"]),
    max_size=40,
)


class Body(httpx2.AsyncByteStream):
    """A body that comes in the given chunks."""

    def __init__(self, chunks: AsyncIterator[bytes] | Iterable[bytes]) -> None:
        self._chunks = chunks

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        if isinstance(self._chunks, AsyncIterator):
            async for chunk in self._chunks:
                yield chunk
        else:
            for chunk in self._chunks:
                yield chunk


def made(folder: Path, cap: int = 32 * 1024**2) -> tuple[Bodies, Decoder, Spawner]:
    spawner = Spawner()
    decoder = Decoder(spawner)
    return Bodies(Intake(folder / "spool", decoder, Limits(message_cap=cap))), decoder, spawner


@pytest.fixture
async def bodies(tmp_path: Path) -> AsyncIterator[Bodies]:
    bodies, decoder, spawner = made(tmp_path)
    yield bodies
    await decoder.close()
    spawner.close()


def response(
    chunks: AsyncIterator[bytes] | Iterable[bytes], kind: str = EVENTS, method: str = "POST"
) -> httpx2.Response:
    accept = {"accept": "application/json, text/event-stream"}
    request = httpx2.Request(method, "http://127.0.0.1/mcp", headers=accept)
    return httpx2.Response(
        200, headers={"content-type": kind}, stream=Body(chunks), request=request
    )


async def sdk_reads(response: httpx2.Response) -> list[httpx2.ServerSentEvent]:
    async with asyncio.timeout(LONG):
        return [event async for event in httpx2.EventSource(response)]


def arrived(bodies: Bodies, event: httpx2.ServerSentEvent, asked: int | None = None) -> Arrived:
    """What one of the events is, after the SDK has given it the id of a request."""
    assert len(event.data) < 200
    message: JSONRPCMessage = jsonrpc_message_adapter.validate_json(event.data)
    if asked is not None and isinstance(message, JSONRPCResponse):
        message.id = asked
    found = bodies.take(message)
    assert found is not None
    return found


def body(arrived: Arrived) -> bytes:
    assert isinstance(arrived.what, Message)
    return arrived.what.body


@given(PARTS)
def test_a_stream_split_at_every_byte_has_the_same_events(parts: list[bytes]) -> None:
    stream = b"".join(parts)
    splitter = EventSplitter()
    singly = [piece for place in range(len(stream)) for piece in splitter.feed(stream[place:][:1])]

    assert events(singly) == events(EventSplitter().feed(stream))


def events(pieces: Iterable[Piece]) -> list[tuple[bytes, list[Piece]]]:
    """The data of each event, and its other lines."""
    found: list[tuple[bytes, list[Piece]]] = [(b"", [])]
    for piece in pieces:
        data, lines = found[-1]
        if isinstance(piece, Data):
            found[-1] = (data + piece.data, lines)
        elif isinstance(piece, Field):
            lines.append(piece)
        else:
            found.append((b"", []))
    return found


@settings(max_examples=60, deadline=None)
@given(PARTS, st.integers(1, 5))
def test_the_sdk_reads_the_same_events_with_messages_in_their_place(
    tmp_path_factory: pytest.TempPathFactory, parts: list[bytes], size: int
) -> None:
    stream = b"".join(parts) + b"\n\n"
    cut = [stream[start : start + size] for start in range(0, len(stream), size)]
    bodies, _, spawner = made(tmp_path_factory.getbasetemp())

    async def read(*, replaced: bool) -> list[httpx2.ServerSentEvent]:
        read = response(cut, "text/event-stream", method="GET")
        if replaced:
            bodies.replace(read)
        return [event for event in await sdk_reads(read) if event.data.strip()]

    expected = asyncio.run(read(replaced=False))
    found = asyncio.run(read(replaced=True))
    spawner.close()

    facts = [(each.event, each.id, each.retry) for each in found]
    assert facts == [(each.event, each.id, each.retry) for each in expected]
    for one, other in zip(found, expected, strict=True):
        if one.event != "message":
            assert one.data == other.data
        else:
            assert body(arrived(bodies, one)).decode() == other.data


async def test_a_keep_alive_and_an_event_pass_at_once(bodies: Bodies) -> None:
    sent: asyncio.Queue[bytes] = asyncio.Queue()

    async def chunks() -> AsyncIterator[bytes]:
        while True:
            yield await sent.get()

    read = response(chunks())
    bodies.replace(read)
    passed = read.aiter_bytes()
    async with asyncio.timeout(LONG):
        for line in (b": ping\n", b":\n"):
            sent.put_nowait(line)
            assert await anext(passed) == line
        sent.put_nowait(b"id: 3\r\rdata: " + ANSWER.encode() + b"\r\r")
        assert await anext(passed) == b"id: 3\n\n"
        assert (await anext(passed)).startswith(b'data: {"jsonrpc": "2.0", "id":')
    await passed.aclose()


async def test_an_answer_is_told_with_its_exact_text_and_the_request_it_answers(
    bodies: Bodies,
) -> None:
    notice = '{"jsonrpc":"2.0","method":"m","params":{"patchbay/arrived":1}}'
    read = response([f"\ufeffdata:{notice}\n\nid: 9\ndata:{ANSWER}\n\n".encode()])
    bodies.replace(read)

    first, second = await sdk_reads(read)

    assert arrived(bodies, first) == Arrived(Message(notice.encode(), len(notice)))
    assert (second.id, first.id) == ("9", "")
    assert arrived(bodies, second, 5) == Arrived(
        Message(ANSWER.encode(), len(ANSWER.encode())), asked=5
    )
    error: Any = {"code": 1, "message": "", "data": {"patchbay/arrived": 1}}
    assert bodies.take(JSONRPCError(jsonrpc="2.0", id=1, error=error)) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "[]",
        "not json",
        '{"id":null,"error":"words"}',
        '{"jsonrpc":"2.0","id":5,"result":' + "[" * 1000 + "]" * 1000 + "}",
        '{"jsonrpc":"2.0","id":5,"result":{"a":"\\ud800"}}',
        f"[{ANSWER}]",
    ],
)
async def test_what_came_as_json_ends_its_request_whatever_it_is(bodies: Bodies, text: str) -> None:
    read = response([text.encode()], "application/json; charset=utf-8")
    bodies.replace(read)

    (event,) = await sdk_reads(read)

    assert arrived(bodies, event, 5) == Arrived(Message(text.encode(), len(text.encode())), asked=5)


@pytest.mark.parametrize("kind", [EVENTS, "application/json"])
async def test_the_sdk_reads_little_of_a_large_message(bodies: Bodies, kind: str) -> None:
    text = json.dumps({"id": 5, "result": {"a": "x" * 5_000_000, "b": 1}}, indent=1).encode()
    lines = b"".join(b"data: " + line + b"\n" for line in text.splitlines())
    read = response([b"event: message\nid: 3\n" + lines + b"\n" if kind == EVENTS else text], kind)
    bodies.replace(read)

    (event,) = await sdk_reads(read)
    found = arrived(bodies, event, 5)

    assert json.loads(body(found))["result"]["b"] == 1
    assert isinstance(found.what, Message)
    assert found.what.file is not None
    assert found.what.file.read_bytes() == text
    assert [handle.path for handle in found.what.handles] == [("result", "a")]


async def test_an_event_beyond_the_cap_is_left_out_and_fails_the_request_it_answers(
    tmp_path: Path,
) -> None:
    bodies, _, spawner = made(tmp_path, cap=100_000)
    large = "x" * 110_000
    texts = [
        f'{{"result":"{large}","id":5}}',
        ANSWER,
        f'{{"id":6,"result":"{large}"}}',
        f"event: other\ndata: {large}",
    ]
    stream = "".join(f"data: {text}\n\n" for text in texts).replace("data: event", "event")
    read = response([stream.encode()], method="GET")
    bodies.replace(read)

    found = [arrived(bodies, event).what for event in await sdk_reads(read) if event.data]
    spawner.close()

    told = [each.answered if isinstance(each, NotTakenError) else each.size for each in found]
    assert told == [5, len(ANSWER.encode()), 6]
    await asyncio.get_running_loop().shutdown_default_executor()  # files are removed in threads
    assert not list((tmp_path / "spool").iterdir())


async def test_an_endless_event_of_an_answer_ends_its_request(tmp_path: Path) -> None:
    bodies, _, spawner = made(tmp_path, cap=100_000)

    async def chunks() -> AsyncIterator[bytes]:
        yield b"data: "
        while True:
            yield b"x" * 50_000

    read = response(chunks())
    bodies.replace(read)
    events = aiter(httpx2.EventSource(read))
    async with asyncio.timeout(LONG):
        told = arrived(bodies, await anext(events), 5)
    await read.aclose()
    spawner.close()

    assert "longer than" in str(told.what)
    assert told.asked == 5


async def test_what_nobody_asks_for_is_forgotten(bodies: Bodies) -> None:
    read = response([f"data: {ANSWER}\n\n".encode() * 300])
    bodies.replace(read)

    events = await sdk_reads(read)

    assert "lost" in str(arrived(bodies, events[0]).what)
    assert body(arrived(bodies, events[-1])) == ANSWER.encode()


async def test_of_other_bodies_only_the_beginning_is_read(bodies: Bodies) -> None:
    page = response([b"x" * 300_000] * 3, "text/html")
    bodies.replace(page)
    deleted = response([ANSWER.encode()], "application/json", "DELETE")
    bodies.replace(deleted)

    assert len(await page.aread()) == 256 * 1024
    assert await deleted.aread() == ANSWER.encode()
