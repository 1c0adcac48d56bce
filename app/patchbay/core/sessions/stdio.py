"""Talk to a stdio server through its relay."""

import asyncio
import errno
import os
from functools import partial
from types import TracebackType

from patchbay.core.events import Event
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.receiving import Receiver
from patchbay.core.sessions.relay_events import (
    Dropped,
    Exited,
    Lines,
    Remark,
    Spawned,
    SpawnFailed,
)
from patchbay.core.sessions.relay_link import RelayLink
from patchbay.core.sessions.remote.intake import too_long
from patchbay.core.sessions.repair import find_id
from patchbay.core.sessions.streams import ReadSide, TappedStreams, WriteSide, finish, pump
from patchbay.core.sessions.tap import Tap
from patchbay.core.values import JsonObject, as_object


class StdioTransport:
    """One stdio server behind one relay, as the pair of streams an SDK client wants.

    Entered and left by the session's own task. `spawned`, `spawn_failed` and `exited` are the
    evidence it gathers on the way.
    """

    def __init__(self, link: RelayLink, tap: Tap, log: Log) -> None:
        self.spawned: Spawned | None = None
        self.spawn_failed: SpawnFailed | None = None
        self.exited: Exited | None = None
        self.spawned_event: Event[Spawned] = Event()
        self._link = link
        self._tap = tap
        self._log = log
        self._streams = TappedStreams(tap, log)
        self._receiver = Receiver(self._streams, tap, log)
        self._tasks: list[asyncio.Task[None]] = []
        link.control.connect(self._on_control)
        link.stderr.connect(lambda lines: self._print(Source.STDERR, lines))
        link.noise.connect(self._take_noise)

    @property
    def closed(self) -> asyncio.Event:
        return self._streams.closed

    async def __aenter__(self) -> tuple[ReadSide, WriteSide]:
        try:
            await self._link.open()
        except BaseException:
            self._streams.close()  # nobody leaves what was never entered
            raise
        self._tasks = [pump(self._read), pump(self._write)]
        return self._streams.read_side, self._streams.write_side

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            exited = await self._link.close()
            self.exited = self.exited or exited
        finally:
            await finish(self._tasks)
            self._streams.close()

    async def _read(self) -> None:
        try:
            async for message in self._link.messages():
                await self._receiver.take(message)
        finally:
            self._streams.end()

    async def _write(self) -> None:
        async for _, message, body in self._streams.outgoing():
            await self._link.send(body)
            if message.get("method") == "notifications/cancelled":
                await self._forget(message)

    async def _forget(self, cancelled: JsonObject) -> None:
        request_id = as_object(cancelled.get("params")).get("requestId")
        if isinstance(request_id, (int, str)):
            await self._link.forget(request_id)

    def _on_control(self, event: Spawned | SpawnFailed | Dropped | Remark | Exited) -> None:
        match event:
            case Spawned():
                self.spawned = event
                self.spawned_event.emit(event)
            case SpawnFailed():
                self.spawn_failed = event
            case Exited():
                self.exited = event
            case Remark():
                self._log.add(Source.PATCHBAY, event.text, "warning")
            case Dropped():
                self._tasks.append(pump(lambda: self._dropped(event)))

    async def _dropped(self, event: Dropped) -> None:
        reason = self._why_dropped(event.why)
        self._log.add(Source.PATCHBAY, reason, "error")
        await self._streams.pass_on(self._tap.fail(event.request_id, reason))

    def _why_dropped(self, why: str) -> str:
        if why == "cap":
            return too_long(self._link.message_cap)
        kind, _, detail = why.partition(":")
        if kind == "disk":
            number = getattr(errno, detail, None)
            words = os.strerror(number) if number else f"error {detail}"
            return f"The answer could not be kept on disk: {words}"
        return f"The answer is {why}"

    def _take_noise(self, lines: Lines) -> None:
        """Lines that are no messages; a broken answer among them ends its request at once."""
        self._print(Source.NOISE, lines)
        for line in lines.lines:
            request_id = find_id(line.encode("utf-8", "replace"), self._tap.outstanding)
            if request_id is not None:
                reason = "The answer is unreadable: it is no complete JSON-RPC message"
                verdict = self._tap.fail(request_id, reason)
                self._tasks.append(pump(partial(self._streams.pass_on, verdict)))

    def _print(self, source: Source, lines: Lines) -> None:
        self._log.add_all(source, lines.lines)
        if lines.dropped:
            self._log.add(
                Source.PATCHBAY, f"{lines.dropped:,} more lines on {source} not kept", "warning"
            )
