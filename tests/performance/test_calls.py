"""From the click on Run to what is painted, and whether the window went on living meanwhile."""

from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from tests.performance.conftest import COMMAND, Check, Config, Inside
from tests.performance.table import GAP, Row

pytestmark = pytest.mark.performance

_TIMES = 3


def test_a_trivial_tool_costs_little_more_than_the_bare_sdk(
    check: Check, inside: Inside, config: Config, measure: Callable[..., Any]
) -> None:
    bare = measure("bare", "call", "1", *COMMAND)
    took = inside("calls", config=config(), tools=["echo"] * 15)["took"]
    note = f"bare SDK {bare:.2f} ms"
    check(
        Row("click to painted result, trivial tool", median(took), bare + 20, "ms", "458 ms", note)
    )


def test_the_first_result_of_a_window_does_not_stop_it(
    check: Check, inside: Inside, config: Config
) -> None:
    runs = [inside("first_call", config=config(), tool="echo") for _ in range(_TIMES)]
    check(Row("very first result: gap", median(run["gaps"][0] for run in runs), GAP, "ms"))


@pytest.mark.parametrize(
    ("kind", "size", "budget", "peer"),
    [
        ("image", 1, 0.2, "0.44 s, gap 140"),
        ("image", 16, 0.5, "connection killed"),
        ("image", 64, 1.5, "connection killed"),
        ("text", 8, 0.5, "7.2 s, gap 5,100"),
        ("text", 256, 3.0, "connection killed"),
        ("tree", 16, 1.2, "connection killed"),
    ],
)
def test_a_large_result_is_painted_in_time_and_the_window_goes_on_living(
    check: Check, inside: Inside, config: Config, kind: str, size: int, budget: float, peer: str
) -> None:
    tool = f"{kind}-{size}"
    path = config(f"{kind}={size}")
    measured = inside("calls", config=path, tools=[tool] * _TIMES)
    what = f"{'structured' if kind == 'tree' else kind} {size} MB"
    check(Row(what, median(measured["took"]) / 1000, budget, "s", peer))
    check(
        Row(
            f"{what}: gap",
            median(measured["gaps"]),
            GAP,
            "ms",
            "",
            f"worst {max(measured['gaps']):.0f}",
        )
    )
