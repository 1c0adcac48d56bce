"""Threads for work on a server's bytes that may never end: nothing waits for them at the end."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar
from weakref import WeakKeyDictionary

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
        outcome: asyncio.Future[T] = loop.create_future()
        threading.Thread(target=_do, args=(work, outcome), name="decoder", daemon=True).start()
        return await outcome


def _do(work: Callable[[], T], outcome: asyncio.Future[T]) -> None:
    try:
        done = work()
    except Exception as error:  # noqa: BLE001 - it is for whoever waits
        _tell(outcome, outcome.set_exception, error)
    else:
        _tell(outcome, outcome.set_result, done)


def _tell(outcome: asyncio.Future[T], put: Callable[..., None], value: object) -> None:
    def tell() -> None:
        if not outcome.done():
            put(value)

    with suppress(RuntimeError):  # the loop is closed
        outcome.get_loop().call_soon_threadsafe(tell)
