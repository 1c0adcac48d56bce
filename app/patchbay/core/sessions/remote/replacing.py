"""Responses whose bodies are read through something of ours."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import TypeAlias

import httpx2
from typing_extensions import override

Chunks: TypeAlias = AsyncGenerator[bytes]

_MOST = 256 * 1024
"""Bytes of a body that holds no messages."""
_SLICE = 8 * 1024


def read_through(response: httpx2.Response, read: Callable[[Chunks], Chunks]) -> None:
    """Have `read` give the body of a response from the original one, which it gets decoded."""
    original = httpx2.Response(
        response.status_code,
        headers=response.headers,
        stream=response.stream,
        request=response.request,
    )
    response.stream = _Replaced(original, read)
    if "content-encoding" in response.headers:
        del response.headers["content-encoding"]


async def beginning(chunks: Chunks) -> Chunks:
    """No more than anybody reads of an error or a page."""
    left = _MOST
    async for chunk in chunks:
        yield chunk[:left]
        left -= len(chunk)
        if left < 0:
            return


async def slices(chunks: Chunks) -> Chunks:
    """The same in small bites, others having their turn between any two of them."""
    async for chunk in chunks:
        for start in range(0, len(chunk), _SLICE):
            yield chunk[start : start + _SLICE]
            await asyncio.sleep(0)


class _Replaced(httpx2.AsyncByteStream):
    def __init__(self, original: httpx2.Response, read: Callable[[Chunks], Chunks]) -> None:
        self._original, self._read = original, read

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        async with (
            aclosing(self._original.aiter_bytes()) as chunks,
            aclosing(self._read(chunks)) as pieces,
        ):
            async for piece in pieces:
                yield piece

    @override
    async def aclose(self) -> None:
        await self._original.aclose()
