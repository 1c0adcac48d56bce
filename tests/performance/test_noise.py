"""A server that shouts: the window answers all the while, and rests when it is over."""

import pytest

from tests.performance.conftest import Check, Config, Inside
from tests.performance.table import GAP, Row

pytestmark = pytest.mark.performance

_REST = 0.05
"""Seconds of CPU in three seconds without any news."""


def test_100000_lines_on_stderr_in_ten_seconds_do_not_stop_the_window(
    check: Check, inside: Inside, config: Config
) -> None:
    measured = inside("noise", config=config("flood=10"), tool="flood", page="log")
    assert measured["last"] == ["the last line"]
    note = f"{measured['lines']:,} lines shown"
    check(Row("10,000 lines a second: gap", measured["gap"], GAP, "ms", "", note))
    check(Row("after them: CPU in 3 s", measured["idle"], _REST, "s"))


@pytest.mark.parametrize(("kind", "page"), [("chatter", "traffic"), ("steps", "tools")])
def test_20000_notifications_do_not_stop_the_window(
    check: Check, inside: Inside, config: Config, kind: str, page: str
) -> None:
    measured = inside("noise", config=config(f"{kind}=20000"), tool=kind, page=page)
    assert measured["messages"] >= 20_000
    what = f"20,000 {kind}, {page} shown"
    note = f"answered after {measured['took']:.1f} s"
    check(Row(f"{what}: gap", measured["gap"], GAP, "ms", "", note))
    check(Row(f"{what}: CPU in 3 s after", measured["idle"], _REST, "s"))
