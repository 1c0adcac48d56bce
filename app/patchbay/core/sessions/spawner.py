"""Starts our own small programs without stopping the loop, and holds their pipes."""

import asyncio
import contextlib
import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from typing_extensions import override

import patchbay

T = TypeVar("T")

_BOOT = "import sys; sys.path.append(sys.argv[1]); from patchbay.relay.{role} import main; main()"
_MODULES = {"relay": "main", "decoder": "decoder"}
_BUFFER = 64 * 1024
_LOOK = 0.01
_AT_ONCE = 8
"""With more new processes than that at work, the window gets too little of the processor."""


def relay_command(role: str) -> list[str]:
    """The command line of the `relay` or the `decoder`.

    Isolated and without site-packages: no file beside a config and no installed module can stand
    in for one of the standard library. The decoder is told where jsonschema_rs lives.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, f"--{role}"]
    root = str(Path(patchbay.__file__).parent.parent)
    boot = _BOOT.format(role=_MODULES[role])
    command = [_python(), "-I", "-S", "-X", "utf8", "-c", boot, root]
    if role == "decoder":
        found = importlib.util.find_spec("jsonschema_rs")
        if found is not None and found.origin:
            command.append(str(Path(found.origin).parent.parent))
    return command


def _python() -> str:
    """On Windows a virtual environment's python is a launcher, one process more to lose."""
    if sys.platform == "win32":
        return str(getattr(sys, "_base_executable", sys.executable))
    return sys.executable


class _Flow(asyncio.BaseProtocol):
    """Tells a writer when the pipe is full and when it is gone."""

    def __init__(self) -> None:
        self.is_lost = False
        self._room = asyncio.Event()
        self._room.set()

    @override
    def pause_writing(self) -> None:
        self._room.clear()

    @override
    def resume_writing(self) -> None:
        self._room.set()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        self._room.set()

    async def drain(self) -> None:
        await self._room.wait()
        if self.is_lost:
            raise ConnectionResetError("the other end of the pipe is gone")


class Child:
    """One of our own processes and the two pipes to it."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.pid = process.pid
        self._process = process
        self._reader = asyncio.StreamReader(limit=_BUFFER)
        self._transports: list[asyncio.BaseTransport] = []

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        reading, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(self._reader), self._process.stdout
        )
        self._transports.append(reading)
        self._writing, self._flow = await loop.connect_write_pipe(_Flow, self._process.stdin)
        self._transports.append(self._writing)

    async def read(self) -> bytes:
        """The next bytes; nothing at the end. Not reading makes the other side wait."""
        return await self._reader.read(_BUFFER)

    async def write(self, data: bytes) -> None:
        """Hand over `data` and wait while much of it is unread.

        Raises:
            ConnectionError: the process is gone.
        """
        if self._flow.is_lost or self._writing.is_closing():
            raise ConnectionResetError("the other end of the pipe is gone")
        self._writing.write(data)
        await self._flow.drain()

    def write_now(self, data: bytes) -> None:
        """Hand over `data` without waiting; nothing happens when the process is gone."""
        if not self._flow.is_lost and not self._writing.is_closing():
            self._writing.write(data)

    @property
    def unread(self) -> int:
        """How many bytes still wait on our side of the pipe to it."""
        return self._writing.get_write_buffer_size()

    def hang_up(self) -> None:
        """Close the pipe to it at once, whatever still waits in it."""
        if not self._writing.is_closing():
            self._writing.abort()

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()

    async def wait(self, seconds: float) -> bool:
        """Whether it ended within `seconds`. No child watcher: those differ from loop to loop."""
        until = time.monotonic() + seconds
        while self._process.poll() is None:
            if time.monotonic() > until:
                return False
            await asyncio.sleep(_LOOK)
        return True

    async def close(self) -> None:
        """Close the pipes and see the process gone, killed if need be."""
        for transport in self._transports:
            transport.close()
        await asyncio.sleep(0)
        if not await self.wait(1.0):
            self.kill()
            await self.wait(1.0)

    def abandon(self) -> None:
        """End a process whose pipes could not be connected."""
        for transport in self._transports:
            transport.close()
        _end(self._process)


class Spawner:
    """The one worker thread that starts processes; in the loop each would cost 10 ms of stall."""

    def __init__(self) -> None:
        self.turns = asyncio.Semaphore(_AT_ONCE)
        """For who starts something that is busy at first, and many of it in the same moment."""
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="spawner")

    async def start(self, command: Sequence[str]) -> Child:
        """Start one of our own programs, its pipes connected to the running loop.

        Raises:
            OSError: it could not be started.
        """
        started = self._worker.submit(_popen, list(command))
        try:
            process = await asyncio.wrap_future(started)
        except asyncio.CancelledError:
            started.add_done_callback(_discard)
            raise
        child = Child(process)
        try:
            await child.connect()
        except BaseException:
            child.abandon()
            raise
        return child

    async def run(self, work: Callable[[], T]) -> T:
        """Do something short in the worker thread."""
        return await asyncio.wrap_future(self._worker.submit(work))

    def close(self) -> None:
        self._worker.shutdown(wait=True, cancel_futures=True)


if sys.platform == "win32":
    from asyncio import windows_utils

    def _popen(command: list[str]) -> "subprocess.Popen[bytes]":
        """The loop can only wait for pipes that were made for overlapped reading and writing."""
        return windows_utils.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP,
        )

else:

    def _popen(command: list[str]) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(  # noqa: S603 - our own programs, never through a shell
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def _discard(started: "Future[subprocess.Popen[bytes]]") -> None:
    """End a process that nobody waits for any more."""
    if not started.cancelled() and started.exception() is None:
        _end(started.result())


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait()
