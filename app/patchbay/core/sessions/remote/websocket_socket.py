"""One open WebSocket, read in small pieces however large its messages are."""

import asyncio
from collections.abc import Generator
from dataclasses import dataclass

from typing_extensions import override
from websockets.asyncio.client import ClientConnection
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import Event
from websockets.streams import StreamReader

_PIECE = 256 * 1024
_AHEAD = 4
"""Pieces that may wait to be read before no more is taken from the network."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some bytes of a message."""

    data: bytes | bytearray | memoryview
    is_last: bool
    is_binary: bool = False
    """The message began as a binary one; told by its first piece."""


class Socket(ClientConnection):
    """Hands out messages piece by piece, counts signs of life, and ends in bounded time.

    The library would join the frames of a message: for hundreds of megabytes that takes longer
    than a window may be still.
    """

    is_awaited = False
    """Somebody waits for the next piece, so whatever comes is taken at once."""
    _pieces: asyncio.Queue[Piece | None]
    _heard = 0
    _giving_up: asyncio.TimerHandle | None = None

    @property
    def signs_of_life(self) -> tuple[int, int]:
        """Changes as long as anything comes from the other side or is taken by it."""
        return self._heard, self.transport.get_write_buffer_size()

    async def piece(self) -> Piece:
        """The next one.

        Raises:
            ConnectionClosed: there will be no more.
        """
        self.is_awaited = True
        found = await self._pieces.get()
        self.is_awaited = False
        if found is None:
            self._pieces.put_nowait(None)
            raise self.protocol.close_exc
        if self._pieces.empty():
            self.transport.resume_reading()
        return found

    async def leave(self) -> None:
        """Close politely; after a few seconds, or when cancelled, at once."""
        try:
            async with asyncio.timeout(self.close_timeout):
                await self.close()
        except TimeoutError:
            pass  # a server that reads nothing does not even let the goodbye through
        finally:
            self.transport.abort()
        await self.wait_closed()

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._pieces = asyncio.Queue()
        reader = self.protocol.reader
        usual = reader.read_exact
        reader.read_exact = lambda n: usual(n) if n < _PIECE else _read_large(reader, n)
        super().connection_made(transport)

    @override
    def data_received(self, data: bytes) -> None:
        self._heard += len(data)
        super().data_received(data)
        if self.close_timeout is not None and self.protocol.close_expected():
            # The library would wait for the server as long as it goes on to send.
            self._giving_up = self._giving_up or self.loop.call_later(
                self.close_timeout, self.transport.abort
            )

    @override
    def process_event(self, event: Event) -> None:
        if not isinstance(event, Frame) or event.opcode not in DATA_OPCODES:
            super().process_event(event)
            return
        data = memoryview(event.data)
        for start in range(0, max(1, len(data)), _PIECE):
            piece = data[start : start + _PIECE]
            is_last = event.fin and start + _PIECE >= len(data)
            self._pieces.put_nowait(Piece(piece, is_last, event.opcode is Opcode.BINARY))
        if self._pieces.qsize() > _AHEAD:
            self.transport.pause_reading()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
        super().connection_lost(exc)
        self._pieces.put_nowait(None)


def _read_large(reader: StreamReader, count: int) -> Generator[None, None, bytearray]:
    """As the library's own, but what was read becomes the result instead of being copied."""
    while len(reader.buffer) < count:
        if reader.eof:
            raise EOFError(f"stream ends after {len(reader.buffer)} bytes, expected {count} bytes")
        yield
    whole = reader.buffer
    reader.buffer = whole[count:]
    del whole[count:]
    return whole
