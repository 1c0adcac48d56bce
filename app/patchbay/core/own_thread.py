"""A thread of its own for work that may never end: nothing waits for it at the end."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def in_own_thread(work: Callable[[], T], name: str) -> T:
    """Do `work` in a thread that neither the loop nor the interpreter joins.

    Who is cancelled meanwhile waits no more; the work goes on. What it raises is raised here.
    """
    outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    threading.Thread(target=_do, args=(work, outcome), name=name, daemon=True).start()
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
