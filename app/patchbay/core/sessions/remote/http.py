"""Talk to a remote server over streamable HTTP."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from types import TracebackType
from urllib.parse import urlsplit

import httpx2
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._stream_protocols import (  # the SDK names the types of its streams nowhere else
    ReadStream,
    WriteStream,
)
from mcp.shared.message import SessionMessage
from typing_extensions import override

from patchbay.core.config.addresses import is_loopback
from patchbay.core.config.model import Definition
from patchbay.core.sessions.explain import root_cause
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.remote.refusal import Refusal
from patchbay.core.sessions.repair import REFUSED
from patchbay.core.sessions.streams import ReadSide, TappedStreams, WriteSide, finish, pump
from patchbay.core.sessions.tap import Origin, Tap
from patchbay.core.values import JsonObject, as_object, as_text

_FAREWELL = 3.0
"""Seconds that telling the server of the end may take."""
_BODY_KEPT = 2048
_BODY_READ = 256 * 1024
"""Bytes of an error's body that are read at all."""
_TELLING_HEADERS = ("content-type", "www-authenticate", "retry-after", "location", "allow")


class HttpTransport:
    """One remote server over streamable HTTP, as the pair of streams an SDK client wants."""

    def __init__(self, definition: Definition, message_cap: int, tap: Tap, log: Log) -> None:
        self.refusal: Refusal | None = None
        self.is_expired = False
        self.has_answered = False
        """It took at least one message."""
        self._definition = definition
        self._message_cap = message_cap
        self._log = log
        self.failure: BaseException | None = None
        self._streams = TappedStreams(tap, log)
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
            async with (
                self._http_client() as client,
                streamable_http_client(
                    self._definition.url,
                    http_client=client,
                    terminate_on_close=self._definition.terminate_on_close,
                    max_sse_event_size=self._message_cap,
                ) as (incoming, outgoing),
            ):
                await self._exchange(incoming, outgoing)
        except Exception as error:  # noqa: BLE001 - whatever it was, the connection is over
            self.failure = error
            self._log.add(Source.PATCHBAY, f"The connection was lost: {root_cause(error)}", "error")
        finally:
            self._streams.end()
            self._opened.set()

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

    def _http_client(self) -> httpx2.AsyncClient:
        definition = self._definition
        timeout = httpx2.Timeout(definition.connect_timeout, read=definition.sse_read_timeout)
        return httpx2.AsyncClient(
            headers=dict(definition.headers),
            timeout=timeout,
            trust_env=not is_loopback(urlsplit(definition.url).hostname or ""),
            event_hooks={"response": [self._on_response]},
        )

    async def _read(self, incoming: ReadStream[SessionMessage | Exception]) -> None:
        try:
            async for item in incoming:
                if isinstance(item, Exception):
                    self._log.add(Source.PATCHBAY, f"{item}", "warning")
                    continue
                try:
                    await self._receive(item)
                except Exception as error:  # noqa: BLE001 - the next message may be a good one
                    await self._streams.mishandled(getattr(item.message, "id", None), error)
        finally:
            self._streams.end()

    async def _receive(self, item: SessionMessage) -> None:
        message: JsonObject = item.message.model_dump(
            by_alias=True, mode="json", exclude_unset=True
        )
        said = as_text(as_object(message.get("error")).get("message"))
        if said.endswith(reason := _too_long(self._message_cap)):
            # The SDK takes it for a parse error.
            message["error"] = {"code": REFUSED, "message": reason}
        body = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        origin = Origin(len(body.encode("utf-8", "replace")))
        await self._streams.deliver(message, body, origin, item.metadata)

    async def _write(self, outgoing: WriteStream[SessionMessage]) -> None:
        async for item, _, _ in self._streams.outgoing():
            await outgoing.send(item)

    async def _on_response(self, response: httpx2.Response) -> None:
        self.has_answered = self.has_answered or response.is_success
        kind = response.headers.get("content-type", "").lower()
        if response.is_success and "text/event-stream" not in kind:
            # An event stream may go on for ever; the SDK bounds each of its events instead.
            _bound(response, self._message_cap, is_refused=True)
        if response.is_success and "text/html" not in kind:
            return
        body = b""
        if not response.is_success:
            _bound(response, _BODY_READ, is_refused=False)
            # The SDK reads it again: a JSON-RPC error may stand in the body of a 400.
            body = (await response.aread())[:_BODY_KEPT]
        headers = {
            name: response.headers[name] for name in _TELLING_HEADERS if name in response.headers
        }
        self.refusal = Refusal(
            response.status_code,
            response.reason_phrase,
            str(response.url.copy_with(userinfo=b"", query=None)),
            headers,
            self._log.redactor.text(body.decode("utf-8", "replace")),
        )


class _Bounded(httpx2.AsyncByteStream):
    """At most so many bytes of a body, counted after decoding: 1 MB of gzip may hold a gigabyte.

    A longer one is refused with a `StreamError`, or else ends there.
    """

    def __init__(self, response: httpx2.Response, most: int, *, is_refused: bool) -> None:
        self._response, self._most, self._is_refused = response, most, is_refused

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = self._most
        async with aclosing(self._response.aiter_bytes()) as chunks:
            async for chunk in chunks:
                if len(chunk) > left and self._is_refused:
                    raise httpx2.StreamError(_too_long(self._most))
                yield chunk[:left]
                left -= len(chunk)
                if left < 0:
                    return

    @override
    async def aclose(self) -> None:
        await self._response.aclose()


def _bound(response: httpx2.Response, most: int, *, is_refused: bool) -> None:
    """Have a response read through a bound; what it reads is decoded already."""
    encoded = httpx2.Response(
        response.status_code,
        headers=response.headers,
        stream=response.stream,
        request=response.request,
    )
    response.stream = _Bounded(encoded, most, is_refused=is_refused)
    if "content-encoding" in response.headers:
        del response.headers["content-encoding"]


def _too_long(most: int) -> str:
    return f"The answer is longer than the {most / 1024**2:g} MB that Patchbay accepts"
