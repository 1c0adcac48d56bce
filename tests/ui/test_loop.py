"""The Qt loop under asyncio."""

import asyncio
import gc
import sys
from collections.abc import AsyncGenerator

from PySide6.QtCore import QObject

from tests.ui.waiting import until


async def test_an_abandoned_generator_is_finished_by_the_loop() -> None:
    finished: list[bool] = []

    async def numbers() -> AsyncGenerator[int]:
        try:
            yield 1
            yield 2
        finally:
            await asyncio.sleep(0)
            finished.append(True)

    async for _ in numbers():
        break
    gc.collect()

    await until(lambda: finished)


async def test_the_hooks_of_the_loop_are_in_place_while_it_runs() -> None:
    hooks = sys.get_asyncgen_hooks()
    assert hooks.firstiter is not None
    assert hooks.finalizer is not None


async def test_threads_answer_on_the_loop() -> None:
    assert await asyncio.to_thread(lambda: 6 * 7) == 42


def test_calls_that_return_nothing_leave_none_alone() -> None:
    """PySide6 6.12 on Python 3.11 takes a reference off `None` at each of them."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(1_000):
        thing.setObjectName("x")
    assert abs(sys.getrefcount(None) - before) < 100
