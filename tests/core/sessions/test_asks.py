"""Questions of servers, put to a person and answered, in both protocol eras."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from patchbay.core.calls.run import Status
from patchbay.core.errors import Kind as FailureKind
from patchbay.core.sessions.asks import MOST_OPEN
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed
from patchbay.core.workspace import Workspace
from tests.core.sessions.asking import *  # noqa: F403 - its fixtures
from tests.core.sessions.asking import (
    BERTH,
    NAME,
    PAGE,
    ask,
    asked,
    nothing_asked,
    replies,
    until_said,
)
from tests.core.sessions.raw_scripts import DISCOVERED
from tests.core.sessions.waiting import ended, started, text, until
from tests.servers import curious
from tests.servers.eras import Era
from tests.servers.network import PATHS, Kind, Listener, application

Make = Callable[..., Session]
ERAS = pytest.mark.parametrize("era", [(), ("--modern",)], ids=["legacy", "modern"])


@pytest.fixture
async def session(make: Make, era: tuple[str, ...]) -> Session:
    return await started(make("asker.py", *era))


@ERAS
async def test_an_answer_reaches_the_server_and_the_call_goes_on(session: Session) -> None:
    run = ask(session, BERTH)
    (question,) = await asked(session)

    assert question.question.message == "Which berth?"
    assert question.run is run
    assert run.asks == (question,)
    question.accept({"berth": 4})

    assert replies(await ended(run)) == [{"action": "accept", "content": {"berth": 4}}]
    assert session.asks.open == ()
    assert run.asks == ()


@ERAS
async def test_declining_and_putting_aside_reach_the_server_as_what_they_are(
    session: Session,
) -> None:
    run = ask(session, BERTH, NAME)
    first, second = await asked(session, 2)

    first.decline()
    second.cancel()

    assert replies(await ended(run)) == [{"action": "decline"}, {"action": "cancel"}]


@ERAS
async def test_the_second_to_settle_a_question_changes_nothing(session: Session) -> None:
    run = ask(session, NAME)
    (question,) = await asked(session)

    question.decline()
    question.accept({"name": "too late"})

    assert replies(await ended(run)) == [{"action": "decline"}]


@pytest.mark.parametrize(
    ("url", "host", "doubt"),
    [
        ("https://pay.example.org/dues", "pay.example.org", ""),
        ("http://localhost:8080/dues", "localhost", ""),
        ("http://pay.example.org/dues", "pay.example.org", "It is not encrypted"),
        ("https://bank.test@evil.test/x", "evil.test", "It leads to evil.test"),
        ("https://xn--pple-43d.com/", "xn--pple-43d.com", "may not be what they seem"),
        ("https://Bank.Test:444/", "Bank.Test", ""),
    ],
)
async def test_what_is_doubtful_about_an_address_is_said(
    make: Make, url: str, host: str, doubt: str
) -> None:
    session = await started(make("asker.py"))
    run = ask(session, {**PAGE, "url": url})
    (question,) = await asked(session)

    assert question.question.host == host
    assert doubt in " ".join(question.question.doubts)
    assert bool(question.question.doubts) is bool(doubt)
    question.decline()
    await ended(run)


@ERAS
async def test_an_address_is_accepted_without_content(session: Session) -> None:
    run = ask(session, PAGE)
    (question,) = await asked(session)
    assert question.question.url == "https://pay.example.org/dues?ship=7"

    question.accept()

    assert replies(await ended(run)) == [{"action": "accept"}]


@ERAS
async def test_two_calls_ask_at_once_and_each_gets_its_own_answer(session: Session) -> None:
    berth, name = ask(session, BERTH), ask(session, NAME)
    questions = {each.question.message: each for each in await asked(session, 2)}

    questions["What is her name?"].accept({"name": "Ida"})
    assert replies(await ended(name)) == [{"action": "accept", "content": {"name": "Ida"}}]
    assert berth.status is Status.RUNNING
    questions["Which berth?"].accept({"berth": 1})

    assert replies(await ended(berth)) == [{"action": "accept", "content": {"berth": 1}}]


async def test_with_two_calls_the_older_era_does_not_tell_whose_the_question_is(
    make: Make,
) -> None:
    session = await started(make("asker.py"))
    first = ask(session, BERTH)
    (known,) = await asked(session)
    second = ask(session, NAME)
    *_, unknown = await asked(session, 2)

    assert known.run is first
    assert unknown.run is None
    unknown.decline()
    known.decline()
    await ended(first)
    await ended(second)


@ERAS
async def test_a_form_with_odd_parts_is_asked_and_its_odd_answer_reaches_the_server(
    session: Session,
) -> None:
    schema = {
        "type": "object",
        "properties": {"place": {"type": "object"}, "either": {"anyOf": [{}, {"type": "null"}]}},
    }
    run = ask(session, {"message": "Odd?", "requestedSchema": schema})
    (question,) = await asked(session)
    assert question.question.schema == schema
    content = {"place": {"quay": ["north"]}, "either": None}

    question.accept(content)

    assert replies(await ended(run)) == [{"action": "accept", "content": content}]


@ERAS
@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"mode": "url", "message": "Where?"}, "it names no address"),
        ({"mode": "url", "message": "Where?", "url": "x" * 5_000}, "more than 4,096 characters"),
        ({"mode": "url", "message": "Go", "url": "javascript:alert(1)"}, "none of the web"),
        ({"mode": "url", "message": "Go", "url": "file:///etc/passwd"}, "none of the web"),
        ({"mode": "url", "message": "Go", "url": r"https://a.test\@b.test"}, "read differently"),
        ({"mode": "url", "message": "Go", "url": "https://[::1"}, "none of the web"),
        ({"message": "Deep?", "deep": 120}, "nested too deeply"),
        ({"message": "Large?", "requestedSchema": {"title": "x" * 1_200_000}}, "than 1 MB"),
    ],
    ids=["no address", "long address", "script", "file", "two hosts", "no host", "deep", "large"],
)
async def test_what_cannot_be_shown_is_put_to_nobody_and_the_log_says_why(
    session: Session, params: dict[str, Any], why: str
) -> None:
    run = await ended(ask(session, params))

    if run.error is None:
        assert replies(run) == [{"action": "decline"}]
        assert why in session.log.tail(Source.PATCHBAY, 1)[0]
    else:
        assert run.error.title == "The server asks something that cannot be shown"
        assert why in run.error.cause


@ERAS
async def test_a_large_form_is_asked_whole(session: Session) -> None:
    choices = [f"berth number {place} {'x' * 80}" for place in range(2_000)]
    schema = {"type": "object", "properties": {"berth": {"type": "string", "enum": choices}}}
    run = ask(session, {"message": "m" * 5_000, "requestedSchema": schema})
    (question,) = await asked(session)

    assert question.question.schema == schema
    assert len(question.question.message) < 4_010
    question.accept({"berth": choices[-1]})

    assert replies(await ended(run))[0]["content"] == {"berth": choices[-1]}


@ERAS
async def test_a_person_may_take_longer_than_the_server_may_be_silent(
    make: Make, era: tuple[str, ...]
) -> None:
    session = await started(make("asker.py", *era, request_timeout=0.3))
    run = ask(session, BERTH)
    (question,) = await asked(session)

    other = await ended(session.call_tool("silence", {}))
    assert other.error is not None
    assert other.error.kind is FailureKind.DEADLINE
    assert run.status is Status.RUNNING
    question.accept({"berth": 2})

    assert replies(await ended(run)) == [{"action": "accept", "content": {"berth": 2}}]


@ERAS
async def test_no_question_outlives_the_time_of_the_whole_call(
    make: Make, era: tuple[str, ...]
) -> None:
    session = await started(make("asker.py", *era, total_timeout=0.5))
    run = ask(session, BERTH)
    (question,) = await asked(session)
    assert run.left is not None
    assert run.left <= 0.5

    await ended(run)

    assert run.error is not None
    assert run.error.kind is FailureKind.DEADLINE
    assert not question.is_open
    assert session.asks.open == ()


@ERAS
async def test_cancelling_the_call_closes_its_question_and_leaves_the_session_up(
    session: Session,
) -> None:
    run = ask(session, BERTH)
    (question,) = await asked(session)

    run.cancel()

    assert run.status is Status.CANCELLED
    assert not question.is_open
    again = ask(session, NAME)
    (question,) = await asked(session)
    question.accept({})
    assert replies(await ended(again)) == [{"action": "accept", "content": {}}]


async def test_the_server_is_told_that_the_call_was_cancelled_with_its_question(
    make: Make,
) -> None:
    session = await started(make("asker.py"))
    ask(session, BERTH)
    (question,) = await asked(session)

    question.cancel_all()

    await until_said(session, "told to cancel", Source.STDERR)
    methods = [exchange.method for exchange in session.traffic.exchanges]
    assert "answer: result" in methods
    assert "notifications/cancelled" in methods


@ERAS
async def test_a_server_that_dies_closes_its_question_and_its_call_fails(
    session: Session,
) -> None:
    run = ask(session, BERTH)
    (question,) = await asked(session)

    session.call_tool("die", {})
    await until(session, lambda: isinstance(session.state, Failed))

    await ended(run)
    assert run.status is Status.FAILED
    assert not question.is_open
    assert session.asks.open == ()


@ERAS
async def test_stopping_the_server_closes_its_question(session: Session) -> None:
    run = ask(session, BERTH)
    (question,) = await asked(session)

    await session.stop()

    assert run.status is Status.CANCELLED
    assert not question.is_open


async def test_the_server_can_take_its_question_back(make: Make) -> None:
    session = await started(make("asker.py"))
    ask(session, BERTH)
    (question,) = await asked(session)

    session.call_tool("withdraw", {})
    await nothing_asked(session)

    assert not question.is_open
    await until_said(session, "The server waits for no answer any more.")


async def test_a_question_of_no_call_is_asked_and_answered(make: Make) -> None:
    session = await started(make("asker.py"))
    session.call_tool("later", {"questions": [NAME]})
    (question,) = await asked(session)
    assert question.run is None

    question.accept({"name": "Ida"})

    told = 'at last {"action": "accept", "content": {"name": "Ida"}}'
    await until_said(session, told, Source.STDERR)


@ERAS
async def test_a_flood_of_questions_is_declined_from_a_bound_on(session: Session) -> None:
    run = ask(session, *[NAME] * (MOST_OPEN + 5))
    questions = await asked(session, MOST_OPEN)

    assert len(questions) == MOST_OPEN
    await until_said(session, f"{MOST_OPEN} of its questions are open already", times=5)
    for question in questions:
        question.accept({})

    told = [reply["action"] for reply in replies(await ended(run))]
    assert told == ["accept"] * MOST_OPEN + ["decline"] * 5


@ERAS
async def test_answers_stay_out_of_the_log_and_secret_ones_out_of_traffic(
    session: Session,
) -> None:
    run = ask(session, BERTH)
    (question,) = await asked(session)
    assert question.question.doubts == (
        "“password” looks like a secret, which no server may ask for in a form.",
    )

    question.accept({"berth": 4711, "password": "open sesame"})

    assert "open sesame" in replies(await ended(run))[0]["content"].values()
    ours = [exchange.request for exchange in session.traffic.exchanges if exchange.request]
    assert any("4711" in body for body in ours)
    assert not any("open sesame" in body for body in ours)
    lines = session.log.tail(Source.PATCHBAY, 50)
    assert "You answered the question." in lines
    assert not any("4711" in line or "sesame" in line for line in lines)


@ERAS
async def test_the_server_is_told_that_questions_are_answered(session: Session) -> None:
    run = await ended(session.call_tool("capabilities", {}))

    told: Any = replies(run)
    assert told["elicitation"] == {"form": {}, "url": {}}
    assert "sampling" not in told
    assert "roots" not in told


@pytest.mark.parametrize("said", [[], None, True, {"a": 1}])
async def test_a_question_with_an_odd_id_harms_nothing(make_raw: Make, said: Any) -> None:
    odd = json.dumps({"jsonrpc": "2.0", "id": said, "method": "elicitation/create", "params": NAME})
    result = {"content": [{"type": "text", "text": "fine"}]}
    session = await started(make_raw({"tools/call": [{"before": [odd], "result": result}]}))

    run = await ended(session.call_tool("tool", {}))

    assert text(run) == "fine"
    assert "could not handle" not in " ".join(session.log.tail(Source.PATCHBAY, 20))
    for question in session.asks.open:
        question.decline()


async def test_a_server_that_never_stops_asking_is_given_up(make_raw: Make) -> None:
    wanted: Any = {"resultType": "input_required", "inputRequests": {}, "requestState": "x"}
    session = await started(make_raw({"tools/call": [{"result": wanted}]}, total_timeout=2))

    run = await ended(session.call_tool("tool", {}))

    assert run.error is not None
    assert run.error.title in ("The server goes on asking", "Not finished after 2 s")


async def test_a_prompt_that_asks_first_is_asked_for_again_with_the_answer(
    make_raw: Make,
) -> None:
    wanted: Any = {
        "resultType": "input_required",
        "inputRequests": {"name": {"method": "elicitation/create", "params": NAME}},
        "requestState": "opaque",
    }
    song = {"messages": [{"role": "user", "content": {"type": "text", "text": "Sing"}}]}
    session = await started(
        make_raw(
            {
                "server/discover": [{"result": {**DISCOVERED, "capabilities": {"prompts": {}}}}],
                "prompts/list": [{"result": {"prompts": [{"name": "sing"}]}}],
                "prompts/get": [{"result": wanted}, {"result": song}],
            }
        )
    )
    run = session.get_prompt("sing", {"tune": "low"})
    (question,) = await asked(session)
    question.accept({"name": "Ida"})

    assert text(await ended(run)) == "Sing"
    sent = [each for each in session.traffic.exchanges if each.method == "prompts/get"]
    params = json.loads(sent[-1].request)["params"]
    assert {key: value for key, value in params.items() if key != "_meta"} == {
        "name": "sing",
        "arguments": {"tune": "low"},
        "inputResponses": {"name": {"action": "accept", "content": {"name": "Ida"}}},
        "requestState": "opaque",
    }


async def test_a_page_that_has_to_be_opened_first_is_named(make_raw: Make) -> None:
    page = {"mode": "url", "elicitationId": "7", "url": PAGE["url"], "message": "Sign in"}
    error = {"code": -32042, "message": "Sign in first", "data": {"elicitations": [page]}}
    session = await started(make_raw({"tools/call": [{"error": error}]}))

    run = await ended(session.call_tool("tool", {}))

    assert run.error is not None
    assert run.error.title == "The server wants a page to be opened first"
    assert PAGE["url"] in run.error.cause


async def test_a_wish_for_a_model_is_no_question_and_fails_the_call(make_raw: Make) -> None:
    sampling: Any = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5}}
    wanted: Any = {"resultType": "input_required", "inputRequests": {"a": sampling}}
    session = await started(make_raw({"tools/call": [{"result": wanted}]}))

    run = await ended(session.call_tool("tool", {}))

    assert run.error is not None
    assert "sampling/createMessage, which Patchbay does not offer" in run.error.cause


StartHarbour = Callable[..., tuple[str, Listener]]


@pytest.fixture
def harbour(stopping: ExitStack) -> StartHarbour:
    """A server at an address that asks: its URL, and what stops it."""

    def start(kind: Kind = "http", era: Era = "both") -> tuple[str, Listener]:
        listener = Listener(lambda: application(curious.server, kind, era))
        listener.start()
        stopping.callback(listener.stop)
        scheme = "ws" if kind == "websocket" else "http"
        return f"{scheme}://127.0.0.1:{listener.port}{PATHS[kind]}", listener

    return start


@pytest.fixture
def far(workspace: Workspace, tmp_path: Path) -> Make:
    def make_far(url: str, **more: Any) -> Session:
        config = tmp_path / "far.json"
        config.write_text(json.dumps({"mcpServers": {"far": {"url": url, **more}}}))
        session = workspace.pool.find(workspace.open(config).path, "far")
        assert session is not None
        return session

    return make_far


WAYS = pytest.mark.parametrize(
    ("kind", "era"),
    [("http", "legacy"), ("http", "modern"), ("sse", "both"), ("websocket", "both")],
)


@WAYS
async def test_a_server_at_an_address_asks_and_gets_its_answer(
    harbour: StartHarbour, far: Make, kind: Kind, era: Era
) -> None:
    url, _ = harbour(kind, era)
    session = await started(far(url, type=kind if kind == "sse" else None))
    run = session.call_tool("moor", {"ship": "Ida"})
    (question,) = await asked(session)
    assert question.question.message == "Where shall Ida lie?"
    assert question.run is run

    question.accept({"quay": "south", "number": 3})

    assert text(await ended(run)) == "Ida: south 3"


@WAYS
async def test_a_call_at_an_address_is_cancelled_with_its_question(
    harbour: StartHarbour, far: Make, kind: Kind, era: Era
) -> None:
    url, _ = harbour(kind, era)
    session = await started(far(url, type=kind if kind == "sse" else None))
    run = session.call_tool("moor", {"ship": "Ida"})
    (question,) = await asked(session)

    question.cancel_all()
    await ended(run)

    assert run.status is Status.CANCELLED
    again = session.call_tool("moor", {"ship": "Eva"})
    (question,) = await asked(session)
    question.accept({"quay": "north", "number": 1})
    assert text(await ended(again)) == "Eva: north 1"


async def test_a_question_goes_with_the_server_at_an_address(
    harbour: StartHarbour, far: Make
) -> None:
    url, listener = harbour(era="legacy")
    session = await started(far(url))
    run = session.call_tool("moor", {"ship": "Ida"})
    (question,) = await asked(session)

    listener.stop()

    await ended(run)
    assert run.status is Status.FAILED
    assert not question.is_open


async def test_a_server_that_asks_in_the_older_way_only_is_explained(
    harbour: StartHarbour, far: Make
) -> None:
    url, _ = harbour(era="modern")
    session = await started(far(url))

    run = await ended(session.call_tool("moor_as_before", {"ship": "Ida"}))

    assert run.error is not None
    assert run.error.title == "The server asks for input before it goes on"
    assert [remedy.value for remedy in run.error.remedies] == ["legacy"]
