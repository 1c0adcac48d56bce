"""Talk to a remote server over streamable HTTP."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
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
from patchbay.core.sessions.streams import ReadSide, TappedStreams, WriteSide, finish, pump
from patchbay.core.sessions.tap import Origin, Tap
from patchbay.core.values import JsonObject

_FAREWELL = 3.0
"""Seconds that telling the server of the end may take."""
_BODY_KEPT = 2048
_BODY_READ = 256 * 1024
"""Bytes of an error's body that are read at all."""
_TELLING_HEADERS = ("content-type", "www-authenticate", "retry-after", "location", "allow")


@dataclass(frozen=True, slots=True)
class Refusal:
    """The last HTTP answer that was no success: the SDK keeps none of it."""

    status: int
    reason: str
    url: str
    headers: dict[str, str]
    body: str


class HttpTransport:
    """One remote server over streamable HTTP, as the pair of streams an SDK client wants."""

    def __init__(self, definition: Definition, message_cap: int, tap: Tap, log: Log) -> None:
        self.refusal: Refusal | None = None
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
                body = item.message.model_dump_json(by_alias=True, exclude_unset=True)
                message: JsonObject = item.message.model_dump(
                    by_alias=True, mode="json", exclude_unset=True
                )
                origin = Origin(len(body.encode("utf-8", "replace")))
                await self._streams.deliver(message, body, origin, item.metadata)
        finally:
            self._streams.end()

    async def _write(self, outgoing: WriteStream[SessionMessage]) -> None:
        async for item, _, _ in self._streams.outgoing():
            await outgoing.send(item)

    async def _on_response(self, response: httpx2.Response) -> None:
        if response.is_success and "text/html" not in response.headers.get("content-type", ""):
            return
        body = b""
        if not response.is_success:
            if isinstance(response.stream, httpx2.AsyncByteStream):
                response.stream = _Bounded(response.stream, _BODY_READ)
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
    """The beginning of a body: an error page may be of any size."""

    def __init__(self, stream: httpx2.AsyncByteStream, most: int) -> None:
        self._stream, self._most = stream, most

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = self._most
        async for chunk in self._stream:
            yield chunk[:left]
            left -= len(chunk)
            if left <= 0:
                return

    @override
    async def aclose(self) -> None:
        await self._stream.aclose()
