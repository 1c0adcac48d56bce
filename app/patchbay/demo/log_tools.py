"""A tool that speaks on every channel beside the answer: standard error and MCP log messages."""

import sys
import warnings
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types import LoggingLevel
from pydantic import Field

from patchbay.demo.answers import READS


async def write_log(
    ctx: Context[Any, Any],
    message: Annotated[str, Field(description="What to write")] = "Pilot boat is out",
    level: Annotated[LoggingLevel, Field(description="Of the MCP log message")] = "info",
    lines: Annotated[int, Field(ge=1, le=100_000, description="Lines on standard error")] = 3,
) -> str:
    """Write to standard error, and send an MCP log message."""
    for number in range(1, lines + 1):
        sys.stderr.write(f"harbour: {message} ({number} of {lines})\n")
    sys.stderr.flush()
    with warnings.catch_warnings():
        # Servers still log this way, and the window has to show it.
        warnings.simplefilter("ignore", MCPDeprecationWarning)
        sending = ctx.session.send_log_message(  # pyright: ignore[reportDeprecated] - as above
            level, {"message": message, "lines": lines}, "harbour", ctx.request_id
        )
    await sending
    return f"{lines:,} lines on standard error, 1 log message ({level})."


def add_to(server: MCPServer) -> None:
    server.add_tool(write_log, title="Write to the log", annotations=READS, structured_output=False)
