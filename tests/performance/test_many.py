"""Many tools, many servers: time, memory, idleness and the way out."""

import signal
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from tests.performance.conftest import COMMAND, Check, Config, Inside, seconds_until_gone
from tests.performance.table import GAP, Row

pytestmark = pytest.mark.performance

_TIMES = 3
_IDLE = 10.0


def test_10000_tools_are_listed_and_searched(check: Check, inside: Inside, config: Config) -> None:
    path = config("tools=10000")
    runs = [inside("many_tools", config=path) for _ in range(_TIMES)]
    assert runs[0]["tools"] == 10_001
    check(
        Row(
            "10,000 tools: start to painted list",
            median(run["listed"] for run in runs),
            1.0,
            "s",
            "8.1 s",
        )
    )
    check(Row("10,000 tools: gap", median(run["gap"] for run in runs), GAP, "ms", "6,700 ms"))
    keys = [median(run["keys"]) for run in runs]
    check(Row("10,000 tools: keystroke", median(keys), 16, "ms", "1,200 ms"))
    check(Row("10,000 tools: trivial call", median(median(run["calls"]) for run in runs), 50, "ms"))


def test_50_servers_start_at_once(
    check: Check, inside: Inside, config: Config, measure: Callable[..., Any]
) -> None:
    path, runs, bare = config(servers=50), list[dict[str, Any]](), list[float]()
    for _ in range(_TIMES):
        bare.append(measure("bare", "start", "50", *COMMAND))
        runs.append(inside("many_servers", config=path))
    assert all(run["ready"] == 50 for run in runs)
    budget, note = median(bare) + 1, f"bare SDK {median(bare):.2f} s"
    check(
        Row(
            "50 servers at once: all ready",
            median(run["took"] for run in runs),
            budget,
            "s",
            "one at a time",
            note,
        )
    )
    check(Row("50 servers at once: gap", median(run["gap"] for run in runs), 80, "ms"))


def test_memory_of_the_window_its_relay_and_its_decoder(
    check: Check, inside: Inside, config: Config
) -> None:
    measured = inside("memory", config=config("text=1"), tool="text-1")["after"]
    assert set(measured) == {"window", "relay", "decoder"}
    note = ", ".join(f"{name} {value:.0f}" for name, value in measured.items())
    check(
        Row("memory, one server connected (PSS)", sum(measured.values()), 150, "MB", "600 MB", note)
    )


def test_20_idle_servers_cost_nothing(check: Check, inside: Inside, config: Config) -> None:
    spent = inside("idle", config=config(servers=20), seconds=_IDLE)
    note = ", ".join(f"{name} {value / _IDLE:.1%}" for name, value in spent.items())
    check(
        Row("idle, 20 servers: of one core", sum(spent.values()) / _IDLE * 100, 1.0, "%", "", note)
    )


def test_quitting_stops_10_servers_that_ignore_every_request(
    check: Check, window_with_servers: Callable[..., Any]
) -> None:
    mark = f"mark-quit-{time.monotonic_ns()}"
    window = window_with_servers(mark, 10)
    began = time.monotonic()
    window.send_signal(signal.SIGTERM)
    window.wait(20)
    took = time.monotonic() - began
    assert seconds_until_gone(mark, 0.2) < 0.2
    check(Row("quit with 10 stubborn servers", took, 6, "s", "leaks them"))


def test_nothing_outlives_a_killed_window(
    check: Check, window_with_servers: Callable[..., Any]
) -> None:
    mark = f"mark-kill-{time.monotonic_ns()}"
    window = window_with_servers(mark, 10)
    window.kill()
    check(
        Row("SIGKILL with 10 stubborn servers", seconds_until_gone(mark, 20), 6, "s", "leaks them")
    )
