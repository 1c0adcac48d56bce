"""What takes long by nature: silent probes, slow starts, large lines, sleep, hundreds of starts."""

import asyncio
import json
import os
import resource
import signal
import time
from pathlib import Path

import pytest

from patchbay.core.errors import Kind
from patchbay.core.sessions.listing import MOST_PAGES
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready
from tests.core.sessions.leftovers import leftovers
from tests.core.sessions.raw_scripts import GOOD, UNKNOWN
from tests.core.sessions.test_odd_lists import PAGE
from tests.core.sessions.waiting import Make, ended, started, text

pytestmark = pytest.mark.slow
PROBE = 10.0
"""Seconds the SDK waits for an answer to its probe."""


async def test_a_silent_probe_costs_its_ten_seconds_once(make: Make) -> None:
    session = make("raw.py", json.dumps({"server/discover": [{"silence": True}]}))

    assert await _seconds_to_start(session) >= PROBE
    await session.stop()

    assert await _seconds_to_start(session) < PROBE / 2


async def test_a_server_that_needs_twelve_seconds_to_wake_is_waited_for(make: Make) -> None:
    script = {"server/discover": [{"sleep": 12, **UNKNOWN}], "tools/call": [{"result": GOOD}]}
    session = make("raw.py", json.dumps(script))

    assert await _seconds_to_start(session) >= 12
    assert text(await ended(session.call_tool("tool", {}))) == "fine"


async def test_a_line_of_60_mb_arrives_while_the_loop_goes_on(make: Make) -> None:
    session = await started(make("large.py", "text=60"))
    gaps = asyncio.create_task(_longest_gap())

    run = await ended(session.call_tool("text-60", {}))

    gaps.cancel()
    assert run.result is not None, run.error
    assert run.result.size > 59_000_000
    assert await gaps < 0.2


async def test_a_thousand_pages_are_read_and_no_more(make: Make) -> None:
    session = await started(make("raw.py", json.dumps({"tools/list": [{"line": PAGE}]})))

    assert len(session.catalog.tools) == MOST_PAGES + 1
    assert "never ends" in session.catalog.notes[0].text


async def test_a_server_that_slept_goes_on_where_it_was(make: Make) -> None:
    session = await started(make("sdk.py", request_timeout=2))
    assert session.details.pid is not None
    os.kill(session.details.pid, signal.SIGSTOP)

    asleep = await ended(session.call_tool("add", {"a": 1, "b": 1}))
    os.kill(session.details.pid, signal.SIGCONT)
    awake = await ended(session.call_tool("add", {"a": 1, "b": 2}))

    assert asleep.error is not None
    assert asleep.error.kind is Kind.DEADLINE
    assert text(awake) == "3"
    assert isinstance(session.state, Ready)


async def test_two_hundred_starts_leak_nothing_and_end_in_rest(make: Make) -> None:
    session = await started(make("raw.py", json.dumps({"tools/call": [{"result": GOOD}]})))
    await _restart(session, 50)
    held, memory = leftovers(), _resident()

    await _restart(session, 150)

    assert leftovers() == held
    assert _resident() - memory < 10_000_000
    used = _cpu()
    await asyncio.sleep(3)  # rest itself is what is measured
    assert _cpu() - used < 0.1


async def _restart(session: Session, times: int) -> None:
    for _ in range(times):
        await session.restart()
        assert isinstance(await session.settled(), Ready)
        assert text(await ended(session.call_tool("tool", {}))) == "fine"


async def _seconds_to_start(session: Session) -> float:
    began = time.monotonic()
    await started(session)
    return time.monotonic() - began


async def _longest_gap() -> float:
    """Until it is cancelled: the longest time in which the loop did nothing else."""
    longest, last = 0.0, time.perf_counter()
    try:
        while True:
            await asyncio.sleep(0.005)
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
    except asyncio.CancelledError:
        return longest


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
