"""How connections end: at once known, all together, again and again, and nothing stays behind."""

import asyncio
import json
import os
import signal
import time

import pytest

from patchbay.core.calls.run import Status
from patchbay.core.errors import Family
from patchbay.core.sessions.states import Failed, Stage, Starting, Stopped
from tests.core.sessions.leftovers import leftovers
from tests.core.sessions.raw_scripts import GOOD
from tests.core.sessions.waiting import Make, ended, started, text, until

SILENT = json.dumps({"server/discover": [{"silence": True}], "initialize": [{"silence": True}]})
ANSWERING = json.dumps({"tools/call": [{"result": GOOD}]})


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
async def test_the_death_of_an_idle_server_is_known_at_once(
    make: Make, number: signal.Signals
) -> None:
    session = await started(make("raw.py", ANSWERING))
    assert session.details.pid is not None
    began = time.monotonic()

    os.kill(session.details.pid, number)
    await until(session, lambda: isinstance(session.state, Failed))

    assert time.monotonic() - began < 5
    assert isinstance(session.state, Failed)
    assert session.state.error.family is Family.CONNECTION
    assert number.name in session.state.error.title
    assert session.state.during == ()


async def test_a_call_on_a_server_that_died_says_what_became_of_it(make: Make) -> None:
    session = await started(make("raw.py", json.dumps({"tools/call": [{"silence": True}]})))
    assert session.details.pid is not None
    run = session.call_tool("tool", {})

    os.kill(session.details.pid, signal.SIGKILL)
    await ended(run)

    assert run.status is Status.FAILED
    assert run.error is not None
    assert "SIGKILL" in run.error.title


async def test_ten_starts_are_cancelled_side_by_side(make: Make) -> None:
    sessions = [make("raw.py", SILENT, name=f"silent {number}") for number in range(10)]
    for session in sessions:
        session.start()
    for session in sessions:
        await until(session, lambda state=session: _waits(state.state))
    began = time.monotonic()

    await asyncio.gather(*(session.stop() for session in sessions))

    assert time.monotonic() - began < 10
    assert {type(session.state) for session in sessions} == {Stopped}


async def come_down_to(before: tuple[int, ...]) -> None:
    """What has ended lets go of its pipes a few turns of the loop later."""
    for _ in range(1_000):
        if leftovers() == before:
            return
        await asyncio.sleep(0.01)
    assert leftovers() == before


async def test_starting_again_ten_times_leaves_no_task_file_or_process_behind(
    make: Make,
) -> None:
    session = await started(make("raw.py", ANSWERING))
    await ended(session.call_tool("tool", {}))
    before = leftovers()

    for _ in range(10):
        await session.restart()
        await session.settled()
    run = await ended(session.call_tool("tool", {}))

    assert text(run) == "fine"
    await come_down_to(before)


async def test_a_hundred_cancelled_calls_leave_nothing_behind(make: Make) -> None:
    session = await started(make("workshop.py"))
    await ended(session.call_tool("echo", {}))
    before = leftovers()

    for run in [session.call_tool("stall", {}) for _ in range(100)]:
        await asyncio.sleep(0)
        run.cancel()
    answered = await ended(session.call_tool("echo", {}))

    assert answered.status is Status.DONE
    assert {run.status for run in session.runs[1:-1]} == {Status.CANCELLED}
    await come_down_to(before)


def _waits(state: object) -> bool:
    return isinstance(state, Starting) and state.stage is Stage.WAITING
