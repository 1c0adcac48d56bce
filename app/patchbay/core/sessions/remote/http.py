"""Talk to a remote server over streamable HTTP, or over the older SSE."""

import asyncio
from types import TracebackType

import httpx2
from mcp.shared._stream_protocols import (  # the SDK names the types of its streams nowhere else
    ReadStream,
    WriteStream,
)
from mcp.shared.message import SessionMessage

from patchbay.core.config.model import Definition, Transport
from patchbay.core.errors import AppError
from patchbay.core.sessions.diagnosis.loss import forgotten_at_once, unanswered
from patchbay.core.sessions.diagnosis.transport import foreign_endpoint, no_endpoint
from patchbay.core.sessions.diagnosis.web import web_error
from patchbay.core.sessions.explain import explain, root_cause
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.remote.arrivals import Arrivals
from patchbay.core.sessions.remote.bodies import Bodies
from patchbay.core.sessions.remote.client import http_client
from patchbay.core.sessions.remote.fields import MisledError
from patchbay.core.sessions.remote.intake import Intake
from patchbay.core.sessions.remote.ready import ready
from patchbay.core.sessions.remote.refusal import (
    EVENTS,
    JSON,
    Refusal,
    forgets_session,
    is_followed,
    may_be_message,
    refusal_of,
)
from patchbay.core.sessions.remote.wire import wire
from patchbay.core.sessions.repair import find_id
from patchbay.core.sessions.streams import ReadSide, TappedStreams, WriteSide, finish, pump
from patchbay.core.sessions.tap import Tap

NOTICE_SECONDS = 3.0
"""How long a server may take to accept what it has nothing to answer to."""
_FAREWELL = 2.0
"""Seconds that telling the server of the end may take."""
_NEVER_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


