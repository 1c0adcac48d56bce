"""Tools about how a server lives: slow work, large answers, a changing list, a sudden end."""

import os
import sys
import zlib
from math import isqrt
from typing import Annotated, Any, Literal

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import Field

from patchbay.demo.answers import READS, picture, text
from patchbay.demo.canvas import png
from patchbay.demo.harbour import DATASETS, LAST_DAY, SERIES, days_until, measured

_SENTENCE = "The tide comes in and the tide goes out, and the harbour office writes it down. "
_STRUCTURED_ROW = 64
_CHANGES_LIST = ToolAnnotations(read_only_hint=False, destructive_hint=False)
_ENDS = ToolAnnotations(read_only_hint=False, destructive_hint=True)


async def sweep_channel(
    ctx: Context[Any, Any],
    seconds: Annotated[float, Field(ge=0, le=600, description="How long it takes")] = 10,
    steps: Annotated[int, Field(ge=1, le=1000, description="Progress messages on the way")] = 20,
    fail_at: Annotated[int | None, Field(ge=1, description="Step that fails; null: none")] = None,
) -> str:
    """Survey the channel slowly, with progress; can be cancelled at any time."""
    for step in range(1, steps + 1):
        await ctx.report_progress(step - 1, steps, f"Sounding section {step} of {steps}")
        await anyio.sleep(seconds / steps)
        if step == fail_at:
            raise ToolError(f"The echo sounder lost the bottom in section {step}")
    await ctx.report_progress(steps, steps, "Done")
    return f"{steps} sections surveyed in {seconds:g} s. The channel is clear."


def large_result(
    kind: Literal["text", "image", "structured"] = "text",
    size_kb: Annotated[int, Field(ge=1, le=262_144, description="About this many KB")] = 1024,
) -> CallToolResult:
    """Answer with something large."""
    size = size_kb * 1024
    if kind == "text":
        words = _SENTENCE * (size // len(_SENTENCE) + 1)
        lines = "\n".join(words[at : at + 78] for at in range(0, size, 78))
        return CallToolResult(content=[text(lines)])
    if kind == "image":
        return CallToolResult(content=[picture(_noise_png(size * 3 // 4), "image/png")])
    rows = _rows(max(1, size // _STRUCTURED_ROW))
    found = {"rows": rows, "count": len(rows)}
    words = f"{len(rows):,} rows, in structured content."
    return CallToolResult(content=[text(words)], structured_content=found)


async def night_watch_shift(ctx: Context[Any, Any]) -> str:
    """Add the tool night_watch to the list, or remove it again."""
    server = ctx.mcp_server
    known = {tool.name for tool in await server.list_tools()}
    if "night_watch" in known:
        server.remove_tool("night_watch")
    else:
        server.add_tool(
            night_watch, title="Night watch", annotations=READS, structured_output=False
        )
    await ctx.session.send_tool_list_changed()
    await ctx.notify_tools_changed()
    return f"night_watch was {'removed' if 'night_watch' in known else 'added'}."


def night_watch() -> str:
    """Report from the night watch; here only while the shift lasts."""
    return "All lights are burning."


def abandon_ship(
    code: Annotated[int, Field(ge=0, le=255, description="Exit code")] = 3,
) -> str:
    """End the server's process in the middle of the call, to see what is kept."""
    sys.stderr.write("harbour: water in the engine room\nharbour: giving up the ship\n")
    sys.stderr.flush()
    os._exit(code)


def add_to(server: MCPServer) -> None:
    server.add_tool(
        sweep_channel, title="Sweep the channel", annotations=READS, structured_output=False
    )
    server.add_tool(large_result, title="Large result", annotations=READS, structured_output=False)
    server.add_tool(
        night_watch_shift,
        title="Change the shift",
        annotations=_CHANGES_LIST,
        structured_output=False,
    )
    server.add_tool(abandon_ship, title="Abandon ship", annotations=_ENDS, structured_output=False)


def _rows(count: int) -> list[dict[str, object]]:
    names = list(DATASETS)
    days = days_until(LAST_DAY, 100)
    table = {
        (name, quay): measured(DATASETS[name], quay, days) for name in names for quay in SERIES
    }
    made: list[dict[str, object]] = []
    for place in range(count):
        name, quay = names[place % 4], SERIES[place % 3]
        day = place // 4 % 100
        value = table[name, quay][day]
        made.append({"n": place, "day": f"{days[day]}", "quay": quay, "value": value})
    return made


def _noise_png(size: int) -> bytes:
    """A valid, square PNG of about `size` bytes: coloured noise, which nothing makes smaller."""
    side = max(1, isqrt(size // 3))
    stride = 3 * side
    noise = os.urandom(stride * side)
    rows = b"".join(b"\0" + noise[at : at + stride] for at in range(0, len(noise), stride))
    return png(side, side, zlib.compress(rows, 0))
