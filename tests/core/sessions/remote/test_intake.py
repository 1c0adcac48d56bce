"""Messages of remote servers: the small ones pass, the large ones lie on disk, none is too much."""

import asyncio
import base64
import json
import sys
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from patchbay.core.calls.blocks import Spooled
from patchbay.core.errors import AppError
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.launch import Limits
from patchbay.core.sessions.remote.intake import Intake, NotTakenError, TooLongError
from patchbay.core.sessions.repair import find_id
from patchbay.core.sessions.spawner import Spawner
from patchbay.core.sessions.spool import Spool
from tests.core.relay.rig import until

PICTURE = bytes(range(256)) * 1200
BLOCKS = [
    {"type": "image", "mimeType": "image/png", "data": base64.b64encode(PICTURE).decode()},
    {"type": "text", "text": "wörter " * 40_000},
]
LARGE = json.dumps(
    {"result": {"content": BLOCKS}, "jsonrpc": "2.0", "id": 7}, ensure_ascii=False
).encode()


@pytest.fixture
async def decoder() -> AsyncIterator[Decoder]:
    spawner = Spawner()
    decoder = Decoder(spawner)
    yield decoder
    await decoder.close()
    spawner.close()


@pytest.fixture
def intake(tmp_path: Path, decoder: Decoder) -> Intake:
    return Intake(tmp_path / "spool", decoder, Limits(message_cap=2_000_000))


async def pieces(text: bytes, size: int = 50_000) -> AsyncIterator[bytes]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def spooled(intake: Intake) -> list[Path]:
    return sorted(Path(intake.folder.path).iterdir())


async def test_a_small_message_stays_in_memory_without_its_mark(intake: Intake) -> None:
    text = b'\xef\xbb\xbf{"id": 1, "x": "\xff"}'

    message = await intake.take(pieces(text, 3))

    assert message.body == '{"id": 1, "x": "�"}'.encode()
    assert (message.size, message.file, message.handles) == (len(text), None, ())
    assert spooled(intake) == []


async def test_a_large_message_lies_on_disk_and_its_picture_beside_it(intake: Intake) -> None:
    message = await intake.take(pieces(b"\xef\xbb\xbf \n" + LARGE + b" \r\n" * 3000))

    assert len(message.body) <= 60 * 1024
    assert json.loads(message.body)["id"] == 7
    assert message.file is not None
    assert message.file.read_bytes()[message.start : message.end] == LARGE
    assert message.size == len(LARGE)
    blob, text = message.handles
    assert (blob.path, text.path) == (
        ("result", "content", 0, "data"),
        ("result", "content", 1, "text"),
    )
    assert blob.decoded is not None
    assert blob.decoded.read_bytes() == PICTURE
    assert spooled(intake) == sorted([message.file, blob.decoded])


async def test_the_quota_of_the_spool_holds_for_it_and_spares_what_is_in_use(
    decoder: Decoder, tmp_path: Path
) -> None:
    spool = Spool(tmp_path, 1)
    intake = Intake(spool.folder("far"), decoder, Limits())
    old = await intake.take(pieces(LARGE))
    new = await intake.take(pieces(LARGE))
    assert old.file is not None
    assert new.file is not None

    spool.trim([new.file])

    assert [path.suffix for path in spooled(intake)] == [".json", ".bin"]
    assert new.file in spooled(intake)
    spool.close()


async def test_what_is_longer_than_the_cap_is_refused_at_once_and_leaves_nothing(
    intake: Intake,
) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        yield b'{"jsonrpc": "2.0", "id": "seven", "result": {"a": "'
        while True:
            sent += 100_000
            yield b"x" * 100_000

    with pytest.raises(TooLongError, match=r"longer than the 1\.90735 MB") as told:
        await intake.take(endless())

    assert "“Largest message” in the settings" in str(told.value)
    assert sent <= 2_100_000
    assert told.value.answered == "seven"
    await until(lambda: not spooled(intake))
    assert (await intake.take(pieces(LARGE))).file is not None


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
async def test_a_full_disk_costs_one_message(intake: Intake) -> None:
    with files_of_at_most(100_000), pytest.raises(NotTakenError, match="not be kept on disk: File"):
        await intake.take(pieces(LARGE))

    await until(lambda: not spooled(intake))
    assert (await intake.take(pieces(LARGE))).file is not None


@contextmanager
def files_of_at_most(size: int) -> Generator[None]:
    import resource  # noqa: PLC0415 - not everywhere

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    "text",
    [
        LARGE[:-2],
        b"<p>" * 30_000 + b'"id": 7',
        b" " * 100_000 + b'"id": 7',
        b'{"id": 7}' + b" " * 90_000 + b"<p>",
        b'{"a": "' + b"x" * 90_000 + b'" "b": "c", "id": 7}',
        b'\xff\xff{"id": 7' + b"[" * 100_000,
    ],
)
async def test_what_is_no_json_comes_as_two_ends_that_nobody_can_parse(
    intake: Intake, text: bytes
) -> None:
    message = await intake.take(pieces(text))

    with pytest.raises(json.JSONDecodeError):
        json.loads(message.body)
    assert find_id(message.body, [7]) == (None if text == LARGE[:-2] else 7)
    assert message.body[-8:] == text[-8:]
    assert message.file is not None
    assert message.file.read_bytes() == text


async def test_a_message_whose_rest_never_comes_leaves_nothing(intake: Intake) -> None:
    stuck = asyncio.Event()

    async def chunks() -> AsyncIterator[bytes]:
        yield LARGE[:-1]
        stuck.set()
        await asyncio.Event().wait()

    taking = asyncio.create_task(intake.take(chunks()))
    await stuck.wait()
    assert len(spooled(intake)) == 1
    taking.cancel()
    await asyncio.wait({taking})

    assert taking.cancelled()
    await until(lambda: not spooled(intake))


async def test_a_message_does_not_wait_until_something_long_is_done(
    intake: Intake, decoder: Decoder, tmp_path: Path
) -> None:
    file = tmp_path / "long.json"
    file.write_text(json.dumps(list(range(600_000))))
    pretty = asyncio.create_task(decoder.pretty(Spooled(file, 0, file.stat().st_size, "list")))
    await decoder.value(Spooled(file, 1, 2, "num"))

    await intake.take(pieces(LARGE))

    assert not pretty.done()
    await decoder.close()
    with pytest.raises(AppError):
        await pretty
    with pytest.raises(NotTakenError, match="could not be read: Patchbay is closing"):
        await intake.take(pieces(LARGE))
