"""Calls to remote servers side by side, cancelled, too late; and stopping."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from patchbay.core.calls.run import Run, Status
from patchbay.core.errors import Kind
from patchbay.core.sessions.states import Failed, Ready
from tests.core.sessions.remote.conftest import Far
from tests.core.sessions.remote.steps import echoed, failed
from tests.core.sessions.waiting import LONG, ended, started, text, until
from tests.remote import StartRemote, StartWeb

FILES = Path("/proc/self/fd")
ERAS = ["legacy", "modern"]


@pytest.mark.parametrize("era", ERAS)
async def test_of_parallel_calls_those_that_hang_or_fail_disturb_no_other(
    far: Far, web: StartWeb, era: str
) -> None:
    answers = [{"silence": True}, {"hold": True}, {"status": 500}, {"drop": True}, {}]
    server = web({"tools/call": answers}, era=era)
    session = await started(far(server.address))
    runs: list[Run] = []
    for number in range(5):  # one after the other: the script answers in order of arrival
        runs.append(session.call_tool("echo", {"text": f"{number}"}))
        await asyncio.to_thread(server.wait_for, "tools/call", number + 1)

    for run in runs[2:]:
        await ended(run)
    server.release()
    await ended(runs[1])

    ends = [run.status for run in runs]
    assert ends == [Status.RUNNING, Status.DONE, Status.FAILED, Status.FAILED, Status.DONE]
    assert (text(runs[1]), text(runs[4])) == ("1", "4")
    runs[0].cancel()
    await ended(runs[0])
    assert text(await echoed(session, "fine")) == "fine"
    assert isinstance(session.state, Ready)


@pytest.mark.parametrize("era", ERAS)
async def test_cancelling_a_call_reaches_the_server_in_the_way_of_its_era(
    far: Far, web: StartWeb, era: str
) -> None:
    server = web({"tools/call": [{"silence": True}, {}]}, era=era)
    session = await started(far(server.address))
    run = session.call_tool("echo", {"text": "never"})
    await asyncio.to_thread(server.wait_for, "tools/call")

    run.cancel()
    await ended(run)

    assert run.status is Status.CANCELLED
    if era == "legacy":
        await asyncio.to_thread(server.wait_for, "notifications/cancelled")
        told = next(one for one in server.requests if one.step == "notifications/cancelled")
        asked = next(one for one in server.requests if one.step == "tools/call")
        assert told.message["params"]["requestId"] == asked.message["id"]
    else:
        await asyncio.to_thread(server.wait_for_leaving, "tools/call")
        assert server.count("notifications/cancelled") == 0
    assert text(await echoed(session, "fine")) == "fine"


@pytest.mark.parametrize(
    ("step", "stage"),
    [
        ("POST /mcp", "Waiting for the first reply"),
        ("initialize", "Agreeing on a protocol"),
    ],
)
async def test_a_server_that_hangs_at_the_start_is_given_up_in_time(
    far: Far, web: StartWeb, step: str, stage: str
) -> None:
    server = web({step: {"silence": True}})
    began = time.monotonic()

    error = (await failed(far(server.address, connect_timeout=0.3))).error

    assert error.kind is Kind.DEADLINE
    assert stage in error.cause
    assert time.monotonic() - began < 5
    assert server.count("GET /mcp") == 0, "no reason to try SSE"


async def test_a_server_that_never_accepts_a_notification_holds_up_nothing_for_long(
    far: Far, web: StartWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patchbay.core.sessions.remote.http.NOTICE_SECONDS", 0.2)
    silent = {"silence": True}
    script = {"notifications/initialized": silent, "notifications/cancelled": silent}
    server = web({**script, "tools/call": [silent, {}]})
    session = await started(far(server.address))
    run = session.call_tool("echo", {"text": "never"})
    await asyncio.to_thread(server.wait_for, "tools/call")

    run.cancel()

    assert text(await echoed(session, "fine")) == "fine"
    assert isinstance(session.state, Ready)


async def test_a_server_that_lists_nothing_is_given_up_in_time(
    far: Far, web: StartWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patchbay.core.sessions.connection.LIST_SECONDS", 0.3)

    error = (await failed(far(web({"tools/list": {"silence": True}}).address))).error

    assert error.kind is Kind.DEADLINE
    assert "list" in error.cause.lower()


async def test_a_call_while_the_session_connects_is_not_sent(far: Far, web: StartWeb) -> None:
    server = web({"POST /mcp": [{"hold": True}, {}]})
    session = far(server.address)
    session.start()

    run = await echoed(session, "early")
    server.release()
    await session.settled()

    assert run.error is not None
    assert "is still connecting" in run.error.title
    assert server.count("tools/call") == 0


async def test_an_sse_server_that_names_no_endpoint_is_given_up_in_time(
    far: Far, web: StartWeb
) -> None:
    server = web({"GET /sse": {"events": [], "then": "stay"}})

    error = (await failed(far(server.sse_address, transport="sse", connect_timeout=0.3))).error

    assert error.kind is Kind.DEADLINE


@pytest.mark.parametrize("era", ERAS)
async def test_a_call_that_hangs_is_given_up_in_time_and_the_server_told(
    far: Far, web: StartWeb, era: str
) -> None:
    server = web({"tools/call": [{"silence": True}, {}]}, era=era)
    session = await started(far(server.address, request_timeout=0.3))

    run = await echoed(session, "never")

    assert run.error is not None
    assert run.error.kind is Kind.DEADLINE
    if era == "legacy":
        await asyncio.to_thread(server.wait_for, "notifications/cancelled")
    else:
        await asyncio.to_thread(server.wait_for_leaving, "tools/call")
    assert text(await echoed(session, "fine")) == "fine"


@pytest.mark.parametrize(("chosen", "told"), [(None, 1), (True, 1), (False, 0)])
async def test_stopping_ends_the_session_at_the_server_unless_told_not_to(
    far: Far, web: StartWeb, chosen: bool | None, told: int
) -> None:
    server = web()
    entry = {} if chosen is None else {"terminateOnClose": chosen}
    session = await started(far(server.address, **entry))

    await session.stop()

    assert server.count("DELETE /mcp") == told


@pytest.mark.parametrize("answer", [{"silence": True}, {"drop": True}, {"status": 500}])
async def test_stopping_waits_for_no_server_that_will_not_let_go(
    far: Far, web: StartWeb, answer: dict[str, object]
) -> None:
    session = await started(far(web({"DELETE /mcp": answer}).address))
    began = time.monotonic()

    await session.stop()

    assert time.monotonic() - began < 3


async def test_a_server_that_dies_disturbs_no_other(far: Far, web: StartWeb) -> None:
    good, bad = web({"tools/call": {"hold": True}}), web()
    session, other = far(good.address, "good"), far(bad.address, "bad")
    await started(session)
    await started(other)
    under_way = session.call_tool("echo", {"text": "fine"})
    await asyncio.to_thread(good.wait_for, "tools/call")

    bad.stop()
    await echoed(other, "")
    await until(other, lambda: isinstance(other.state, Failed))
    good.release()

    assert text(await ended(under_way)) == "fine"
    assert isinstance(session.state, Ready)


def held() -> tuple[int, int, int]:
    """Tasks, threads and open files of this process."""
    return len(asyncio.all_tasks()), threading.active_count(), len(list(FILES.iterdir()))


@pytest.mark.skipif(not FILES.exists(), reason="counts files in /proc")
@pytest.mark.parametrize("kind", ["http", "sse"])
async def test_twenty_reconnects_leave_nothing_behind(far: Far, web: StartWeb, kind: str) -> None:
    server = web()
    address = server.address if kind == "http" else server.sse_address
    session = far(address, transport=kind)
    before = (0, 0, 0)
    for number in range(23):
        await started(session)
        server.cut_all()
        await echoed(session, "")
        await session.stop()
        if number == 2:
            before = held()

    server.stop()  # it waits for its threads
    assert all(now <= then + 3 for now, then in zip(held(), before, strict=True)), before


async def test_over_sse_a_post_that_is_not_answered_holds_up_no_other(
    far: Far, web: StartWeb
) -> None:
    server = web({"tools/call": [{"hold": True}, {}]})
    session = await started(far(server.sse_address, transport="sse"))

    waiting = session.call_tool("echo", {"text": "one"})
    other = await ended(session.call_tool("echo", {"text": "two"}))
    assert waiting.status is Status.RUNNING
    server.release()

    assert text(other) == "two"
    assert text(await ended(waiting)) == "one"


async def test_many_silent_calls_keep_no_other_from_being_made(far: Far, web: StartWeb) -> None:
    server = web({"tools/call": [*[{"silence": True}] * 120, {}]})
    session = await started(far(server.address))

    silent = [session.call_tool("echo", {"text": str(number)}) for number in range(120)]
    await asyncio.to_thread(server.wait_for, "tools/call", 120, LONG)
    other = await ended(session.call_tool("echo", {"text": "heard"}))

    assert text(other) == "heard"
    assert all(run.status is Status.RUNNING for run in silent)


async def test_a_method_that_is_no_ascii_costs_its_own_request_only(
    far: Far, remote_server: StartRemote
) -> None:
    session = await started(far(remote_server("http", "modern").address))

    odd = await ended(session.request("é☃", {}))
    good = await ended(session.call_tool("add", {"a": 2, "b": 3}))

    assert odd.status is Status.FAILED
    assert text(good) == "5"
    assert isinstance(session.state, Ready)
