"""The MCP SDK, imported when it is first needed, and never on the loop's own thread.

Its import takes most of a second, which is longer than the window may take to appear.
"""

import asyncio
import gc
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from patchbay.core.sessions.connection import Connection
    from patchbay.core.sessions.gate import Cleared
    from patchbay.core.sessions.log import Log
    from patchbay.core.sessions.parts import Parts
    from patchbay.core.sessions.traffic import Traffic

    OpenConnection = Callable[[Cleared, Parts, Log, Traffic, str], Connection]

_MODULE = "patchbay.core.sessions.connection"
_LATE = "anyio._backends._asyncio"
"""What the SDK would otherwise import on the loop's thread, at the first connection."""


async def load() -> "OpenConnection":
    """What opens a connection; the first call imports the SDK in a thread."""
    return await asyncio.to_thread(_load)


def _load() -> "OpenConnection":
    # Nothing an import makes is garbage, and looking for some takes a quarter of the time.
    collects = gc.isenabled()
    gc.disable()
    try:
        import_module(_LATE)
        return import_module(_MODULE).open_connection
    finally:
        if collects:
            gc.enable()
