"""Waiting for a condition in a test, bounded."""

import asyncio
import time
from collections.abc import Callable

SOON = 20.0


async def until(condition: Callable[[], object], seconds: float = SOON) -> None:
    """Let the loop run until `condition` holds; fail when it does not within `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it did not happen in time")
        await asyncio.sleep(0.005)
