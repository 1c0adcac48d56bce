"""Talk to a remote server over streamable HTTP, or over the older SSE."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TypeAlias

import httpx2
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import McpHttpClientFactory
from mcp.shared._stream_protocols import (  # the SDK names the types of its streams nowhere else
    ReadStream,
    WriteStream,
)
from mcp.shared.message import SessionMessage

from patchbay.core.config.model import Definition, Transport
from patchbay.core.errors import AppError
from patchbay.core.sessions.diagnosis.web import web_error
from patchbay.core.sessions.explain import explain, root_cause
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.remote.arrivals import Arrivals
from patchbay.core.sessions.remote.bodies import Bodies
from patchbay.core.sessions.remote.client import http_client
from patchbay.core.sessions.remote.intake import Intake
from patchbay.core.sessions.remote.refusal import Refusal, forgets_session, refusal_of
from patchbay.core.sessions.repair import find_id
from patchbay.core.sessions.streams import ReadSide, TappedStreams, WriteSide, finish, pump
from patchbay.core.sessions.tap import Tap

_FAREWELL = 3.0
"""Seconds that telling the server of the end may take."""
_Streams: TypeAlias = tuple[ReadStream[SessionMessage | Exception], WriteStream[SessionMessage]]


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
        self._arrivals = Arrivals(self._bodies, self._streams, tap, log)
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
            async with self._wire() as (incoming, outgoing):
                await self._exchange(incoming, outgoing)
        except Exception as error:  # noqa: BLE001 - whatever it was, the connection is over
            is_answer = isinstance(root_cause(error), httpx2.HTTPStatusError)
            self.failure = web_error(self.refusal) if is_answer and self.refusal else error
        finally:
            self._streams.end()
            self._opened.set()

    @asynccontextmanager
    async def _wire(self) -> AsyncGenerator[_Streams]:
        """The SDK's own pair of streams."""
        definition = self._definition
        client = await http_client(definition, self._on_response, self._on_loss)
        if self._is_sse:
            # It enters and leaves the client itself, and has its times from it.
            async with sse_client(definition.url, httpx_client_factory=_always(client)) as pair:
                yield pair
            return
        async with (
            client,
            streamable_http_client(
                definition.url,
                http_client=client,
                terminate_on_close=definition.terminate_on_close,
            ) as pair,
        ):
            yield pair

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
        if self._carrier is not None:
            await asyncio.wait([self._carrier], timeout=_FAREWELL)
            await finish([self._carrier])
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
        async for item, _, _ in self._streams.outgoing():
            await outgoing.send(item)

    async def _on_response(self, response: httpx2.Response) -> None:
        self._bodies.replace(response)
        is_page = "text/html" in response.headers.get("content-type", "").lower()
        if response.is_success and not is_page:
            self.has_answered = True
            self.refusal = None
            return
        # The SDK reads it again: a JSON-RPC error may stand in the body of a 400.
        body = await response.aread()
        if forgets_session(response, body):
            self.is_expired = True
            self._streams.end()
        elif response.request.method == "POST" or self._is_sse:
            await self._take_refusal(response, body)

    async def _take_refusal(self, response: httpx2.Response, body: bytes) -> None:
        """Keep it; a GET beside streamable HTTP is refused by many good servers."""
        self.refusal = refusal_of(response, body, self._log.redactor)
        if self.refusal.target:
            words = f"{self.refusal.url} leads to {self.refusal.headers['location']}"
            self._log.add(Source.PATCHBAY, words, "info")
        elif self._is_sse and response.request.method == "POST":
            # One refusal would end all posting of the SDK's: it shall think that it was taken.
            await self._fail(response.request, web_error(self.refusal))
            response.status_code = 202

    async def _on_loss(
        self, request: httpx2.Request, error: httpx2.TransportError
    ) -> httpx2.Response | None:
        """A message could not be sent, or got no answer: that costs its own request only.

        Without an answer from here the SDK would give up the whole connection.
        """
        if request.method != "POST" or not self.has_answered:
            return None
        await self._fail(request, explain(error))
        if isinstance(error, httpx2.ConnectError):
            self.failure = error  # nobody is there any more
            self._streams.end()
        return httpx2.Response(202, request=request)

    async def _fail(self, request: httpx2.Request, why: AppError) -> None:
        request_id = find_id(request.content, self._tap.outstanding)
        await self._streams.pass_on(self._tap.lose(request_id, why))


def _always(client: httpx2.AsyncClient) -> McpHttpClientFactory:
    def make(
        headers: dict[str, str] | None = None,
        timeout: httpx2.Timeout | None = None,
        auth: httpx2.Auth | None = None,
    ) -> httpx2.AsyncClient:
        return client

    return make
