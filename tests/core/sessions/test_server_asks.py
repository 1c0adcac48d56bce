"""Servers that want something of Patchbay in the middle of a call: told no, and nothing hangs."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from patchbay.core.errors import Family
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.session import Session
from tests.core.sessions.raw_scripts import DISCOVERED, GOOD
from tests.core.sessions.waiting import ended, started, text, until_answered

MakeRaw = Callable[..., Session]
ERAS = pytest.mark.parametrize("era", [{}, {"server/discover": [{"result": DISCOVERED}]}])
QUESTION: dict[str, Any] = {
    "message": "Which berth?",
    "requestedSchema": {"type": "object", "properties": {}},
}
WANTED: dict[str, Any] = {
    "resultType": "input_required",
    "inputRequests": {"berth": {"method": "elicitation/create", "params": QUESTION}},
    "requestState": "x",
}


ASKED: list[tuple[str, dict[str, Any]]] = [
    ("sampling/createMessage", {"messages": [], "maxTokens": 5}),
    ("elicitation/create", QUESTION),
    ("roots/list", {}),
    ("harbour/berths", {"free": True}),
]


@ERAS
@pytest.mark.parametrize(("method", "params"), ASKED)
async def test_a_request_of_the_server_is_declined_and_logged_and_the_call_goes_on(
    make_raw: MakeRaw, era: dict[str, Any], method: str, params: dict[str, Any]
) -> None:
    asked = json.dumps({"jsonrpc": "2.0", "id": "q", "method": method, "params": params})
    session = await started(make_raw({**era, "tools/call": [{"before": [asked], "result": GOOD}]}))

    run = await ended(session.call_tool("tool", {}))

    assert text(run) == "fine"
    answer = json.loads(await until_answered(session, "q"))
    assert answer["error"]["code"] in (-32600, -32601)
    assert session.log.tail(Source.NOTIFICATION, 1)[0].startswith(f"{method}: the server asks")


async def test_a_ping_of_the_server_is_answered(make_raw: MakeRaw) -> None:
    ping = json.dumps({"jsonrpc": "2.0", "id": "p", "method": "ping"})
    session = await started(make_raw({"tools/call": [{"before": [ping], "result": GOOD}]}))

    await ended(session.call_tool("tool", {}))

    assert json.loads(await until_answered(session, "p"))["result"] == {}
    assert not session.log.count(Source.NOTIFICATION)


@ERAS
async def test_a_call_that_needs_an_answer_first_tells_the_question(
    make_raw: MakeRaw, era: dict[str, Any]
) -> None:
    session = await started(make_raw({**era, "tools/call": [{"result": WANTED}, {"result": GOOD}]}))

    run = await ended(session.call_tool("tool", {}))

    assert run.error is not None
    assert run.error.family is Family.PROTOCOL
    assert run.error.title == "The server asks for input before it goes on"
    assert run.error.cause.startswith("It asks: “Which berth?”.")
    assert text(await ended(session.call_tool("tool", {}))) == "fine"


async def test_a_bare_request_shows_the_question_as_it_came(make_raw: MakeRaw) -> None:
    session = await started(make_raw({"tools/call": [{"result": WANTED}]}))

    run = await ended(session.request("tools/call", {"name": "tool"}))

    assert run.result is not None
    assert run.result.raw == WANTED


async def test_a_server_that_finds_no_way_to_ask_is_explained(make_raw: MakeRaw) -> None:
    words = (
        "Cannot send 'elicitation/create': this transport context has no back-channel "
        "for server-initiated requests."
    )
    no_way = {"error": {"code": -32603, "message": words}}
    script = {"server/discover": [{"result": DISCOVERED}], "tools/call": [no_way]}
    session = await started(make_raw(script))

    run = await ended(session.call_tool("tool", {}))

    assert run.error is not None
    assert run.error.title == "The server asks for input before it goes on"
