"""Talk to a remote server over WebSocket: each message of the protocol is one of the WebSocket."""

import asyncio
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from patchbay.core.config.model import Definition
from patchbay.core.config.secrets import masked_address
from patchbay.core.errors import AppError
from patchbay.core.sessions.diagnosis.web import web_error
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.receiving import Receiver
from patchbay.core.sessions.remote.intake import Intake, NotTakenError
from patchbay.core.sessions.remote.refusal import BODY_KEPT, TELLING_HEADERS, Refusal, target_of
from patchbay.core.sessions.remote.websocket_closing import closed_words, silent_words
from patchbay.core.sessions.remote.websocket_opening import MCP, USUAL, Timing, open_socket
from patchbay.core.sessions.remote.websocket_socket import Piece, Socket
from patchbay.core.sessions.remote.websocket_words import handshake_words
from patchbay.core.sessions.repair import find_id
from patchbay.core.sessions.streams import ReadSide, TappedStreams, WriteSide, finish, pump
from patchbay.core.sessions.tap import Tap


class WebSocketTransport:
    """One remote server over WebSocket, as the pair of streams an SDK client wants.

    Entered and left by one task. `refusal` is what a web server answered instead of a WebSocket,
    `failure` why the connection ended that nobody here ended.
    """

    def __init__(
        self,
        definition: Definition,
        intake: Intake,
        tap: Tap,
        log: Log,
        timing: Timing = USUAL,
    ) -> None:
        self.refusal: Refusal | None = None
        self.failure: AppError | None = None
        self._definition = definition
        self._intake = intake
        self._message_cap = intake.limits.message_cap
        self._tap = tap
        self._log = log
        self._timing = timing
        self._streams = TappedStreams(tap, log)
        self._receiver = Receiver(self._streams, tap, log)
        self._tasks: list[asyncio.Task[None]] = []
        self._socket: Socket | None = None
        self._is_leaving = self._told_of_binary = False

    @property
    def closed(self) -> asyncio.Event:
        return self._streams.closed

    async def __aenter__(self) -> tuple[ReadSide, WriteSide]:
        try:
            self._socket = socket = await self._open()
        except BaseException:
            self._streams.close()  # nobody leaves what was never entered
            raise
        if socket.subprotocol != MCP:
            words = "The server did not confirm the subprotocol “mcp”; it may speak something else."
            self._log.add(Source.PATCHBAY, words, "warning")
        self._tasks = [
            pump(lambda: self._read(socket)),
            pump(lambda: self._write(socket)),
            pump(lambda: self._watch(socket)),
        ]
        return self._streams.read_side, self._streams.write_side

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_leaving = True
        try:
            if self._socket is not None:
                await self._socket.leave()
        finally:
            await finish(self._tasks)
            self._streams.close()

    async def _open(self) -> Socket:
        try:
            return await open_socket(self._definition, self._message_cap, self._timing)
        except InvalidStatus as error:
            self.refusal = self._refusal_in(error)
            words = handshake_words(error) if self.refusal is None else web_error(self.refusal)
            raise words from error
        except WebSocketException as error:
            raise handshake_words(error) from error

    async def _read(self, socket: Socket) -> None:
        try:
            while True:
                await self._receive(_Pieces(socket, await socket.piece()))
        except ConnectionClosed as closed:
            self._lose(closed_words(closed, self._message_cap))
        finally:
            self._streams.end()

    async def _receive(self, pieces: "_Pieces") -> None:
        if pieces.first.is_binary and not self._told_of_binary:
            self._told_of_binary = True
            words = "The server sends binary messages; they are read as UTF-8 text."
            self._log.add(Source.PATCHBAY, words, "warning")
        try:
            message = await self._intake.take(pieces)
        except ConnectionClosed:
            raise
        except NotTakenError as error:
            self._log.add(Source.PATCHBAY, str(error), "error")
            await self._streams.pass_on(self._tap.fail(error.answered, str(error)))
            await pieces.skip()
        except Exception as error:  # noqa: BLE001 - it costs one request, not the connection
            said_id = find_id(bytes(pieces.first.data), self._tap.outstanding)
            await self._streams.mishandled(said_id, error)
            await pieces.skip()
        else:
            await self._receiver.take(message)

    async def _write(self, socket: Socket) -> None:
        async for _, _, body in self._streams.outgoing():
            try:
                await socket.send(body, text=True)
            except ConnectionClosed:
                return  # the reader tells why

    async def _watch(self, socket: Socket) -> None:
        """End a connection whose other side is silent; data on its way is a sign of life, too."""
        while True:
            await asyncio.sleep(self._timing.ping_every)
            before = socket.signs_of_life
            try:
                async with asyncio.timeout(self._timing.pong_within):
                    await (await socket.ping())
            except TimeoutError:
                # While we are busy with what came, nothing is read: a pong would not be seen.
                if socket.signs_of_life == before and socket.is_awaited:
                    self._lose(silent_words(self._timing.pong_within))
                    socket.transport.abort()
                    return
            except ConnectionClosed:
                return

    def _lose(self, failure: AppError) -> None:
        """Remember the first reason."""
        if not self._is_leaving and self.failure is None:
            self.failure = failure

    def _refusal_in(self, error: InvalidStatus) -> Refusal | None:
        """The answer of a web server, unless it is a success that says nothing to a person."""
        response = error.response
        headers = {
            name: ", ".join(map(_readable, response.headers.get_all(name)))
            for name in TELLING_HEADERS
            if name in response.headers
        }
        if 200 <= response.status_code < 300 and "html" not in headers.get("content-type", ""):
            return None
        target = _as_websocket(target_of(self._definition.url, headers.get("location", "")))
        if "location" in headers:
            headers["location"] = masked_address(target)
        return Refusal(
            response.status_code,
            _readable(response.reason_phrase),
            _plain(self._definition.url),
            headers,
            self._log.redactor.beginning(
                bytes(response.body).decode("utf-8", "replace"), BODY_KEPT
            ),
            target,
        )


class _Pieces:
    """The bytes of one message, as they come."""

    def __init__(self, socket: Socket, first: Piece) -> None:
        self.first = first
        self._socket = socket
        self._latest: Piece | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        if self._latest is None:
            self._latest = self.first
        elif self._latest.is_last:
            raise StopAsyncIteration
        else:
            self._latest = await self._socket.piece()
        return bytes(self._latest.data)

    async def skip(self) -> None:
        """Leave out what is left of it."""
        async for _ in self:
            pass


def _plain(url: str) -> str:
    """The address without anything in it that may be secret."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


def _as_websocket(url: str) -> str:
    """Web servers send WebSocket clients elsewhere in the words of HTTP."""
    scheme, colon, rest = url.partition(":")
    return {"http": "ws", "https": "wss"}.get(scheme, scheme) + colon + rest


def _readable(text: str) -> str:
    """Headers come as ASCII with other bytes escaped."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
