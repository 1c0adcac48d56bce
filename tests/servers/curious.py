"""A server made with the SDK that asks in both protocol eras, to be served at an address."""

import logging
from typing import Annotated, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field

# Else the SDK would set up the logging of the tests.
logging.getLogger().addHandler(logging.NullHandler())

server = MCPServer("curious", version="1")


class Berth(BaseModel):
    """Where a ship lies."""

    quay: Literal["north", "south"]
    number: int = Field(default=3, ge=1, le=9, description="Counted from the lock")


def which_berth(ship: str) -> Elicit[Berth]:
    return Elicit(f"Where shall {ship} lie?", Berth)


@server.tool()
def moor(ship: str, berth: Annotated[Berth, Resolve(which_berth)]) -> str:
    """Ask where, then say so; both eras know this way."""
    return f"{ship}: {berth.quay} {berth.number}"


@server.tool()
async def moor_as_before(context: Context, ship: str) -> str:
    """Ask by a request of the server's own, as was done up to 2025-11-25."""
    reply = await context.elicit(f"Where shall {ship} lie?", Berth)
    return f"{ship}: {reply.action}"
