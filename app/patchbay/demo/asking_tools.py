"""A tool that asks before it goes on, in the way of whichever protocol era is spoken."""

from datetime import date
from typing import Annotated, Literal

from mcp.server.elicitation import AcceptedElicitation, CancelledElicitation, DeclinedElicitation
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field
from pydantic.config import JsonDict

from patchbay.demo.harbour import LAST_DAY

_BOOKS = ToolAnnotations(read_only_hint=False, destructive_hint=False)


def _mail_address(schema: JsonDict) -> None:
    """An empty text is none, so it is not proposed either."""
    schema.pop("default", None)
    schema["format"] = "email"


class Berth(BaseModel):
    """What the harbour office has to know of a stay; flat, as the protocol wants forms."""

    quay: Literal["north", "south", "west"]
    arrival: Annotated[date, Field(description="The day she comes in")] = LAST_DAY
    nights: Annotated[int, Field(ge=1, le=30)] = 2
    contact: Annotated[
        str, Field(json_schema_extra=_mail_address, description="Who gets the bill")
    ] = ""
    shore_power: Annotated[bool, Field(description="Electricity from the quay")] = False


def _which_berth(ship: str) -> Elicit[Berth]:
    return Elicit(f"Where shall {ship} lie, and for how long?", Berth)


def book_berth(
    ship: Annotated[str, Field(min_length=1, max_length=40, description="Her name")],
    answer: Annotated[
        AcceptedElicitation[Berth] | DeclinedElicitation | CancelledElicitation,
        Resolve(_which_berth),
    ],
) -> str:
    """Ask for the details of a stay, then book it. The demo only says so."""
    if not isinstance(answer, AcceptedElicitation):
        return f"No berth was booked for {ship}."
    berth = answer.data
    power = ", with shore power" if berth.shore_power else ""
    nights = "1 night" if berth.nights == 1 else f"{berth.nights} nights"
    return f"{ship} lies at the {berth.quay} quay from {berth.arrival} for {nights}{power}."


def add_to(server: MCPServer) -> None:
    server.add_tool(book_berth, title="Book a berth", annotations=_BOOKS, structured_output=False)
