"""Bare requests, and how long any request is waited for."""

from patchbay.core.calls.run import Status
from patchbay.core.errors import Family, Kind
from patchbay.core.sessions.recorded import Recorded, recorded
from patchbay.core.sessions.redaction import MASK, Redactor
from patchbay.core.sessions.traffic import Direction, Outcome, Traffic
from tests.core.sessions.conftest import Make
from tests.core.sessions.waiting import ended, started, until_traffic


async def test_any_request_can_be_sent_and_its_result_comes_as_it_is(make: Make) -> None:
    session = await started(make("sdk.py"))

    listed = await ended(session.request("tools/list", {}))
    called = await ended(
        session.request("tools/call", {"name": "add", "arguments": {"a": 2, "b": 3}})
    )
    unknown = await ended(session.request("harbour/berths", {"free": None}))

    assert listed.result is not None
    assert listed.result.structured is not None
    assert "add" in [tool["name"] for tool in listed.result.structured.value["tools"]]
    assert called.result is not None
    assert called.result.raw["content"][0]["text"] == "5"
    assert unknown.error is not None
    assert unknown.error.family is Family.PROTOCOL
    last = session.traffic.exchanges[-1]
    assert (last.method, last.outcome) == ("harbour/berths", Outcome.ERROR)
    assert recorded(last) == Recorded("harbour/berths", {"free": None})

    unsendable = await ended(session.request("tools/call", {"arguments": {"a": object()}}))

    assert unsendable.error is not None
    assert unsendable.error.family is Family.CONFIGURATION  # and not the server's fault
    assert session.traffic.exchanges[-1] is last


async def test_progress_does_not_keep_a_call_alive_beyond_its_total_time(make: Make) -> None:
    session = await started(make("sdk.py", request_timeout=30, total_timeout=0.7))

    run = await ended(session.call_tool("count", {"steps": 40, "pause": 0.1}))

    assert run.error is not None
    assert run.error.kind is Kind.DEADLINE
    assert "0.7 s" in run.error.title
    assert "total_timeout" in run.error.hint
    assert run.progress
    call = next(each for each in session.traffic.exchanges if each.method == "tools/call")
    assert call.outcome is Outcome.TIMED_OUT


async def test_a_cancelled_call_ends_at_once_although_the_server_reads_nothing(make: Make) -> None:
    session = await started(make("large.py", "flood=3"))
    run = session.call_tool("flood", {})
    await until_traffic(session, "tools/call")
    stuck = session.request("harbour/fill", {"padding": "x" * 5_000_000})
    await until_traffic(session, "harbour/fill")

    stuck.cancel()
    run.cancel()

    assert (stuck.status, run.status) == (Status.CANCELLED, Status.CANCELLED)
    assert [each.outcome for each in session.traffic.exchanges[-2:]] == [Outcome.CANCELLED] * 2


def test_a_recorded_request_lacks_what_each_sending_adds_and_what_was_masked() -> None:
    traffic = Traffic()
    traffic.redactor = Redactor(["hunter2hunter2"])
    body = (
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"in","arguments":{"user":"ada",'
        '"password":"hunter2hunter2","list":["hunter2hunter2"]},"_meta":{"progressToken":1}}}'
    )
    exchange = traffic.record(Direction.SENT, "tools/call", body, size=1, request_id=1, waits=True)

    request = recorded(exchange)

    assert request is not None
    assert request.is_masked
    assert request.params["arguments"]["password"] == MASK
    assert request.without_masked() == Recorded(
        "tools/call", {"name": "in", "arguments": {"user": "ada"}}
    )
    notice = traffic.record(Direction.SENT, "notifications/initialized", body, size=1)
    assert recorded(notice) is None
