"""Makes the HTTP client that a remote server is reached with."""

import asyncio
import os
import ssl
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import httpx2
from typing_extensions import override

from patchbay.core.config.model import Definition
from patchbay.core.sessions.remote.proxies import proxy_for
from patchbay.core.sessions.remote.ready import ReadyBody
from patchbay.core.sessions.remote.tls import tls_context

OnResponse: TypeAlias = Callable[[httpx2.Response], Awaitable[None]]
OnRequest: TypeAlias = Callable[[httpx2.Request], Awaitable[None]]
OnLoss: TypeAlias = Callable[
    [httpx2.Request, httpx2.TransportError], Awaitable[httpx2.Response | None]
]


class _Client(httpx2.AsyncClient):
    """Sends bodies that are ready, and lets `on_loss` answer for a server that did not."""

    on_loss: OnLoss | None = None

    @override
    def build_request(self, method: str, url: httpx2.URL | str, **more: Any) -> httpx2.Request:
        if isinstance(body := more.get("json"), ReadyBody):
            headers = httpx2.Headers({"content-type": "application/json"})
            headers.update(more.get("headers"))
            more |= {"json": None, "content": body.body, "headers": headers}
        return super().build_request(method, url, **more)

    @override
    async def send(self, request: httpx2.Request, **more: Any) -> httpx2.Response:
        try:
            return await super().send(request, **more)
        except httpx2.TransportError as error:
            answer = await self.on_loss(request, error) if self.on_loss is not None else None
            if answer is None:
                raise
            return answer


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
        trust_env=False,  # it would send what is meant for this computer to a proxy
        event_hooks={
            "request": [] if on_request is None else [on_request],
            "response": [on_response],
        },
    )
    client.on_loss = on_loss
    return client


def _proxy(address: str, context: ssl.SSLContext) -> httpx2.Proxy:
    """A proxy that is reached encrypted is checked like a server."""
    return httpx2.Proxy(address, ssl_context=context if address.startswith("https:") else None)
