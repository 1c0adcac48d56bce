"""How soon there is something to see."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.performance.conftest import Check, Inside
from tests.performance.table import GAP, Row

pytestmark = pytest.mark.performance

_TIMES = 5


def test_the_window_is_painted_soon_after_the_command(
    check: Check, measure: Callable[..., Any]
) -> None:
    measure("first_paint")  # compiles what was not compiled yet
    took: list[float] = []
    for _ in range(_TIMES):
        began = time.monotonic()
        took.append(measure("first_paint") - began)
    check(Row("command to first painted window", median(took), 0.6, "s", "2.8 s"))


def test_the_first_start_of_the_demo_leads_to_a_result(check: Check, inside: Inside) -> None:
    took: list[float] = []
    for _ in range(3):
        began = time.monotonic()
        took.append(inside("demo", "--demo")["at"] - began)
    check(Row("command to the demo's painted result", median(took), 2.5, "s"))


def test_a_config_of_2000_servers_opens_and_is_filtered(
    check: Check, inside: Inside, tmp_path: Path
) -> None:
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": dict(map(_server, range(2_000)))}, indent=1))
    runs = [inside("large_config", config=str(config)) for _ in range(3)]
    assert runs[0]["servers"] == 2_000
    size = f"{config.stat().st_size / 1e6:.1f} MB"
    check(
        Row(
            "config of 2,000 servers: open",
            median(run["opened"] for run in runs),
            0.5,
            "s",
            "",
            size,
        )
    )
    keys = [median(run["keys"]) for run in runs]
    check(Row("config of 2,000 servers: keystroke", median(keys), 50, "ms"))


def test_a_config_of_2000_servers_is_edited(check: Check, inside: Inside, tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": dict(map(_server, range(2_000)))}, indent=1))
    runs = [inside("edit_large_config", config=str(config)) for _ in range(3)]
    for where in ("text", "form"):
        keys = [median(run[where]) for run in runs]
        check(Row(f"config of 2,000 servers: keystroke in the {where}", median(keys), 50, "ms"))
    gap = median(run["gap"] for run in runs)
    check(Row("config of 2,000 servers: longest gap while editing", gap, 2 * GAP, "ms"))


def _server(number: int) -> tuple[str, dict[str, Any]]:
    folder = f"/home/somebody/projects/number-{number}/with/a/long/path"
    return f"server-{number}", {
        "command": "npx",
        "args": ["-y", f"@scope/some-server-{number}", "--folder", folder],
        "env": {f"API_KEY_{number}": f"${{SECRET_{number}:-none}}", "LEVEL": "debug"},
        "description": f"Server number {number} of many",
    }