class HttpTransport:
    """One remote server over HTTP, as the pair of streams an SDK client wants.

    `definition.transport` tells whether it is streamable HTTP or SSE.
    """

    def __init__(self, definition: Definition, intake: Intake, tap: Tap, log: Log) -> None:
        self.refusal: Refusal | None = None
        self.is_expired = False
        """It ended because the server forgot the session."""
        self.has_answered = False
        """It took at least one message."""
        self._definition = definition
        self._is_sse = definition.transport is Transport.SSE
        self._tap, self._log = tap, log
        self.failure: BaseException | None = None
        self._streams = TappedStreams(tap, log)
        self._bodies = Bodies(intake)
        self._refused: dict[int | str | None, Refusal] = {}
        """What stood in the place of an answer, until the SDK gives up that request."""
        self._arrivals = Arrivals(self._bodies, self._streams, tap, log, self._refused)
        self._has_listened = False
        """The server once opened the stream of its own messages."""
        self._followed: set[str] = set()
        self._carrier: asyncio.Task[None] | None = None
        self._opened, self._leave = asyncio.Event(), asyncio.Event()

    @property
    def closed(self) -> asyncio.Event:
        return self._streams.closed

    async def __aenter__(self) -> tuple[ReadSide, WriteSide]:
        self._carrier = pump(self._carry)
        try:
            await self._opened.wait()
        except BaseException:
            await self._end()
            raise
        return self._streams.read_side, self._streams.write_side

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._end()

    async def _carry(self) -> None:
        """Hold the SDK's transport: one failed request of it cancels the task that entered it."""
        try:
            client = await http_client(
                self._definition, self._on_response, self._on_loss, self._on_request
            )
            async with wire(self._definition, client) as (incoming, outgoing):
                await self._exchange(incoming, outgoing)
        except Exception as error:  # noqa: BLE001 - whatever it was, the connection is over
            self.failure = self._why(error)
        finally:
            self._streams.end()
            self._opened.set()

    def _why(self, error: Exception) -> BaseException:
        """What ended the SDK's transport, in better words where there are some."""
        cause = root_cause(error)
        if isinstance(cause, MisledError):
            return foreign_endpoint(cause.target)
        if isinstance(cause, (httpx2.HTTPStatusError, httpx2.SSEError)) and self.refusal:
            return web_error(self.refusal)
        return no_endpoint() if self._is_sse and isinstance(cause, RuntimeError) else error

    async def _exchange(
        self,
        incoming: ReadStream[SessionMessage | Exception],
        outgoing: WriteStream[SessionMessage],
    ) -> None:
        pumps = [pump(lambda: self._read(incoming)), pump(lambda: self._write(outgoing))]
        self._opened.set()
        try:
            await self._leave.wait()
        finally:
            await finish(pumps)

    async def _end(self) -> None:
        """Leave in good order, which may tell the server, but not wait for it for long."""
        self._leave.set()
        if self._carrier is not None and self._opened.is_set():
            await asyncio.wait([self._carrier], timeout=_FAREWELL)
        await finish([self._carrier] if self._carrier is not None else [])
        self._streams.close()

    async def _read(self, incoming: ReadStream[SessionMessage | Exception]) -> None:
        try:
            async for item in incoming:
                if isinstance(item, Exception):
                    self._log.add(Source.PATCHBAY, f"{item}", "warning")
                    continue
                await self._arrivals.take(item)
        finally:
            self._streams.end()

    async def _write(self, outgoing: WriteStream[SessionMessage]) -> None:
        async for item, _, body in self._streams.outgoing():
            await outgoing.send(ready(item, body))

    async def _on_request(self, request: httpx2.Request) -> None:
        """Nobody waits for what a notification is answered, but all that is sent after it does."""
        if request.method == "POST" and await self._asked_by(request) is None:
            times = request.extensions["timeout"]
            request.extensions["timeout"] = {**times, "read": NOTICE_SECONDS}

    async def _on_response(self, response: httpx2.Response) -> None:
        self._bodies.replace(response)
        request_id = await self._asked_by(response.request)
        is_get = response.request.method == "GET"
        if may_be_message(response, self._wanted(request_id, is_get=is_get)):
            self._note_success(response, request_id)
            return
        # The SDK reads it again: a JSON-RPC error may stand in the body of a 400.
        body = await response.aread()
        # Many servers have nothing at all for a GET, and answer 404.
        if forgets_session(response, body) and (self._has_listened or not is_get):
            self.is_expired, self.failure = True, forgotten_at_once()
            self._streams.end()
        elif response.request.method == "POST" or self._is_sse:
            await self._take_refusal(response, body, request_id)

    def _wanted(self, request_id: int | str | None, *, is_get: bool) -> tuple[str, ...]:
        """The content types that an answer may have; any but that of a page where it is empty."""
        if self._is_sse:
            return (EVENTS,) if is_get else ()
        return (JSON, EVENTS) if request_id is not None else ()

    def _note_success(self, response: httpx2.Response, request_id: int | str | None) -> None:
        self.has_answered = True
        self.refusal = None
        self._has_listened = self._has_listened or response.request.method == "GET"
        before = self._refused.pop(request_id, None)
        if before is not None and before.target and before.target not in self._followed:
            self._followed.add(before.target)
            words = f"{before.url} leads to {before.headers['location']}, so all is sent twice."
            self._log.add(Source.PATCHBAY, f"{words} Put that address into the entry.", "info")

    async def _take_refusal(
        self, response: httpx2.Response, body: bytes, request_id: int | str | None
    ) -> None:
        """Keep it; a GET beside streamable HTTP is refused by many good servers."""
        self.refusal = refusal_of(response, body, self._log.redactor)
        is_post = response.request.method == "POST"
        if self._is_sse and is_post and not is_followed(response, self.refusal.target):
            # One refusal would end all posting of the SDK's: it shall think that it was taken.
            await self._fail(request_id, web_error(self.refusal))
            response.status_code = 202
        elif self.refusal.target or self.has_answered:
            self._refused[request_id] = self.refusal

    async def _on_loss(
        self, request: httpx2.Request, error: httpx2.TransportError
    ) -> httpx2.Response | None:
        """A message could not be sent, or got no answer: that costs its own request only.

        Without an answer from here the SDK would give up the whole connection.
        """
        if request.method != "POST" or not self.has_answered:
            self.refusal = None  # what was refused before is not why it fails
            return None
        why = explain(error)
        told = why if isinstance(error, _NEVER_SENT) else unanswered(why)
        await self._fail(await self._asked_by(request), told)
        if isinstance(error, httpx2.ConnectError):
            self.failure = error  # nobody is there any more
            self._streams.end()
        return httpx2.Response(202, request=request)

    async def _fail(self, request_id: int | str | None, why: AppError) -> None:
        await self._streams.pass_on(self._tap.lose(request_id, why))

    async def _asked_by(self, request: httpx2.Request) -> int | str | None:
        """The id of the request that a POST carries and that still waits."""
        if request.method != "POST":
            return None
        # That of a redirect is a copy which has not been read.
        return find_id(await request.aread(), self._tap.outstanding)
