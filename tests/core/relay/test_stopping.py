"""Nothing that descends from a server outlives its stop, however it resists."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from patchbay.core.sessions.launch import Limits
from patchbay.core.sessions.relay_events import Spawned
from tests.core.relay.rig import Rig, marked_processes, request, take, take_all, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts processes through /proc")

WINDOW = Path(__file__).parent / "window.py"


async def test_a_server_that_ends_with_its_stdin_needs_no_signal(rig: Rig) -> None:
    link = await rig.open(limits=Limits())

    exited = await link.close()

    assert exited is not None
    assert (exited.code, exited.signal, exited.asked) == (0, None, "asked")
    assert exited.did == ()
    assert exited.took < 1
    assert not rig.processes()


async def test_a_server_that_ignores_the_end_of_stdin_is_asked_by_sigterm(rig: Rig) -> None:
    link = await rig.open("deaf")

    exited = await link.close()

    assert exited is not None
    assert exited.signal == signal.SIGTERM
    assert exited.did == ("TERM",)
    assert not rig.processes()


@pytest.mark.parametrize(
    "words",
    [
        ("stubborn",),
        ("child=plain", "stubborn"),
        ("stubborn", "freeze"),
        ("child=plain",),
        ("child=quiet",),
        ("child=setsid",),
        ("child=daemon",),
        ("fork-bomb",),
    ],
    ids=" ".join,
)
async def test_whatever_resists_is_killed_with_all_its_descendants(
    rig: Rig, words: tuple[str, ...]
) -> None:
    link = await rig.open(*words)
    if "freeze" not in words:
        await link.send(request(1))
        await take(link)
    children = sum(word.startswith("child=") for word in words)
    await until(lambda: len(rig.processes()) >= 1 + children)

    exited = await link.close()

    assert exited is not None
    assert exited.did[-1] == "KILL" or words == ("fork-bomb",)
    assert exited.left == ()
    assert not rig.processes()


async def test_ten_stubborn_servers_stop_at_once_within_the_budget(rig: Rig) -> None:
    patient = Limits()
    links = [await rig.open("stubborn", limits=patient) for _ in range(10)]
    began = time.monotonic()

    await asyncio.gather(*(link.close() for link in links))

    assert time.monotonic() - began < 6
    assert not rig.processes()


async def test_an_order_to_stop_overtakes_what_the_server_does_not_read(rig: Rig) -> None:
    link = await rig.open("deaf")
    sent: list[int] = []

    async def send_for_ever() -> None:
        while True:
            await link.send(b'{"padding":"' + b"x" * (20 << 20) + b'"}')
            sent.append(1)

    sending = asyncio.create_task(send_for_ever())
    # The relay keeps 64 MB for a server that does not read, besides the message it is writing.
    await until(lambda: len(sent) == 4)

    exited = await link.close()

    assert exited is not None
    assert exited.did == ("TERM",)
    with pytest.raises(ConnectionError):
        await sending


async def test_a_cancelled_closer_goes_on_only_when_nothing_is_left(rig: Rig) -> None:
    link = await rig.open("stubborn")
    closing = asyncio.create_task(link.close())
    for _ in range(3):
        await asyncio.sleep(0)
        closing.cancel()
    await asyncio.wait({closing})

    assert closing.cancelled()
    assert link.exited is not None
    assert not rig.processes()


async def test_an_exit_code_is_reported(rig: Rig) -> None:
    link = await rig.open("complain=no key", "exit=7")

    await take_all(link)

    assert link.exited is not None
    assert (link.exited.code, link.exited.asked) == (7, None)


async def test_a_fatal_signal_is_reported(rig: Rig) -> None:
    link = await rig.open("die=11")

    await take_all(link)

    assert link.exited is not None
    assert (link.exited.code, link.exited.signal) == (None, 11)


async def test_children_of_a_server_that_crashed_are_ended_too(rig: Rig) -> None:
    link = await rig.open("child=setsid", "exit=1")

    await take_all(link)

    assert link.exited is not None
    # A child that is still starting dies of the first signal already.
    assert link.exited.did in {("TERM",), ("TERM", "KILL")}
    assert not rig.processes()


async def test_a_relay_that_is_told_to_terminate_stops_its_server_first(rig: Rig) -> None:
    link = await rig.open("stubborn")
    assert link.spawned is not None

    os.kill(link.spawned.relay_pid, signal.SIGTERM)
    await take_all(link)

    assert link.exited is not None
    assert link.exited.asked == "sigterm"
    assert not rig.processes()


@pytest.mark.slow
async def test_a_relay_that_hangs_is_given_up_after_a_while(rig: Rig) -> None:
    link = await rig.open()
    assert link.spawned is not None
    os.kill(link.spawned.relay_pid, signal.SIGSTOP)
    began = time.monotonic()

    exited = await link.close()

    assert exited is None
    assert 5 < time.monotonic() - began < 9
    assert not rig.processes()


async def test_a_killed_relay_ends_the_messages_and_takes_its_server_along(rig: Rig) -> None:
    link = await rig.open("stubborn")
    assert link.spawned is not None
    os.kill(link.spawned.relay_pid, signal.SIGKILL)

    assert await take_all(link) == []
    assert await link.close() is None
    with pytest.raises(ConnectionError):
        await link.send(b"{}")
    assert not rig.processes()


class Window:
    """A small program with relay links, to be killed or to kill its relay."""

    def __init__(self, folder: Path, mark: str, task: str, *words: str) -> None:
        self.spool = folder / "window"
        self._said = folder / "said"
        self._read = 0
        command = [sys.executable, str(WINDOW), str(self.spool), mark, task, *words]
        with self._said.open("wb") as said:
            self.process = subprocess.Popen(command, stdout=said)

    async def line(self) -> str:
        await until(lambda: len(self._lines()) > self._read, 10)
        self._read += 1
        return self._lines()[self._read - 1]

    def end(self, number: int = signal.SIGKILL) -> None:
        self.process.send_signal(number)
        self.process.wait(5)

    def _lines(self) -> list[str]:
        return self._said.read_text().split("\n")[:-1]


@pytest.fixture
def open_window(rig: Rig, tmp_path: Path) -> Iterator[Callable[..., Window]]:
    windows: list[Window] = []

    def open_one(task: str, *words: str) -> Window:
        windows.append(Window(tmp_path, rig.mark, task, *words))
        return windows[-1]

    yield open_one
    for window in windows:
        window.end()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_no_server_survives_the_death_of_the_window(
    rig: Rig, open_window: Callable[..., Window], number: signal.Signals
) -> None:
    window = open_window("wait", "stubborn", "child=setsid", "child=daemon", "child=quiet")
    assert await window.line() == "ready"
    await until(lambda: len(marked_processes(rig.mark)) >= 8)

    window.end(number)

    await until(lambda: not marked_processes(rig.mark), 6)
    await until(lambda: not list(window.spool.glob("run-*/*-puppet")), 6)


async def test_a_server_dies_even_if_window_and_relay_are_killed_at_once(
    rig: Rig, open_window: Callable[..., Window]
) -> None:
    window = open_window("wait", "stubborn")
    assert await window.line() == "ready"
    relay = int(await window.line())

    window.process.send_signal(signal.SIGSTOP)
    os.kill(relay, signal.SIGKILL)
    window.end()

    await until(lambda: not marked_processes(rig.mark))


@pytest.mark.parametrize(
    "word", ["stubborn", "child=plain", "child=setsid", "child=daemon", "child=hidden"]
)
async def test_a_killed_relay_leaves_nothing_when_the_window_adopts_orphans(
    rig: Rig, open_window: Callable[..., Window], word: str
) -> None:
    window = open_window("kill-relay", word)
    assert await window.line() == "ready"
    await window.line()
    stranger = int(await window.line())

    assert await window.line() == "closed"

    assert marked_processes(rig.mark) == [window.process.pid]
    os.kill(stranger, signal.SIGKILL)  # fails if an orphan of somebody else was killed


async def test_the_first_event_names_the_server_and_its_relay(rig: Rig) -> None:
    link = await rig.open()

    assert isinstance(link.spawned, Spawned)
    assert link.spawned.path == sys.executable
    assert link.spawned.pid in rig.processes()
