"""Threads for work on a server's bytes that may never end, a few at once."""

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

from patchbay.core import own_thread

T = TypeVar("T")

_AT_ONCE = 4

_places: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


async def in_own_thread(work: Callable[[], T], patience: float) -> T:
    """Do `work` in a thread that neither the loop nor the interpreter joins.

    Raises:
        TimeoutError: it took more than `patience` seconds; it goes on, and its place is free.
    """
    loop = asyncio.get_running_loop()
    async with _places.setdefault(loop, asyncio.Semaphore(_AT_ONCE)), asyncio.timeout(patience):
        return await own_thread.in_own_thread(work, "decoder")
