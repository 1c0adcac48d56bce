"""What stands in the place of an answer, at the start and in the middle, told by a session."""

from typing import Any

import pytest

from patchbay.core.calls.run import Status
from patchbay.core.errors import Action, AppError, Family
from patchbay.core.sessions.states import Ready
from patchbay.core.sessions.traffic import Outcome
from tests.core.sessions.remote.conftest import Far
from tests.core.sessions.remote.steps import echoed, failed, lost
from tests.core.sessions.waiting import started
from tests.remote import PrivateCa, StartWeb

PAGE = {"body": "<!doctype html><title>Welcome</title>", "type": "text/html"}
Odd = list[tuple[dict[str, Any], str, str]]
STATUSES = [
    (400, "refused the request"),
    (401, "wants a login"),
    (402, "answered with an error"),
    (403, "forbids access"),
    (404, "no MCP server at this address"),
    (405, "does not take MCP requests"),
    (406, "does not answer in a form of MCP"),
    (407, "proxy wants a login"),
    (408, "answered with an error"),
    (410, "no longer in use"),
    (413, "answered with an error"),
    (429, "asks to slow down"),
    (500, "is in trouble"),
    (502, "is in trouble"),
]
ODD: Odd = [
    (PAGE, "answered with a web page", "titled “Welcome”"),
    ({"status": 204}, "no MCP message", "204 No Content, and nothing else"),
    ({"body": "hello"}, "no MCP message", "labelled text/plain"),
    ({"body": "{}", "type": ""}, "no MCP message", "not labelled at all"),
    ({"status": 202}, "sends no answer", "202 Accepted"),
    ({"events": []}, "broke off its answer", "ended before the answer came"),
    ({**PAGE, "status": 500}, "in trouble", "with a page titled “Welcome”"),
    ({"status": 304}, "leads elsewhere", "without a usable new address"),
    ({"status": 302, "headers": {"location": "/login"}}, "wants a login", "/login"),
    ({"status": 301, "headers": {"location": "/mcp/"}}, "leads elsewhere", "/mcp/"),
    ({"status": 307, "headers": {"location": "http://127.0.0.2:1/"}}, "elsewhere", "127.0.0.2:1"),
    ({"result": {}, "pad": 900, "cut": 40}, "broke off the connection", "in the middle"),
    ({"drop": True}, "broke off the connection", "without an answer"),
]
UNREADABLE = [
    ({**PAGE, "type": "application/json"}, "a web page or XML"),
    ({"body": "", "type": "application/json"}, "it is empty"),
    ({"body": '{"id":', "type": "application/json"}, "no valid JSON"),
]


def check_words(error: AppError, family: Family, *words: str) -> None:
    assert error.family is family
    assert error.hint
    for each in words:
        assert each in f"{error.title} {error.cause}"
    for jargon in ("pydantic", "validation error", "Traceback", "TaskGroup", "http.client"):
        assert jargon not in f"{error} {error.evidence}"


@pytest.mark.parametrize(("status", "title"), STATUSES)
async def test_a_status_at_the_start_is_told(
    far: Far, web: StartWeb, status: int, title: str
) -> None:
    server = web({"POST /mcp": {"status": status}})

    error = (await failed(far(server.address))).error

    check_words(error, Family.CONNECTION, title, str(status))
    assert error.short == str(status)
    assert server.count("POST /mcp") == 2, "the probe and the handshake, and no more"


async def test_a_status_in_the_middle_is_told_and_fails_its_call_alone(
    far: Far, web: StartWeb
) -> None:
    statuses = [each for each in STATUSES if each[0] not in {400, 404}]
    server = web({"tools/call": [*({"status": status} for status, _ in statuses), {}]})
    session = await started(far(server.address))

    for status, title in statuses:
        error = await lost(session)
        check_words(error, Family.CONNECTION, title, str(status))
        assert error.short == str(status)
    assert (await echoed(session, "")).status is Status.DONE
    assert server.count("initialize") == 1


