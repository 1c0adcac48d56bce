"""The window's end of one relay: the messages of one stdio server, and all there is to tell."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
from typing_extensions import override

from patchbay.core.errors import AppError, Family
from patchbay.core.events import Event
from patchbay.core.sessions.launch import Launch, Limits
from patchbay.core.sessions.orphans import end_orphans
from patchbay.core.sessions.relay_events import (
    Control,
    Exited,
    Lines,
    Message,
    Spawned,
    SpawnFailed,
    read_control,
    read_lines,
    read_slim,
)
from patchbay.core.sessions.spawner import Child, Spawner, relay_command
from patchbay.relay.frames import (
    CONTROL,
    FORGET,
    MESSAGE,
    NOISE,
    SLIMMED,
    SPEC,
    STDERR,
    STOP,
    VERSION,
    Splitter,
    frame,
)

_ROOM = 32
_FIRST_FRAME = 20.0
_STOP = 6.0
_STUCK = 0.25
_LAST_READ = 3.0


class RelayLink:
    """Owns one relay process: opens it, carries messages both ways, closes it.

    Listeners must be connected before `open`. `spawned`, `spawn_failed` and `exited` keep what was
    emitted on `control`; a relay that died without a report leaves `exited` empty. Large messages
    lie in `spool_folder`, which belongs to the relay until it ends.
    """

    def __init__(
        self, launch: Launch, spool_folder: Path, limits: Limits, spawner: Spawner
    ) -> None:
        self.noise: Event[Lines] = Event()
        self.stderr: Event[Lines] = Event()
        self.control: Event[Control] = Event()
        self.spawned: Spawned | None = None
        self.spawn_failed: SpawnFailed | None = None
        self.exited: Exited | None = None
        self._launch = launch
        self._folder = spool_folder
        self._limits = limits
        self._spawner = spawner
        self._child: Child | None = None
        self._mailbox = _Mailbox()
        self._answered = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    @property
    def message_cap(self) -> int:
        """Bytes of the longest message that is accepted."""
        return self._limits.message_cap

    async def open(self) -> None:
        """Start the relay, and wait until the server runs or could not be started.

        Raises:
            AppError: there is no relay. That the server could not be started is an event only.
        """
        async with self._spawner.turns:
            await self._open()

    async def _open(self) -> None:
        try:
            child = await self._spawner.start(relay_command("relay"))
        except OSError as error:
            raise _no_relay(str(error)) from error
        self._child = child
        self._reading = asyncio.create_task(self._read(child), name="relay link")
        try:
            await self._introduce(child)
        except BaseException:
            await self.close()  # whoever could not enter will not leave either
            raise

    async def _introduce(self, child: Child) -> None:
        child.write_now(frame(SPEC, self._spec()))
        try:
            async with asyncio.timeout(_FIRST_FRAME):
                await self._answered.wait()
        except TimeoutError as error:
            raise _no_relay(f"It said nothing within {_FIRST_FRAME:g} s") from error
        if self.spawned is None and self.spawn_failed is None:
            raise _no_relay("It ended before it had said anything")

    def messages(self) -> AsyncIterator[Message]:
        """The server's messages until the end; while nobody takes them, the server has to wait."""
        return self._mailbox

    async def send(self, body: bytes) -> None:
        """Send one message, the JSON text `body`.

        Raises:
            ConnectionError: the relay is gone.
        """
        if self._child is None:
            raise ConnectionResetError("the relay was not opened")
        await self._child.write(frame(MESSAGE, body.replace(b"\n", b" ")))

    async def forget(self, request_id: int | str) -> None:
        """Have the answer to a request thrown away as early as possible."""
        if self._child is not None:
            self._child.write_now(frame(FORGET, json.dumps(request_id).encode()))

    async def close(self) -> Exited | None:
        """Stop the server and the relay; returns how the server ended.

        Nothing of them is left afterwards, even if the caller is cancelled: it is held until the
        end, which comes within seconds, because it may take the spawner away next.
        """
        if self._child is not None:
            if self._closing is None:
                self._closing = asyncio.create_task(self._close(self._child), name="relay close")
            await _whatever_comes(self._closing)
        return self.exited

    async def _close(self, child: Child) -> None:
        assert self._reading is not None
        self._mailbox.shut()
        child.write_now(frame(STOP))
        _, waiting = await asyncio.wait({self._reading}, timeout=_STUCK)
        if waiting and child.unread:
            child.hang_up()  # our order waits behind a message that the server does not read
        _, waiting = await asyncio.wait({self._reading}, timeout=_STOP - _STUCK)
        if waiting:
            child.kill()
            _, waiting = await asyncio.wait({self._reading}, timeout=_LAST_READ)
        for reading in waiting:
            reading.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await child.close()

    async def _read(self, child: Child) -> None:
        splitter = Splitter()
        try:
            while chunk := await child.read():
                for line in splitter.feed(chunk):
                    await self._take(line[:1], line[1:])
        finally:
            self._answered.set()
            self._mailbox.end()
            await self._bury(child)

    async def _take(self, kind: bytes, body: bytes) -> None:
        if kind == MESSAGE:
            await self._mailbox.put(Message(body, len(body)))
        elif kind == SLIMMED:
            await self._mailbox.put(read_slim(body, self._folder))
        elif kind == STDERR:
            self.stderr.emit(read_lines(body))
        elif kind == NOISE:
            self.noise.emit(read_lines(body))
        elif kind == CONTROL:
            self._note(read_control(body, self._folder))

    def _note(self, event: Control | None) -> None:
        if isinstance(event, Spawned):
            self.spawned = event
        elif isinstance(event, SpawnFailed):
            self.spawn_failed = event
        elif isinstance(event, Exited):
            self.exited = event
        self._answered.set()
        if event is not None:
            self.control.emit(event)

    async def _bury(self, child: Child) -> None:
        """After the last frame: see the relay gone, and end what it did not take along."""
        child.hang_up()
        if not await child.wait(_STOP):
            child.kill()
            await child.wait(_LAST_READ)
        if self.exited is None and self.spawned is not None:
            server = self.spawned.pid
            await self._spawner.run(lambda: end_orphans(server))

    def _spec(self) -> bytes:
        launch, limits = self._launch, self._limits
        spec = {
            "v": VERSION,
            "command": launch.command,
            "executable": launch.executable,
            "args": launch.args,
            "env": dict(launch.env),
            "cwd": launch.cwd,
            "encoding": launch.encoding,
            "spool": str(self._folder),
            "cap": limits.message_cap,
            "untouched": limits.untouched,
            "grace": [limits.patience, limits.mercy],
            "cidfile": launch.cidfile,
        }
        return json.dumps(spec).encode()


