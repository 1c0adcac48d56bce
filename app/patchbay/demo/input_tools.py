"""Tools that take arguments of every kind, and one of each risk."""

import json
from datetime import date
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import BaseModel, Field

from patchbay.demo.answers import READS, text

_WRITES = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_DESTROYS = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False
)
_REACHES_OUT = ToolAnnotations(read_only_hint=True, open_world_hint=True)


class Captain(BaseModel):
    """Who answers for the ship."""

    name: str
    licence: Annotated[str | None, Field(pattern=r"^[A-Z]{2}-\d{4}$")] = None
    years: Annotated[int, Field(ge=0, le=70)] = 10


class Vessel(BaseModel):
    """The ship, with an object inside."""

    name: str = "Tern"
    flag: Literal["NO", "DK", "NL", "PT"] = "NO"
    length_m: Annotated[float, Field(gt=0, le=400)] = 24.5
    captain: Captain | None = None


class Stop(BaseModel):
    """One call at a quay."""

    quay: Literal["north", "south", "west"]
    hours: Annotated[int, Field(ge=1, le=72)] = 6


_NO_CARGO: list[str] = []
_NO_STOPS: list[Stop] = []
_NO_LABELS: dict[str, str] = {}
_TERN = Vessel()


def all_inputs(  # noqa: PLR0913 - one argument for each kind of form row
    ctx: Context[Any, Any],
    *,
    name: Annotated[str, Field(min_length=1, max_length=40, description="Any text, needed")],
    note: Annotated[str, Field(description="Text of several lines")] = "",
    crew: Annotated[int, Field(ge=1, le=40, description="A whole number with limits")] = 4,
    serial: Annotated[int, Field(description="A whole number as large as you like")] = 0,
    draught: Annotated[float, Field(gt=0, le=25, description="A number, in metres")] = 3.5,
    pilot: Annotated[bool, Field(description="Yes or no")] = False,
    berth: Annotated[
        Literal["north", "south", "west"], Field(description="One of a few")
    ] = "north",
    heading: Annotated[
        float | None, Field(ge=0, lt=360, description="A number or null, in degrees")
    ] = None,
    eta: Annotated[date | None, Field(description="A day or null")] = None,
    cargo: Annotated[list[str], Field(max_length=8, description="A list of texts")] = _NO_CARGO,
    stops: Annotated[list[Stop], Field(description="A list of objects")] = _NO_STOPS,
    vessel: Vessel = _TERN,
    labels: Annotated[
        dict[str, str], Field(description="Names and texts of your own")
    ] = _NO_LABELS,
    contact: Annotated[
        str | int | list[str], Field(description="A text, a number or a list of texts")
    ] = "",
) -> CallToolResult:
    """Take an argument of every kind and answer with exactly what arrived."""
    params = ctx.request_context.params or {}
    arrived: dict[str, Any] = dict(params.get("arguments") or {})
    listed = ", ".join(arrived) or "nothing"
    return CallToolResult(
        content=[text(f"{len(arrived)} of 14 arguments arrived: {listed}.")],
        structured_content=arrived,
    )


def record_reading(
    quay: Literal["north", "south", "west"],
    value: float,
    unit: Literal["m", "kn", "°C"] = "m",
) -> str:
    """Write a reading into the log; doing it twice changes nothing."""
    return f"Recorded {value:g} {unit} at the {quay} quay."


def scrap_readings(
    quay: Literal["north", "south", "west"],
    before: Annotated[date, Field(description="Days before this one go")],
) -> str:
    """Throw away old readings of a quay. The demo only says so."""
    return f"Readings of the {quay} quay before {before} are gone (not really)."


def ask_coastguard(question: str) -> str:
    """Ask somebody outside the harbour. The demo answers itself."""
    return (
        f"The coastguard has heard {json.dumps(question, ensure_ascii=False)} and wishes you well."
    )


def open_lock_gate(code: str = "0000") -> str:
    """Open the lock gate; always fails, to show what a failed tool looks like."""
    raise ToolError(
        f"The gate stays shut: code {code[:20]} is not valid at high water."
        " Wait for the tide or ask the harbour office."
    )


def add_to(server: MCPServer) -> None:
    server.add_tool(all_inputs, title="All inputs", annotations=READS)
    server.add_tool(
        record_reading, title="Record a reading", annotations=_WRITES, structured_output=False
    )
    server.add_tool(
        scrap_readings, title="Scrap readings", annotations=_DESTROYS, structured_output=False
    )
    server.add_tool(
        ask_coastguard,
        title="Ask the coastguard",
        annotations=_REACHES_OUT,
        structured_output=False,
    )
    server.add_tool(
        open_lock_gate, title="Open the lock gate", annotations=READS, structured_output=False
    )
