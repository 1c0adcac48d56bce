"""A relay link to a puppet server, and a count of the processes that belong to a test."""

import asyncio
import json
import os
import signal
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from patchbay.core.sessions.launch import Launch, Limits
from patchbay.core.sessions.relay_events import Control, Lines, Message
from patchbay.core.sessions.relay_link import RelayLink
from patchbay.core.sessions.spawner import Spawner
from patchbay.core.sessions.spool import Spool

PUPPET = Path(__file__).parents[2] / "servers" / "puppet.py"
HASTY = Limits(patience=0.25, mercy=0.3)


async def until(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    """Wait for a condition, bounded."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition did not come true in time"
        await asyncio.sleep(0.01)


class Heard:
    """All that a link told."""

    def __init__(self, link: RelayLink) -> None:
        self.control: list[Control] = []
        self.stderr: list[str] = []
        self.noise: list[str] = []
        self.dropped = 0
        link.control.connect(self.control.append)
        link.stderr.connect(lambda lines: self._hear(self.stderr, lines))
        link.noise.connect(lambda lines: self._hear(self.noise, lines))

    def _hear(self, kept: list[str], lines: Lines) -> None:
        kept.extend(lines.lines)
        self.dropped += lines.dropped


class Rig:
    """Makes links, closes them all, and can tell which of their processes are alive."""

    def __init__(self, folder: Path, limits: Limits = HASTY) -> None:
        self.mark = f"mark={uuid.uuid4().hex}"
        self.spawner = Spawner()
        self.spool = Spool(folder / "spool", 1 << 30)
        self.limits = limits
        self._links: list[RelayLink] = []

    def launch(self, *words: str, **changes: Any) -> Launch:
        arguments: dict[str, Any] = {
            "command": sys.executable,
            "executable": sys.executable,
            "args": ("-S", str(PUPPET), self.mark, *words),
            "env": {**os.environ, "PATCHBAY_TEST": self.mark},
            "cwd": None,
        }
        return Launch(**{**arguments, **changes})

    def link(self, launch: Launch, limits: Limits | None = None) -> RelayLink:
        link = RelayLink(launch, self.spool.folder("puppet"), limits or self.limits, self.spawner)
        self._links.append(link)
        return link

    async def open(self, *words: str, limits: Limits | None = None, **changes: Any) -> RelayLink:
        link = self.link(self.launch(*words, **changes), limits)
        await link.open()
        return link

    def processes(self) -> list[int]:
        return marked_processes(self.mark)

    async def close(self) -> None:
        await asyncio.gather(*(link.close() for link in self._links))
        self.spawner.close()
        self.spool.close()
        left = self.processes()
        for process in left:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        assert not left


def marked_processes(mark: str) -> list[int]:
    """The living processes that bear the mark in their arguments or environment."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        with suppress(OSError):
            if mark.encode() in words_of(int(folder.name)):
                found.append(int(folder.name))
    return found


def words_of(process: int) -> bytes:
    """The arguments and the environment of a process."""
    folder = Path(f"/proc/{process}")
    return (folder / "cmdline").read_bytes() + (folder / "environ").read_bytes()


def open_files(process: int) -> set[int]:
    return {int(path.name) for path in Path(f"/proc/{process}/fd").iterdir()}


async def take(link: RelayLink, seconds: float = 10.0) -> Message:
    async with asyncio.timeout(seconds):
        return await anext(link.messages())


async def take_all(link: RelayLink, seconds: float = 10.0) -> list[Message]:
    async with asyncio.timeout(seconds):
        return [message async for message in link.messages()]


def request(number: int | str, method: str = "echo", **params: object) -> bytes:
    call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(call).encode()
