"""The main job on the demo server: start it, run a tool, wait for the picture."""

import asyncio
import time
from collections.abc import Callable

from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.sessions.states import Failed, Ready
from patchbay.ui.window import Window

TOOL = "draw_chart"
_LONGEST = 60.0
_STEP = 0.02


async def take_tour(window: Window) -> None:
    """Show a result of the demo server, picture included.

    Raises:
        AppError: the demo server did not start, or its tool failed.
    """
    session = window.open_demo()
    state = await session.settled()
    if isinstance(state, Failed):
        raise state.error
    if not isinstance(state, Ready) or window.page is None:
        raise AppError(Family.CONNECTION, "The demo server was stopped")
    tools = window.page.tools
    tools.choose(TOOL)
    tools.run()
    await until(lambda: bool(session.runs))
    run = session.runs[-1]
    await run.ended.wait()
    if run.error is not None:
        raise run.error
    await until(lambda: tools.results.run is run and window.settled)


async def until(condition: Callable[[], bool], seconds: float = _LONGEST) -> None:
    """Wait for what the window is about to do; the loop goes on meanwhile.

    Raises:
        AppError: it did not happen in time.
    """
    ends = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > ends:
            raise AppError(Family.CONNECTION, "The window did not settle", kind=Kind.DEADLINE)
        await asyncio.sleep(_STEP)
