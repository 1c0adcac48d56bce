"""Servers at an address, in the window."""

from collections.abc import Callable

import pytest

from patchbay.core.calls.run import Status
from patchbay.core.sessions.states import Failed, Stopped
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, until
from tests.remote import RemoteServer

Answering = Callable[..., str]


async def test_a_remote_server_is_asked_for_started_and_used(
    person: Person, file: Files, http_server: RemoteServer
) -> None:
    person.drop(file(far={"url": http_server.address, "headers": {"X-Token": "secret-value"}}))
    session = person.session("far")
    await person.press("F5")
    dialog = await person.consent()
    words = person.reads(dialog)
    assert "Connect to far for the first time?" in words
    assert http_server.address in words
    assert "X-Token" in words
    assert "secret-value" not in words
    person.click(dialog.once)
    await person.ready(session)
    assert "far, running, http" in person.reads(person.window.sidebar.list)
    assert http_server.address in person.reads(person.page.header)

    person.choose_item("add")
    person.form_row("a").focus()
    await person.write("20")
    person.form_row("b").focus()
    await person.write("22")
    await person.run_chosen()

    assert "42" in person.reads(person.page.tools.results)


@pytest.mark.parametrize(
    ("status", "body", "kind", "words"),
    [
        (401, "no token", "text/plain", "401"),
        (404, "nothing here", "text/plain", "404"),
        (200, "<!doctype html><title>Welcome</title>", "text/html", "web page"),
    ],
)
async def test_what_a_web_server_says_instead_of_mcp_is_told(
    person: Person, file: Files, answering: Answering, status: int, body: str, kind: str, words: str
) -> None:
    person.drop(file(far={"url": answering(status, body, kind)}))
    session = person.session("far")

    await person.press("F5")
    person.click((await person.consent()).once)
    await until(lambda: isinstance(session.state, Failed), what="the failure")

    assert words in person.reads(person.page.failure)


async def test_nobody_at_the_address_is_told(person: Person, file: Files) -> None:
    person.drop(file(far={"url": "http://127.0.0.1:9/mcp"}))
    session = person.session("far")

    await person.press("F5")
    person.click((await person.consent()).once)
    await until(lambda: isinstance(session.state, Failed), what="the failure")

    assert "The address cannot be reached" in person.reads(person.page.failure)


async def test_a_remote_server_that_goes_away_fails_the_next_call_with_its_cause(
    person: Person, file: Files, http_server: RemoteServer
) -> None:
    person.drop(file(far={"url": http_server.address}))
    session = await person.start("far")
    http_server.stop()

    person.choose_item("fail")
    await person.press("Ctrl+Return")
    await until(lambda: isinstance(session.state, Failed), what="the failure")

    run = session.runs[0]
    assert run.status is Status.FAILED, "the person did not cancel it"
    assert "during the call fail" in person.reads(person.page.failure)
    assert "No answer" in person.reads(person.page.tools.results)
    page = person.choose_page("Log")
    assert "Nothing listens at 127.0.0.1" in person.reads(page)
    assert session.catalog.tools


async def test_plain_http_to_another_computer_is_refused_without_a_question(
    person: Person, file: Files
) -> None:
    person.drop(file(far={"url": "http://192.0.2.1/mcp"}))
    session = person.session("far")

    await person.press("F5")

    await until(lambda: isinstance(session.state, Stopped) and session.state.blocked)
    assert "insecure" in person.reads(person.page.failure)