class _Mailbox(AsyncIterator[Message]):
    """A few messages that wait to be taken; whoever brings more has to wait."""

    def __init__(self) -> None:
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._room = asyncio.Semaphore(_ROOM)
        self._is_shut = False

    async def put(self, message: Message) -> None:
        await self._room.acquire()
        if self._is_shut:
            self._room.release()
        else:
            self._messages.put_nowait(message)

    def shut(self) -> None:
        """Throw away what still comes."""
        self._is_shut = True
        self._room.release()

    def end(self) -> None:
        self._messages.put_nowait(None)

    @override
    async def __anext__(self) -> Message:
        message = await self._messages.get()
        if message is None:
            self.end()
            raise StopAsyncIteration
        self._room.release()
        return message


async def _whatever_comes(work: asyncio.Task[None]) -> None:
    """Wait for the end of `work`; a cancellation of the caller is passed on only then."""
    cancelled: asyncio.CancelledError | None = None
    # An anyio scope would repeat its cancellation at every turn of the loop.
    with anyio.CancelScope(shield=True):
        while not work.done():
            try:
                await asyncio.wait({work})
            except asyncio.CancelledError as error:
                cancelled = error
    if cancelled is not None:
        raise cancelled
    work.result()


def _no_relay(cause: str) -> AppError:
    return AppError(
        Family.CONNECTION,
        "Patchbay could not start its own helper process",
        cause=f"{cause}.",
        hint="Check that Patchbay is installed completely and that the system is not overloaded.",
    )
