"""Tools that answer with the kinds of content other than plain text."""

from typing import Annotated, Literal

from mcp.server.mcpserver import MCPServer
from mcp_types import (
    Annotations,
    AudioContent,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
)
from pydantic import Field

from patchbay.demo.answers import READS, binary_file, picture, sound, text, text_file
from patchbay.demo.harbour import DATASETS, LAST_DAY, SERIES, days_until, measured
from patchbay.demo.pictures import compass_svg, lighthouse_bmp, lighthouse_gif
from patchbay.demo.resources import chart_png, readings_csv
from patchbay.demo.sound import horn

PictureFormat = Literal["png", "svg", "gif", "bmp"]


def show_pictures(
    formats: Annotated[
        list[PictureFormat] | None, Field(description="Which ones; all if left out")
    ] = None,
    wind_from: Annotated[
        int, Field(ge=0, lt=360, description="Where the needle of the wind rose points, in degrees")
    ] = 240,
) -> list[TextContent | ImageContent]:
    """A chart (PNG), a wind rose (SVG) and a lighthouse (animated GIF, BMP)."""
    made: dict[str, tuple[bytes, str]] = {
        "png": (chart_png(), "image/png"),
        "svg": (compass_svg(wind_from).encode(), "image/svg+xml"),
        "gif": (lighthouse_gif(), "image/gif"),
        "bmp": (lighthouse_bmp(), "image/bmp"),
    }
    chosen = formats or list(made)
    return [text(f"{len(chosen)} pictures: {', '.join(chosen)}")] + [
        picture(*made[name]) for name in chosen
    ]


def sound_horn(
    pitch: Annotated[float, Field(ge=40, le=2000, description="Hertz")] = 110,
    seconds: Annotated[float, Field(ge=0.2, le=10)] = 1.2,
) -> list[TextContent | AudioContent]:
    """Sound the fog horn; the answer is a WAV file."""
    return [
        text(f"A horn of {pitch:g} Hz for {seconds:g} s."),
        sound(horn(pitch, seconds), "audio/wav"),
    ]


def daily_report() -> TextContent:
    """The report of the day in Markdown, with a table, a list and a link."""
    day = days_until(LAST_DAY, 1)
    rows = "\n".join(
        f"| {d.title} | "
        + " | ".join(f"{measured(d, name, day)[0]:.{d.digits}f}" for name in SERIES)
        + f" | {d.unit} |"
        for d in DATASETS.values()
    )
    report = (
        f"# Harbour report, {LAST_DAY}\n\n"
        "All quays are **open**. Visibility is good; the *west mole* light was serviced.\n\n"
        f"| | {' | '.join(SERIES)} | |\n|---|---:|---:|---:|---|\n{rows}\n\n"
        "- [x] Buoys checked\n- [ ] Crane 2 waits for a part\n\n"
        "> Gale warning for the outer banks from Monday.\n\n"
        "```\nVHF 12  harbour office\nVHF 16  distress and calling\n```\n\n"
        "More: [about harbours](https://en.wikipedia.org/wiki/Harbor)\n"
    )
    annotations = Annotations(audience=["user"], priority=0.9)
    return TextContent(type="text", text=report, annotations=annotations)


def harbour_log(
    dataset: Annotated[
        Literal["tides", "wind", "temperature", "arrivals"], Field(description="What to attach")
    ] = "wind",
) -> list[ContentBlock]:
    """Readings as embedded resources (text and binary) and a link to one that is not sent."""
    uri = f"harbour://readings/{dataset}"
    files: list[EmbeddedResource] = [
        text_file(f"{uri}.csv", readings_csv(dataset, 14), "text/csv"),
        binary_file(f"{uri}/horn.wav", horn(160, 0.4), "audio/wav"),
        binary_file(f"{uri}/chart.png", chart_png(dataset), "image/png"),
        binary_file(f"{uri}/raw.bin", bytes(range(256)), "application/octet-stream"),
    ]
    link = ResourceLink(
        type="resource_link",
        uri=f"{uri}/{LAST_DAY}",
        name=f"{dataset} on {LAST_DAY}",
        title="The last day",
        description="Readings of the last day measured, to be read when wanted",
        mime_type="application/json",
    )
    return [text("4 files are attached, 1 is linked."), *files, link]


def add_to(server: MCPServer) -> None:
    server.add_tool(show_pictures, title="Show pictures", annotations=READS)
    server.add_tool(sound_horn, title="Sound the horn", annotations=READS)
    server.add_tool(daily_report, title="Daily report", annotations=READS)
    server.add_tool(harbour_log, title="Harbour log", annotations=READS)
