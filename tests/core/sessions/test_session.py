"""A session's life with real servers behind real relays."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from patchbay.core.calls.blocks import Image
from patchbay.core.calls.run import Status
from patchbay.core.errors import Family, Kind
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Ready, Stage, Starting, State, Stopped
from patchbay.core.sessions.traffic import Outcome
from tests.core.sessions.waiting import LONG, Make, ended, started, text, until, until_traffic


async def test_a_server_starts_in_stages_and_lists_what_it_offers(make: Make) -> None:
    session = make("sdk.py")
    states: list[State] = []
    session.changed.connect(states.append)

    await started(session)

    stages = [state.stage for state in states if isinstance(state, Starting)]
    assert [stage for place, stage in enumerate(stages) if stage not in stages[:place]] == [
        Stage.RESOLVING,
        Stage.ASKING,
        Stage.SPAWNING,
        Stage.WAITING,
        Stage.NEGOTIATING,
        Stage.LISTING,
    ]
    assert {"add", "wait", "crash"} <= {tool.name for tool in session.catalog.tools}
    assert session.catalog.tools[0].id == "mcp::server::add"
    assert [prompt.name for prompt in session.catalog.prompts] == ["greet"]
    assert [resource.uri for resource in session.catalog.resources] == ["text://motd"]
    details = session.details
    assert (details.name, details.version, details.instructions) == ("sdk", "1.2.3", "Be gentle.")
    assert details.protocol
    assert details.pid


async def test_calls_run_in_parallel_and_each_gets_its_own_answer(make: Make) -> None:
    session = await started(make("sdk.py"))

    slow = session.call_tool("wait", {"seconds": 0.5})
    fast = session.call_tool("add", {"a": 2, "b": 3})

    assert text(await ended(fast)) == "5"
    assert slow.status is Status.RUNNING
    assert text(await ended(slow)) == "waited"
    assert [run.number for run in session.runs] == [1, 2]


async def test_a_prompt_and_a_resource_are_runs_too(make: Make) -> None:
    session = await started(make("sdk.py"))

    prompt = await ended(session.get_prompt("greet", {"name": "Ada"}))
    resource = await ended(session.read_resource("text://motd"))

    assert text(prompt) == "Hello Ada"
    assert prompt.result is not None
    assert prompt.result.blocks[0].role == "user"
    assert resource.result is not None
    assert "Fair winds" in str(resource.result.blocks[0])


async def test_progress_is_told_and_keeps_a_call_alive_beyond_its_idle_time(make: Make) -> None:
    session = await started(make("sdk.py", request_timeout=1))

    run = await ended(session.call_tool("count", {"steps": 4, "pause": 0.5}))

    assert text(run) == "counted"
    assert [step.message for step in run.progress] == ["step 1", "step 2", "step 3", "step 4"]


async def test_a_silent_call_ends_at_its_deadline_and_the_session_goes_on(make: Make) -> None:
    session = await started(make("sdk.py", request_timeout=0.5))

    run = await ended(session.call_tool("wait", {"seconds": 20}))

    assert run.error is not None
    assert (run.error.family, run.error.kind) == (Family.CONNECTION, Kind.DEADLINE)
    assert text(await ended(session.call_tool("add", {"a": 1, "b": 1}))) == "2"


async def test_cancelling_a_run_reaches_the_server_and_leaves_the_session_up(make: Make) -> None:
    session = await started(make("sdk.py", protocol="legacy"))
    run = session.call_tool("wait", {"seconds": 20})
    await until_traffic(session, "tools/call")

    run.cancel()

    assert run.status is Status.CANCELLED
    assert text(await ended(session.call_tool("add", {"a": 1, "b": 1}))) == "2"
    assert "notifications/cancelled" in [each.method for each in session.traffic.exchanges]


async def test_an_error_of_a_tool_is_a_result_that_says_so(make: Make) -> None:
    session = await started(make("sdk.py"))

    run = await ended(session.call_tool("fail", {}))

    assert run.is_error
    assert "on purpose" in text(run)
    call = next(each for each in session.traffic.exchanges if each.method == "tools/call")
    assert call.outcome is Outcome.TOOL_ERROR


async def test_a_crash_in_a_call_keeps_the_evidence(make: Make) -> None:
    session = await started(make("sdk.py"))
    run = session.call_tool("crash", {})
    await ended(run)
    await until(session, lambda: isinstance(session.state, Failed))

    state = session.state
    assert isinstance(state, Failed)
    assert state.short == "exit 3"
    assert state.during == ("crash",)
    assert state.error.title == "The server exited with code 3 during the call crash"
    assert run.error is not None
    assert run.error.title == "The server exited with code 3"
    assert session.log.tail(Source.STDERR, 1) == ("crashing now",)
    assert [tool.name for tool in session.catalog.tools]
    assert session.runs == [run]


async def test_a_session_starts_again_after_a_crash(make: Make) -> None:
    session = await started(make("sdk.py"))
    await ended(session.call_tool("crash", {}))
    await until(session, lambda: isinstance(session.state, Failed))

    await started(session)

    assert text(await ended(session.call_tool("add", {"a": 1, "b": 2}))) == "3"
    assert len(session.runs) == 2


async def test_stopping_a_session_cancels_its_calls(make: Make) -> None:
    session = await started(make("sdk.py"))
    run = session.call_tool("wait", {"seconds": 20})

    async with asyncio.timeout(LONG):
        await session.stop()

    assert isinstance(session.state, Stopped)
    assert run.status is Status.CANCELLED


async def test_a_start_can_be_cancelled_while_the_server_is_silent(
    make_raw: Callable[..., Session],
) -> None:
    session = make_raw({"server/discover": [{"silence": True}], "initialize": [{"silence": True}]})
    session.start()
    await until(
        session,
        lambda: isinstance(session.state, Starting) and session.state.stage is Stage.WAITING,
    )

    async with asyncio.timeout(LONG):
        await session.stop()

    assert isinstance(session.state, Stopped)


async def test_a_server_that_never_answers_fails_at_its_deadline(
    make_raw: Callable[..., Session],
) -> None:
    session = make_raw({"initialize": [{"silence": True}]}, connect_timeout=0.5, protocol="legacy")
    session.start()
    async with asyncio.timeout(LONG):
        state = await session.settled()

    assert isinstance(state, Failed)
    assert state.error.kind is Kind.DEADLINE
    assert "Waiting for the first reply" in state.error.cause


async def test_a_server_that_dies_at_once_tells_its_exit_code_and_last_line(
    make_raw: Callable[..., Session],
) -> None:
    last = {"stderr": ["API_KEY is missing"], "exit": 7}
    session = make_raw({"server/discover": [last], "initialize": [last]})
    session.start()
    async with asyncio.timeout(LONG):
        state = await session.settled()

    assert isinstance(state, Failed)
    assert state.short == "exit 7"
    assert state.error.title == "The server exited with code 7 before it answered"
    assert "API_KEY is missing" in state.error.evidence.get("stderr", "")


async def test_an_old_server_that_dies_of_the_probe_is_asked_the_old_way_and_remembered(
    make_raw: Callable[..., Session],
) -> None:
    session = await started(make_raw({"server/discover": [{"exit": 1}]}))
    assert session.details.protocol == "2025-11-25"
    await session.stop()
    before = session.traffic.total

    await started(session)

    methods = [each.method for each in session.traffic.exchanges if each.number > before]
    assert methods[0] == "initialize"


async def test_one_failing_server_does_not_disturb_another(make: Make) -> None:
    good = await started(make("sdk.py", name="good"))
    bad = make("sdk.py", name="bad")
    await started(bad)
    run = good.call_tool("wait", {"seconds": 0.5})

    await ended(bad.call_tool("crash", {}))

    assert text(await ended(run)) == "waited"
    assert isinstance(good.state, Ready)


async def test_a_large_picture_arrives_as_a_decoded_file(make: Make) -> None:
    session = await started(make("sdk.py"))

    run = await ended(session.call_tool("picture", {"size": 3_000_000}))

    assert run.result is not None
    image = run.result.blocks[0]
    assert isinstance(image, Image)
    assert image.payload.size == 3_000_000
    assert image.payload.read() == bytes(3_000_000)


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ({"cwd": "/no/such/folder"}, "The folder to start in cannot be used"),
        ({"env": {"X": "${PATCHBAY_UNSET}"}}, "PATCHBAY_UNSET"),
    ],
)
async def test_what_stops_a_start_is_named(make: Make, entry: dict[str, Any], title: str) -> None:
    session = make("sdk.py", **entry)
    session.start()
    async with asyncio.timeout(LONG):
        state = await session.settled()

    assert not isinstance(state, Ready)
    error = state.error if isinstance(state, Failed) else getattr(state, "blocked", None)
    assert error is not None
    assert title in str(error)


async def test_a_start_that_is_stopped_before_it_does_anything_is_over(make: Make) -> None:
    session = make("sdk.py")

    session.start()
    await session.stop()

    assert isinstance(session.state, Stopped)
    session.start()
    async with asyncio.timeout(LONG):
        assert isinstance(await session.settled(), Ready)