@pytest.mark.parametrize(("answer", "title", "cause"), ODD)
async def test_what_is_no_message_is_told_at_the_start(
    far: Far, web: StartWeb, answer: dict[str, Any], title: str, cause: str
) -> None:
    server = web({"POST /mcp": answer})

    check_words((await failed(far(server.address))).error, Family.CONNECTION, title, cause)
    assert server.count("POST /mcp") <= 2


async def test_what_is_no_message_fails_its_call_alone(far: Far, web: StartWeb) -> None:
    server = web({"tools/call": [*(answer for answer, _, _ in ODD), {}]})
    session = await started(far(server.address))

    for _, title, cause in ODD:
        check_words(await lost(session), Family.CONNECTION, title, cause)
    assert (await echoed(session, "")).status is Status.DONE
    assert server.count("tools/call") == len(ODD) + 1
    assert server.count("initialize") == 1
    rows = [one for one in session.traffic.exchanges if one.method == "tools/call"]
    assert Outcome.WAITING not in [row.outcome for row in rows]


async def test_what_is_labelled_json_and_is_none_is_the_servers_fault(
    far: Far, web: StartWeb
) -> None:
    answers = [answer for answer, _ in UNREADABLE]
    server = web({"POST /mcp": answers[0]})
    check_words((await failed(far(server.address))).error, Family.PROTOCOL, UNREADABLE[0][1])
    server.answer("POST /mcp")
    server.answer("tools/call", *answers, {})
    session = await started(far(server.address))

    for _, words in UNREADABLE:
        check_words(await lost(session), Family.PROTOCOL, words)
    assert (await echoed(session, "")).status is Status.DONE


@pytest.mark.parametrize(
    ("answer", "family", "words"),
    [
        ({"status": 400, "error": {"code": -32602, "message": "bad x"}}, Family.PROTOCOL, "bad x"),
        ({"status": 500, "error": {"code": -32603, "message": "oh no"}}, Family.PROTOCOL, "oh no"),
        ({"status": 401, "error": {"code": -32001, "message": "old"}}, Family.CONNECTION, ": old."),
        ({"status": 400, "body": "X-Team missing"}, Family.CONNECTION, ": X-Team missing."),
        (
            {"status": 403, "body": '{"message": "not you"}', "type": "application/json"},
            Family.CONNECTION,
            ": not you.",
        ),
    ],
)
async def test_the_servers_own_words_are_told(
    far: Far, web: StartWeb, answer: dict[str, Any], family: Family, words: str
) -> None:
    session = await started(far(web({"tools/call": answer}).address))

    error = await lost(session)

    assert error.family is family
    assert words in error.cause
    assert isinstance(session.state, Ready)


@pytest.mark.parametrize("status", [307, 308])
async def test_a_redirect_on_the_same_server_is_followed_and_told_once(
    far: Far, web: StartWeb, status: int
) -> None:
    server = web({"POST /mcp": {"status": status, "headers": {"location": "/mcp/"}}})
    session = await started(far(server.address))

    assert (await echoed(session, "")).status is Status.DONE
    told = [line.text for line in session.log.lines if "leads to" in line.text]
    assert told == [
        f"{server.address} leads to {server.address}/, so all is sent twice. "
        "Put that address into the entry."
    ]


async def test_a_redirect_that_is_not_followed_in_the_middle_offers_its_target(
    far: Far, web: StartWeb
) -> None:
    target = "http://127.0.0.2:1/mcp"
    server = web({"tools/call": {"status": 307, "headers": {"location": target}}})
    session = await started(far(server.address))

    (remedy,) = (await lost(session)).remedies

    assert (remedy.action, remedy.value) == (Action.ADOPT_ADDRESS, target)


async def test_a_redirect_that_gives_up_encryption_is_never_followed(
    far: Far, web: StartWeb, private_ca: PrivateCa
) -> None:
    plain = web()
    moved = {"status": 307, "headers": {"location": plain.address}}
    server = web({"POST /mcp": moved}, tls=private_ca.tls())

    error = (await failed(far(server.address, ca_file=str(private_ca.file)))).error

    assert "not encrypted" in error.cause
    assert [remedy.action for remedy in error.remedies] == [Action.EDIT]
    assert plain.requests == []
