"""The MCP SDK, imported when it is first needed, and never on the loop's own thread.

Its import takes most of a second, which is longer than the window may take to appear.
"""

import asyncio
import gc
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from patchbay.core.sessions.books import Books
    from patchbay.core.sessions.connection import Connection
    from patchbay.core.sessions.gate import Cleared
    from patchbay.core.sessions.parts import Parts
    from patchbay.core.sessions.ways import Way

    Connect = Callable[[Cleared, Parts, Books, Way], Connection]

_MODULE = "patchbay.core.sessions.connection"
_LATE = ("anyio._backends._asyncio", "jsonschema_rs")
"""What the first connection and the first form would otherwise import on the loop's thread."""


async def load() -> "Connect":
    """What opens a connection; the first call imports the SDK in a thread."""
    return await asyncio.to_thread(_load)


def _load() -> "Connect":
    # Nothing an import makes is garbage, and looking for some takes a quarter of the time.
    collects = gc.isenabled()
    gc.disable()
    try:
        for late in _LATE:
            import_module(late)
        return import_module(_MODULE).Connection
    finally:
        if collects:
            gc.enable()
