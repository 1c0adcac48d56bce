"""Takes in one message of a remote server: a small one in memory, a large one on disk, slimmed."""

import asyncio
import os
import threading
from collections.abc import AsyncIterable
from pathlib import Path

from patchbay.core.calls.blocks import Spooled
from patchbay.core.errors import AppError
from patchbay.core.sessions.decoder import Decoder, NotJsonError
from patchbay.core.sessions.launch import Limits
from patchbay.core.sessions.relay_events import Message
from patchbay.relay.folder import Folder
from patchbay.relay.lines import answered_id, without_bom
from patchbay.relay.pipes import write_all

_BATCH = 256 * 1024
"""Bytes that are written at once."""
_EDGE = 4096
_GAP = "\n…\n".encode()
"""Between the two ends of what is no JSON: with a raw line break inside or outside of a string,
the ends cannot happen to make up a valid message."""


class NotTakenError(Exception):
    """A message that was not accepted; the text says why.

    `answered` is the id of the request that it answers, as far as that is known.
    """

    def __init__(self, why: str, answered: int | str | None = None) -> None:
        super().__init__(why)
        self.answered = answered


class TooLongError(NotTakenError):
    """It is longer than the largest message that the settings allow."""


class Intake:
    """Turns bytes into messages for one connection; its large ones lie in `folder`."""

    def __init__(self, folder: Path, decoder: Decoder, limits: Limits) -> None:
        self.decoder = decoder
        self.limits = limits
        self.folder = Folder(str(folder))

    async def take(self, chunks: AsyncIterable[bytes]) -> Message:
        """One whole message. What is no JSON comes too, as its two ends: nobody can parse those.

        Raises:
            NotTakenError: it is too long, or there is no room for it.
        """
        incoming = self.begin()
        try:
            async for chunk in chunks:
                await incoming.add(chunk)
                if incoming.refused is not None:
                    break
            return await incoming.finish()
        except BaseException:
            incoming.discard()
            raise

    def begin(self) -> "Incoming":
        return Incoming(self)


class Incoming:
    """One message that still comes in.

    After `refused` is set no more is kept: further bytes are counted, and searched for an id.
    """

    def __init__(self, intake: Intake) -> None:
        self.refused: NotTakenError | None = None
        self._intake = intake
        self._held = bytearray()
        self._head = b""
        self._size = 0
        self._file: _SpoolFile | None = None

    async def add(self, data: bytes) -> None:
        self._size += len(data)
        if len(self._head) < _EDGE:
            self._head += data[: _EDGE - len(self._head)]
        self._held += data
        if self.refused is not None:
            del self._held[:-_EDGE]
        elif self._size > self._intake.limits.message_cap:
            self._refuse(TooLongError(too_long(self._intake.limits.message_cap)))
        elif len(self._held) > (self._intake.limits.untouched if self._file is None else _BATCH):
            await self._write()

    async def finish(self) -> Message:
        """The message, now that all of it has come.

        Raises:
            NotTakenError: it was refused.
        """
        if self._file is not None and self.refused is None:
            await self._write()
        if self.refused is not None:
            self.refused.answered = self.answered
            raise self.refused
        if self._file is not None:
            return await self._slim(self._file)
        body = without_bom(bytes(self._held))
        if not body.isascii():
            body = body.decode("utf-8", "replace").encode()
        return Message(body, self._size)

    def discard(self) -> None:
        """Keep nothing of it; a file is gone soon, whatever is still being written."""
        self._held.clear()
        if self._file is not None:
            asyncio.get_running_loop().run_in_executor(None, self._file.remove)
            self._file = None

    @property
    def answered(self) -> int | str | None:
        """The id of the request it answers, as far as that can be told by now."""
        return answered_id(without_bom(self._head), bytes(self._held[-_EDGE:]))

    async def _write(self) -> None:
        data, self._held = self._held, bytearray()
        if self._file is None:
            self._file = _SpoolFile(self._intake.folder)
        try:
            await asyncio.to_thread(self._file.write, bytes(data))
        except OSError as error:
            why = f"The answer could not be kept on disk: {error.strerror or error}"
            self._refuse(NotTakenError(why))

    async def _slim(self, file: "_SpoolFile") -> Message:
        try:
            await asyncio.to_thread(file.close)
            return await self._intake.decoder.slim(Spooled(file.path, 0, self._size, "dict"))
        except NotJsonError:
            ends = await asyncio.to_thread(file.ends)
            return Message(_GAP.join(ends), self._size, file.path, 0, self._size)
        except AppError as error:
            why = f"The answer could not be read: {error.cause}"
            raise NotTakenError(why, self.answered) from error

    def _refuse(self, error: NotTakenError) -> None:
        self.refused = error
        kept = self._held[-_EDGE:]
        self.discard()
        self._held = kept


class _SpoolFile:
    """A new file for one message, written in threads, one of which may outlive the message."""

    def __init__(self, folder: Folder) -> None:
        self.path = Path()
        self._folder = folder
        self._handle = -1
        self._is_removed = False
        self._lock = threading.Lock()

    def write(self, data: bytes) -> None:
        with self._lock:
            if self._is_removed:
                return
            if self._handle < 0:
                name, self._handle = self._folder.create("json")
                self.path = Path(self._folder.path, name)
            write_all(self._handle, data)

    def close(self) -> None:
        with self._lock:
            self._close()

    def remove(self) -> None:
        with self._lock:
            self._is_removed = True
            self._close()
            if self.path.name:
                self._folder.remove(self.path.name)

    def _close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def ends(self) -> tuple[bytes, bytes]:
        """The first and last bytes, as valid UTF-8."""
        with self.path.open("rb") as file:
            first = file.read(_EDGE)
            file.seek(max(0, self.path.stat().st_size - _EDGE))
            last = file.read()
        return _valid(first), _valid(last)


def too_long(most: int) -> str:
    return (
        f"The answer is longer than the {most / 1024**2:g} MB that Patchbay accepts "
        "(“Largest message” in the settings)"
    )


def _valid(text: bytes) -> bytes:
    return text.decode("utf-8", "replace").encode()
