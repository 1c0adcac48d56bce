"""The demo server: a small harbour office that shows everything a server can send."""

import gc

from mcp.server.lowlevel import NotificationOptions
from mcp.server.mcpserver import MCPServer
from mcp.server.stdio import stdio_server
from typing_extensions import override

from patchbay.demo import (
    asking_tools,
    chart_tools,
    input_tools,
    life_tools,
    log_tools,
    prompts,
    resources,
    show_tools,
)

VERSION = "1.0.0"
_INSTRUCTIONS = """\
The office of a small harbour that does not exist. Start with draw_chart: it answers with text, a \
picture and structured data. show_pictures, sound_horn and harbour_log show the other kinds of \
content, all_inputs every kind of argument, book_berth a question, sweep_channel progress and \
cancelling."""


class HarbourServer(MCPServer):
    """Says at the handshake, other than its base class, that the list of tools may change."""

    @override
    async def run_stdio_async(self) -> None:
        low = self._lowlevel_server
        options = low.create_initialization_options(NotificationOptions(tools_changed=True))
        async with stdio_server() as (read, write):
            await low.run(read, write, options)


def build() -> MCPServer:
    """A new server with all its tools, prompts and resources, not yet listening."""
    server = HarbourServer(
        "harbour-demo",
        title="Harbour demo",
        version=VERSION,
        instructions=_INSTRUCTIONS,
        log_level="WARNING",
    )
    rooms = (chart_tools, show_tools, input_tools, asking_tools, life_tools, log_tools)
    for room in (*rooms, prompts, resources):
        room.add_to(server)
    return server


def main() -> int:
    """Serve on standard input and output until the input ends."""
    server = build()
    gc.freeze()
    gc.enable()
    server.run("stdio")
    return 0
