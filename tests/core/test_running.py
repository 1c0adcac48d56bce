"""One window is the running one; later starts of the same user hand over to it."""

import asyncio
import json
import os
import socket
import stat
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from patchbay.core.paths import Paths, standard_paths
from patchbay.core.sitting.calling import is_of_same_user
from patchbay.core.sitting.receiving import Receiver
from patchbay.core.sitting.running import Beside, Claim, HandedOver, Start, claim_or_hand_over
from patchbay.core.sitting.wish import Wish, files_and_links, wish_in
from patchbay.core.values import as_text

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="speaks through sockets")

WISH = Wish((Path("/some/mcp.json"),), ("patchbay:add?name=a",), "charts", "log", "token")


@pytest.fixture
def paths() -> Paths:
    return standard_paths()


@pytest.fixture
def taken() -> list[Wish]:
    return []


@pytest.fixture
async def receiver(paths: Paths, taken: list[Wish]) -> AsyncIterator[Receiver]:
    start = claim_or_hand_over(paths, Wish())
    assert isinstance(start, Claim)
    receiver = Receiver(start, taken.append)
    await receiver.open()
    yield receiver
    receiver.close()


async def later(paths: Paths, wish: Wish = WISH) -> Start:
    return await asyncio.to_thread(claim_or_hand_over, paths, wish)


def address(paths: Paths) -> Path:
    return Path(as_text(json.loads(paths.running_file.read_text())["address"]))


async def test_a_later_start_hands_over_all_it_was_asked_for(
    receiver: Receiver, paths: Paths, taken: list[Wish]
) -> None:
    del receiver

    assert isinstance(await later(paths), HandedOver)

    assert taken == [WISH]


async def test_nobody_else_can_enter_the_folder_of_the_socket(
    receiver: Receiver, paths: Paths
) -> None:
    del receiver

    assert stat.S_IMODE(address(paths).parent.stat().st_mode) == 0o700


async def test_nothing_is_left_and_the_next_start_runs_once_the_window_is_closed(
    receiver: Receiver, paths: Paths
) -> None:
    socket_path = address(paths)

    receiver.close()

    assert not socket_path.parent.exists()
    start = await later(paths)
    assert isinstance(start, Claim)
    start.give_up()


async def test_the_socket_of_a_killed_window_is_cleaned_away(paths: Paths, tmp_path: Path) -> None:
    folder = tmp_path / "patchbay-old"
    folder.mkdir()
    with socket.socket(socket.AF_UNIX) as old:
        old.bind(os.path.relpath(folder / "window"))
    paths.data.mkdir(parents=True)
    paths.running_file.write_text(json.dumps({"address": str(folder / "window")}))

    start = await later(paths)

    assert isinstance(start, Claim)
    assert not folder.exists()
    start.give_up()


async def test_what_is_no_socket_is_left_alone(paths: Paths, tmp_path: Path) -> None:
    precious = tmp_path / "precious.json"
    precious.write_text("{}")
    paths.data.mkdir(parents=True)
    paths.running_file.write_text(json.dumps({"address": str(precious)}))

    start = await later(paths)

    assert isinstance(start, Claim)
    assert precious.exists()
    start.give_up()


async def test_a_window_that_hangs_is_waited_for_three_seconds_and_told_nothing(
    paths: Paths, taken: list[Wish]
) -> None:
    claim = claim_or_hand_over(paths, Wish())
    assert isinstance(claim, Claim)
    receiver = Receiver(claim, taken.append)
    await receiver.open()
    began = asyncio.get_running_loop().time()

    start = claim_or_hand_over(paths, WISH)  # the loop stands still meanwhile

    assert 2.5 < asyncio.get_running_loop().time() - began < 5
    assert isinstance(start, Beside)
    assert "no answer within 3 s" in start.why
    assert isinstance(await later(paths, Wish()), HandedOver)
    assert taken == [Wish()]  # and not what the other start has opened by itself
    receiver.close()


async def test_what_is_no_wish_is_not_taken(
    receiver: Receiver, paths: Paths, taken: list[Wish]
) -> None:
    del receiver
    for line in (b"[]\n", b"\xff\xfe\n", b'{"files": ["relative.json"]}\n', b"{" * 100_000 + b"\n"):
        reader, writer = await asyncio.open_unix_connection(str(address(paths)))
        assert await reader.readline() == b"patchbay 1\n"
        writer.write(line)

        assert await asyncio.wait_for(reader.read(), 5) == b""

        writer.close()
    assert not taken
    assert isinstance(await later(paths), HandedOver)


async def test_where_nothing_can_be_kept_the_window_opens_without_a_word(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("")
    blocked = tmp_path / "file" / "data"

    assert await later(Paths(blocked, blocked, blocked)) == Beside()


def test_the_user_at_the_other_end_is_known() -> None:
    near, far = socket.socketpair()
    with near, far:
        assert is_of_same_user(near)
    assert not is_of_same_user(None)


def test_a_wish_survives_the_way_to_another_process() -> None:
    assert wish_in(WISH.as_line()) == WISH
    assert wish_in(Wish().as_line()) == Wish()


def test_words_are_files_or_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("odd:name").write_text("{}")
    link = "cursor://anysphere.cursor-deeplink/mcp/install?name=a"

    files, links = files_and_links(
        ("mcp.json", "file:///some/with%20space.json", link, "odd:name", r"C:\mcp.json")
    )

    assert files == tuple(
        map(Path, ("mcp.json", "/some/with space.json", "odd:name", r"C:\mcp.json"))
    )
    assert links == (link,)
