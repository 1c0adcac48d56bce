"""What can be read from the harbour office: a text, JSON, a picture, and readings by day."""

import json
from datetime import date

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError

from patchbay.demo.chart import Chart, Style, draw
from patchbay.demo.harbour import DATASETS, LAST_DAY, SERIES, days_until, measured

_GUIDE = """\
# Harbour guide

Three quays: **north** (deep water), **south** (fishing boats) and **west** (ferries).

1. Call the office on VHF 12 before you enter.
2. Keep to the starboard side of the channel.
3. Ferries have right of way at the west quay.
"""
_QUAYS = {
    "quays": [
        {"name": "north", "depth_m": 9.5, "length_m": 320, "power": True},
        {"name": "south", "depth_m": 4.2, "length_m": 180, "power": True},
        {"name": "west", "depth_m": 6.8, "length_m": 240, "power": False},
    ],
    "office": {"vhf": 12, "open": "06:00 to 22:00"},
}


def chart_png(dataset: str = "tides") -> bytes:
    chosen, days = DATASETS[dataset], days_until(LAST_DAY, 30)
    lines = {name: measured(chosen, name, days) for name in SERIES}
    return draw(Chart(chosen.title, chosen.unit, "area", days, lines, smooth=True), Style())


def readings_csv(dataset: str, count: int) -> str:
    chosen, days = DATASETS[dataset], days_until(LAST_DAY, count)
    columns = [measured(chosen, name, days) for name in SERIES]
    rows = [
        ",".join([f"{day}", *(f"{values[at]:.{chosen.digits}f}" for values in columns)])
        for at, day in enumerate(days)
    ]
    return "\n".join([f"day,{','.join(SERIES)}", *rows, ""])


def guide() -> str:
    """What to know before entering the harbour."""
    return _GUIDE


def quays() -> str:
    """Depth, length and power of each quay."""
    return json.dumps(_QUAYS, indent=2)


def last_chart() -> bytes:
    """High water of the last 30 days."""
    return chart_png()


def readings(dataset: str, day: str) -> str:
    """Readings of one day, such as harbour://readings/tides/2026-11-29."""
    if dataset not in DATASETS:
        raise ResourceError(f"There is no dataset called {dataset[:40]}")
    try:
        wanted = date.fromisoformat(day)
    except ValueError as error:
        raise ResourceError(f"{day[:40]} is not a day such as {LAST_DAY}") from error
    chosen = DATASETS[dataset]
    values = {name: measured(chosen, name, [wanted])[0] for name in SERIES}
    found = {"dataset": dataset, "day": day, "unit": chosen.unit, "values": values}
    return json.dumps(found, ensure_ascii=False, indent=2)


def add_to(server: MCPServer) -> None:
    add = server.resource
    add("harbour://guide", title="Harbour guide", mime_type="text/markdown")(guide)
    add("harbour://quays.json", title="Quays", mime_type="application/json")(quays)
    add("harbour://chart.png", title="High water", mime_type="image/png")(last_chart)
    template = "harbour://readings/{dataset}/{day}"
    add(template, title="Readings of a day", mime_type="application/json")(readings)
