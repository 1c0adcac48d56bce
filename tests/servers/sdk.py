"""A well-behaved MCP server made with the SDK, on stdio or at an address.

`python sdk.py [--http | --sse | --websocket PORT [--tls CERTFILE KEYFILE] [--legacy | --modern]]`;
see `network.main` for what the options mean.
"""

import asyncio
import base64
import importlib
import logging
import os
import sys
from pathlib import Path

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ImageContent, TextContent

IS_PROGRAM = __name__ == "__main__"

if not IS_PROGRAM:
    # Else the SDK would set up the logging of the tests.
    logging.getLogger().addHandler(logging.NullHandler())

server = MCPServer("sdk", version="1.2.3", instructions="Be gentle.")


@server.tool()
def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


@server.tool()
async def wait(seconds: float) -> str:
    """Answer later."""
    await asyncio.sleep(seconds)
    return "waited"


@server.tool()
async def count(context: Context, steps: int, pause: float) -> str:
    """Tell of every step, with a pause before each."""
    for step in range(steps):
        await asyncio.sleep(pause)
        await context.report_progress(step + 1, steps, f"step {step + 1}")
    return "counted"


@server.tool()
def fail() -> str:
    """Answer with an error."""
    raise ToolError("it went wrong on purpose")


@server.tool()
def picture(size: int) -> ImageContent:
    """Bytes that are called a picture, `size` of them before base64."""
    data = base64.b64encode(bytes(size)).decode()
    return ImageContent(type="image", data=data, mime_type="image/png")


@server.tool()
def crash() -> TextContent:
    """Die at once, with a last word."""
    sys.stderr.write("crashing now\n")
    sys.stderr.flush()
    # Nothing may catch this: the process shall be gone in the middle of the call.
    os._exit(3)


@server.prompt()
def greet(name: str) -> str:
    """Say hello."""
    return f"Hello {name}"


@server.resource("text://motd")
def motd() -> str:
    """The words of the day."""
    return "Fair winds"


if not IS_PROGRAM:
    # Served by a thread of the tests, it would end them.
    server.remove_tool("crash")
elif {"--http", "--sse", "--websocket"} & set(sys.argv):
    # Imported only now: on stdio, a start shall not pay for a web server.
    sys.path.insert(0, str(Path(__file__).parents[2]))
    importlib.import_module("tests.servers.network").main(server, sys.argv[1:])
else:
    server.run("stdio")
