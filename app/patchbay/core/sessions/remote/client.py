"""Makes the HTTP client that a remote server is reached with."""

import asyncio
import os
import ssl
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import httpx2
from typing_extensions import override

from patchbay.core.config.model import Definition, Transport
from patchbay.core.sessions.remote.proxies import proxy_for
from patchbay.core.sessions.remote.ready import ReadyBody
from patchbay.core.sessions.remote.tls import tls_context

_SOON = 1.0
"""Seconds in which a server says that it took a message, if it does so before it has done it."""

OnResponse: TypeAlias = Callable[[httpx2.Response], Awaitable[None]]
OnRequest: TypeAlias = Callable[[httpx2.Request], Awaitable[None]]
OnLoss: TypeAlias = Callable[
    [httpx2.Request, httpx2.TransportError], Awaitable[httpx2.Response | None]
]


class _Client(httpx2.AsyncClient):
    """Sends bodies that are ready, and lets `on_loss` answer for a server that did not.

    Over SSE answers come on the stream, so a POST that is not answered soon goes on alone: the SDK
    sends one at a time.
    """

    on_loss: OnLoss | None = None
    answers_elsewhere = False

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._left_alone: set[asyncio.Task[httpx2.Response]] = set()

    @override
    def build_request(self, method: str, url: httpx2.URL | str, **more: Any) -> httpx2.Request:
        headers = httpx2.Headers(_sendable(more.get("headers")))
        if isinstance(body := more.get("json"), ReadyBody):
            headers.setdefault("content-type", "application/json")
            more |= {"json": None, "content": body.body}
        more["headers"] = headers
        return super().build_request(method, url, **more)

    @override
    async def send(self, request: httpx2.Request, **more: Any) -> httpx2.Response:
        if not self.answers_elsewhere or request.method != "POST":
            return await self._answered(request, **more)
        sending = asyncio.create_task(self._answered(request, **more))
        try:
            done, _ = await asyncio.wait([sending], timeout=_SOON)
        except BaseException:
            sending.cancel()
            raise
        if done:
            return sending.result()
        self._left_alone.add(sending)
        sending.add_done_callback(self._left_alone.discard)
        return httpx2.Response(202, request=request)

    async def _answered(self, request: httpx2.Request, **more: Any) -> httpx2.Response:
        try:
            return await super().send(request, **more)
        except httpx2.TransportError as error:
            answer = await self.on_loss(request, error) if self.on_loss is not None else None
            if answer is None:
                raise
            return answer

    @override
    async def __aexit__(self, *error: Any) -> None:
        left = tuple(self._left_alone)
        for sending in left:
            sending.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await super().__aexit__(*error)


def _sendable(headers: Mapping[str, str] | None) -> list[tuple[bytes, bytes]]:
    """Also what is no ASCII: a method's name may be, and a session's number."""
    return [(name.encode(), value.encode()) for name, value in (headers or {}).items()]


async def http_client(
    definition: Definition,
    on_response: OnResponse,
    on_loss: OnLoss | None = None,
    on_request: OnRequest | None = None,
) -> httpx2.AsyncClient:
    """A client for one server, not yet entered; `on_response` sees each answer before its body.

    `on_loss` sees each request that got none, and may make one up; `on_request` each before.

    Raises:
        AppError: a certificate or the proxy cannot be used.
    """
    proxy = proxy_for(definition, os.environ)
    context = await asyncio.to_thread(tls_context, definition)
    client = _Client(
        headers=dict(definition.headers),
        timeout=httpx2.Timeout(definition.connect_timeout, read=definition.sse_read_timeout),
        verify=context,
        proxy=None if proxy is None else _proxy(proxy, context),
        # A call that waits holds its connection; no number of them may keep others from being made.
        # One that rests must go before the server's end of it does: a request on its way then would
        # be lost. Node and uvicorn close theirs after 5 s.
        limits=httpx2.Limits(
            max_connections=None, max_keepalive_connections=20, keepalive_expiry=4
        ),
        trust_env=False,  # it would send what is meant for this computer to a proxy
        event_hooks={
            "request": [] if on_request is None else [on_request],
            "response": [on_response],
        },
    )
    client.on_loss = on_loss
    client.answers_elsewhere = definition.transport is Transport.SSE
    return client


def _proxy(address: str, context: ssl.SSLContext) -> httpx2.Proxy:
    """A proxy that is reached encrypted is checked like a server."""
    return httpx2.Proxy(address, ssl_context=context if address.startswith("https:") else None)
