"""Tools that read the harbour's measurements and draw them."""

from typing import Annotated, Literal, TypeAlias

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult
from pydantic import BaseModel, ConfigDict, Field

from patchbay.demo.answers import READS, picture, text
from patchbay.demo.chart import Chart, Style, draw
from patchbay.demo.harbour import DATASETS, LAST_DAY, SERIES, Dataset, days_until, measured

DatasetName: TypeAlias = Literal["tides", "wind", "temperature", "arrivals"]
_ALL_QUAYS: list[str] = [*SERIES]


class ChartStyle(BaseModel):
    """How the chart looks."""

    palette: Literal["harbour", "lighthouse", "kelp"] = "harbour"
    line_width: Annotated[float, Field(ge=0.5, le=8)] = 2
    grid: bool = True
    background: Literal["light", "dark"] = "light"


_PLAIN = ChartStyle()


class Span(BaseModel):
    """The days that were drawn."""

    model_config = ConfigDict(populate_by_name=True)
    first: Annotated[str, Field(alias="from")]
    last: Annotated[str, Field(alias="to")]
    days: int


class Line(BaseModel):
    """One line of the chart in figures."""

    name: str
    lowest: float
    highest: float
    last: float


class Drawn(BaseModel):
    """What was drawn, in figures."""

    dataset: str
    unit: str
    range: Span
    series: list[Line]
    truncated: bool
    next: str | None


class DatasetEntry(BaseModel):
    """One dataset."""

    name: str
    title: str
    unit: str
    series: list[str]


class DatasetList(BaseModel):
    """The datasets there are."""

    datasets: list[DatasetEntry]
    last_day: str


def draw_chart(  # noqa: PLR0913 - one argument for each kind of form row
    *,
    dataset: Annotated[DatasetName, Field(description="Name as shown by list_datasets")] = "tides",
    kind: Annotated[
        Literal["line", "area", "bar"], Field(description="How values are drawn")
    ] = "line",
    days: Annotated[
        int, Field(ge=1, le=365, description="How many days, ending with the last one measured")
    ] = 90,
    series: Annotated[
        list[str], Field(min_length=1, max_length=3, description="Quays to draw, in this order")
    ] = _ALL_QUAYS,
    y_max: Annotated[
        float | None, Field(gt=0, description="Top of the axis; null fits the data")
    ] = None,
    smooth: Annotated[bool, Field(description="Draw curves instead of straight lines")] = False,
    style: ChartStyle = _PLAIN,
) -> Annotated[CallToolResult, Drawn]:
    """Draw a chart from a dataset and return it as a PNG picture with its data."""
    chosen = DATASETS[dataset]
    dates = days_until(LAST_DAY, days)
    lines = {name: measured(chosen, name, dates) for name in _known(series)}
    chart = Chart(chosen.title, chosen.unit, kind, dates, lines, y_max, smooth)
    look = Style(style.palette, style.line_width, style.grid, style.background == "dark")
    drawn = Drawn(
        dataset=dataset,
        unit=chosen.unit,
        range=Span(first=f"{dates[0]}", last=f"{dates[-1]}", days=days),
        series=[_line(name, values) for name, values in lines.items()],
        truncated=False,
        next=None,
    )
    return CallToolResult(
        content=[text(_summary(chosen, drawn, lines)), picture(draw(chart, look), "image/png")],
        structured_content=drawn.model_dump(by_alias=True),
    )


def list_datasets() -> DatasetList:
    """Names, units and series of what is measured."""
    entries = [
        DatasetEntry(name=d.name, title=d.title, unit=d.unit, series=list(SERIES))
        for d in DATASETS.values()
    ]
    return DatasetList(datasets=entries, last_day=f"{LAST_DAY}")


def add_to(server: MCPServer) -> None:
    server.add_tool(draw_chart, title="Draw a chart", annotations=READS)
    server.add_tool(list_datasets, title="List datasets", annotations=READS)


def _known(series: list[str]) -> list[str]:
    for name in series:
        if name not in SERIES:
            quays = ", ".join(SERIES)
            raise ToolError(f"There is no quay called {name[:40]}; there are {quays}")
    return list(dict.fromkeys(series))


def _line(name: str, values: list[float]) -> Line:
    return Line(name=name, lowest=min(values), highest=max(values), last=values[-1])


def _summary(dataset: Dataset, drawn: Drawn, lines: dict[str, list[float]]) -> str:
    best = max(drawn.series, key=lambda line: line.highest)
    day = days_until(LAST_DAY, drawn.range.days)[lines[best.name].index(best.highest)]
    points = drawn.range.days * len(drawn.series)
    count = len(drawn.series)
    return (
        f"Drew {count} {'line' if count == 1 else 'lines'} over {drawn.range.days:,} days"
        f" ({points:,} points). The highest value is"
        f" {best.highest:.{dataset.digits}f} {dataset.unit} in {best.name}, on {day}."
    )
