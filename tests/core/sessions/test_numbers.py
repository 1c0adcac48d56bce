"""Numbers go to a server and come back as they are."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from patchbay.core.sessions.session import Session
from tests.core.sessions.waiting import Make, ended, started

EXACT: list[Any] = [2**63 + 1, -(2**64), 10**40, 1.0, -0.0, 5e-324, 1.1, 1e22, True]


async def test_numbers_make_the_round_trip_exactly(make: Make) -> None:
    session = await started(make("workshop.py"))

    run = await ended(session.call_tool("echo", {"numbers": EXACT}))

    assert run.result is not None
    assert run.result.structured is not None
    returned = run.result.structured.value["numbers"]
    assert [(type(each), repr(each)) for each in returned] == [
        (type(each), repr(each)) for each in EXACT
    ]
    sent = next(each for each in session.traffic.exchanges if each.method == "tools/call")
    assert str(2**63 + 1) in sent.request
    assert "1.0" in sent.request


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e400"])
async def test_numbers_that_json_does_not_know_are_taken(
    make_raw: Callable[..., Session], word: str
) -> None:
    line = '{"jsonrpc":"2.0","id":%ID%,"result":{"content":[],"structuredContent":{"n":' + word
    session = await started(make_raw({"tools/call": [{"line": line + "}}}"}]}))

    run = await ended(session.call_tool("tool", {}))

    assert run.result is not None
    assert run.result.structured is not None
    assert not math.isfinite(run.result.structured.value["n"])
