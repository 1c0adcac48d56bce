"""Event streams of remote servers: broken off, resumed, refused, very large, and the older SSE."""

import json
from typing import Any

import pytest

from patchbay.core.calls.run import Status
from patchbay.core.errors import Kind
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.states import Ready
from tests.core.sessions.remote.conftest import Far
from tests.core.sessions.remote.steps import echoed, failed, lost, renewed
from tests.core.sessions.waiting import ended, started, text, until_logged
from tests.remote import StartWeb

SIGN = {"id": "e1", "retry": "1", "data": ""}
HELLO = {
    "jsonrpc": "2.0",
    "method": "notifications/message",
    "params": {"level": "info", "data": "hello"},
}


def answer_event(words: str) -> dict[str, str]:
    result = {"content": [{"type": "text", "text": words}]}
    return {"id": "e2", "data": json.dumps({"jsonrpc": "2.0", "id": 999, "result": result})}


async def test_an_answer_whose_stream_ended_is_resumed_where_it_stood(
    far: Far, web: StartWeb
) -> None:
    server = web({"tools/call": {"events": [SIGN]}})
    session = await started(far(server.address))
    server.answer("GET /mcp", {"events": [answer_event("resumed")]})

    run = await echoed(session, "")

    assert text(run) == "resumed"
    asked = [each for each in server.requests if each.method == "GET"][-1]
    assert asked.headers["last-event-id"] == "e1"
    assert server.count("tools/call") == 1
    assert "resumed" in session.traffic.exchanges[-1].response


@pytest.mark.parametrize("refused", [{"status": 405}, {"status": 404}, {"drop": True}])
async def test_an_answer_that_cannot_be_resumed_fails_its_call_alone(
    far: Far, web: StartWeb, refused: dict[str, Any]
) -> None:
    server = web({"tools/call": [{"events": [SIGN]}, {}], "GET /mcp": refused})
    session = await started(far(server.address))

    error = await lost(session)

    assert "broke off its answer" in error.title
    assert "may have carried out" in error.hint
    assert (await echoed(session, "")).status is Status.DONE


async def test_a_stream_that_always_ends_is_not_resumed_for_ever(far: Far, web: StartWeb) -> None:
    server = web({"tools/call": [{"events": [SIGN]}, {}], "GET /mcp": {"events": []}})
    session = await started(far(server.address, request_timeout=1))

    error = await lost(session)

    assert error.kind is Kind.DEADLINE
    assert server.count("GET /mcp") < 8
    assert (await echoed(session, "")).status is Status.DONE


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 405},
        {"status": 404, "body": "Cannot GET /mcp"},
        {"status": 401},
        {"status": 500},
        {"status": 302, "headers": {"location": "/login"}},
        {"body": "<title>Welcome</title>", "type": "text/html"},
        {"events": []},
        {"events": [SIGN]},
        {"drop": True},
    ],
)
async def test_a_server_without_a_stream_of_its_own_messages_is_used_all_the_same(
    far: Far, web: StartWeb, answer: dict[str, Any]
) -> None:
    server = web({"GET /mcp": answer})
    session = await started(far(server.address))
    server.wait_for("GET /mcp")

    assert text(await echoed(session, "fine")) == "fine"
    assert isinstance(session.state, Ready)
    assert server.count("GET /mcp") <= 3
    assert [line.text for line in session.log.lines if line.level in {"warning", "error"}] == []


async def test_what_comes_on_the_stream_is_heard_and_its_end_is_no_failure(
    far: Far, web: StartWeb
) -> None:
    server = web({"GET /mcp": {"events": [{**SIGN, "data": json.dumps(HELLO)}]}})
    session = await started(far(server.address))

    await until_logged(session, Source.SERVER)

    assert session.log.tail(Source.SERVER, 1) == ("hello",)
    assert isinstance(session.state, Ready)


async def test_a_stream_that_was_there_and_is_not_found_means_the_session_is_gone(
    far: Far, web: StartWeb
) -> None:
    server = web({"GET /mcp": [{"events": [SIGN]}, {"status": 404}, {"status": 405}]})
    session = await started(far(server.address))

    await renewed(session, server)

    assert text(await echoed(session, "fine")) == "fine"


async def test_a_session_that_is_unknown_at_once_is_told_as_that(far: Far, web: StartWeb) -> None:
    server = web({}, session_life=0)

    state = await failed(far(server.address))

    assert state.short == "session"
    assert "in several copies" in state.error.hint
    assert server.count("initialize") == 1


@pytest.mark.parametrize("kind", ["http", "sse"])
async def test_two_huge_events_arrive_and_leave_the_connection_usable(
    far: Far, web: StartWeb, kind: str
) -> None:
    huge: dict[str, Any] = {"as": "sse", "result": {}, "pad": 5 * 1024 * 1024}
    server = web({"tools/call": [huge, huge, {}]})
    address = server.address if kind == "http" else server.sse_address
    session = await started(far(address, transport=kind))

    for _ in range(2):
        result = (await ended(session.call_tool("echo", {}))).result
        assert result is not None
        assert result.size > 5 * 1024 * 1024
    assert text(await echoed(session, "fine")) == "fine"


@pytest.mark.parametrize(
    ("answer", "title", "cause"),
    [
        ({"status": 401}, "wants a login", "401"),
        ({"status": 404}, "no MCP server", "404"),
        ({"body": "<title>Hi</title>", "type": "text/html"}, "with a web page", "titled “Hi”"),
        ({"body": "{}", "type": "application/json"}, "no MCP message", "is text/event-stream"),
        ({"drop": True}, "broke off", "without an answer"),
        ({"events": []}, "broke off", "before it had told where to send"),
        ({"endpoint": "http://127.0.0.2:1/x?key=k-123"}, "sent elsewhere", "http://127.0.0.2:1/x"),
    ],
)
async def test_an_sse_stream_that_does_not_come_about_is_told_at_once(
    far: Far, web: StartWeb, answer: dict[str, Any], title: str, cause: str
) -> None:
    server = web({"GET /sse": answer})

    error = (await failed(far(server.sse_address, transport="sse"))).error

    assert title in error.title
    assert cause in error.cause
    assert "k-123" not in str(error)


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ({"status": 500}, "in trouble"),
        ({"status": 404}, "no MCP server"),
        ({"status": 302, "headers": {"location": "/login"}}, "wants a login"),
        ({"status": 200, "body": "<title>Hi</title>", "type": "text/html"}, "with a web page"),
    ],
)
async def test_a_message_that_sse_does_not_take_fails_its_call_alone(
    far: Far, web: StartWeb, answer: dict[str, Any], title: str
) -> None:
    server = web({"tools/call": [answer, {}]})
    session = await started(far(server.sse_address, transport="sse"))

    assert title in (await lost(session)).title
    assert text(await echoed(session, "fine")) == "fine"
    assert server.count("GET /sse") == 1
