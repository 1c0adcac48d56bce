"""Prompts: one without arguments, one with, and one that speaks in pictures and files."""

from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.prompts.base import AssistantMessage, Message, Prompt, UserMessage
from pydantic import Field

from patchbay.demo.answers import picture, text_file
from patchbay.demo.resources import chart_png, readings_csv


def weather_briefing() -> str:
    """Ask for a briefing on wind and water."""
    return (
        "Read harbour://readings/wind/2026-11-29 and harbour://readings/tides/2026-11-29, then"
        " brief a skipper in 3 sentences."
    )


def passage_plan(
    departure: Annotated[str, Field(description="Where the passage begins")],
    destination: Annotated[str, Field(description="Where it ends")],
    vessel: Annotated[str, Field(description="Type or name of the boat")] = "a small yacht",
) -> list[Message]:
    """Plan a passage between two places."""
    return [
        UserMessage(f"Plan a passage from {departure} to {destination} for {vessel}."),
        AssistantMessage("I will look at the tides first, then at the wind."),
        UserMessage("Name the latest time to leave, and two harbours of refuge."),
    ]


def explain_chart(
    dataset: Annotated[str, Field(description="tides, wind, temperature or arrivals")] = "tides",
) -> list[Message]:
    """Ask what a chart shows, with the chart and its figures attached."""
    figures = text_file(f"harbour://readings/{dataset}.csv", readings_csv(dataset, 30), "text/csv")
    return [
        UserMessage("What stands out in this chart? Compare the three quays."),
        UserMessage(picture(chart_png(dataset), "image/png")),
        UserMessage(figures),
    ]


def add_to(server: MCPServer) -> None:
    server.add_prompt(Prompt.from_function(weather_briefing, title="Weather briefing"))
    server.add_prompt(Prompt.from_function(passage_plan, title="Passage plan"))
    server.add_prompt(Prompt.from_function(explain_chart, title="Explain a chart"))
