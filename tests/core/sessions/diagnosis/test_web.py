"""What a web server answers in place of MCP, and what a person is told and offered."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from patchbay.core.errors import Action
from patchbay.core.sessions.diagnosis.web import duration, web_error
from patchbay.core.sessions.remote.refusal import Refusal, target_of


def answered(
    status: int,
    reason: str = "",
    body: str = "",
    url: str = "https://h.example/mcp",
    **headers: str,
) -> Refusal:
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return Refusal(status, reason, url, told, body, target_of(url, told.get("location", "")))


@pytest.mark.parametrize(
    ("status", "title", "field"),
    [
        (400, "refused the request", "url"),
        (401, "wants a login", "headers"),
        (403, "forbids access", "headers"),
        (404, "no MCP server at this address", "url"),
        (405, "does not take MCP requests", "url"),
        (406, "does not answer in a form of MCP", "url"),
        (407, "proxy wants a login", "proxy"),
        (410, "no longer in use", "url"),
        (418, "answered with an error", "url"),
    ],
)
def test_a_status_has_its_words_and_the_field_to_mend(status: int, title: str, field: str) -> None:
    error = web_error(answered(status, "Reason"))

    assert title in error.title
    assert f"{status} Reason" in error.cause
    assert error.hint
    assert error.short == str(status)
    assert (error.remedies[0].action, error.remedies[0].value) == (Action.EDIT, field)


def test_forbidden_may_mean_that_there_is_no_websocket() -> None:
    error = web_error(answered(403, "Forbidden", url="ws://127.0.0.1:8000/mcp"))

    assert error.title == "The server takes no WebSocket here"
    assert [remedy.value for remedy in error.remedies] == ["url", "headers"]


def test_how_long_to_wait_is_said_in_words() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=200)

    assert "Wait 2 minutes," in web_error(answered(429, retry_after="90")).hint
    assert "Wait 4 minutes," in web_error(answered(429, retry_after=format_datetime(soon))).hint
    assert "Wait a little," in web_error(answered(429, retry_after="soon")).hint
    assert "again in 1 hour," in web_error(answered(503, retry_after="3600")).hint
    assert "again later," in web_error(answered(502)).hint
    assert [duration(1), duration(59), duration(61)] == ["1 second", "59 seconds", "2 minutes"]


def test_a_web_page_is_told_with_its_title_and_whether_it_asks_for_a_login() -> None:
    body = "<!doctype html><title>Acme &amp; Sons\n Wiki</title>"
    page = web_error(answered(200, "OK", body, content_type="text/html; charset=utf-8"))
    body = '<html><title>Welcome</title><form><input type="password">'
    login = web_error(answered(200, "OK", body, content_type="text/html"))

    assert page.short == "web page"
    assert "“Acme & Sons Wiki”" in page.cause
    assert "login page" in login.cause
    assert login.remedies[0].value == "headers"


def test_a_redirect_offers_its_target_where_that_is_safe() -> None:
    error = web_error(answered(308, "Permanent Redirect", location="/v2/mcp"))

    assert error.title == "The address leads elsewhere"
    assert "https://h.example/v2/mcp" in error.cause
    (remedy,) = error.remedies
    assert (remedy.action, remedy.value) == (Action.ADOPT_ADDRESS, "https://h.example/v2/mcp")


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("http://h.example/mcp", "not encrypted"),
        ("https://sso.example/login?next=/mcp", "wants a login"),
        ("javascript:alert(1)", "without a usable new address"),
        ("", "without a usable new address"),
    ],
)
def test_a_redirect_that_must_not_be_followed_is_explained_without_a_button(
    target: str, words: str
) -> None:
    error = web_error(answered(302, "Found", location=target))

    assert words in str(error)
    assert all(remedy.action is Action.EDIT for remedy in error.remedies)


def test_a_secret_in_the_target_of_a_redirect_is_not_shown() -> None:
    target = "https://u:hunter22@h.example/mcp?api_key=k-123456"

    error = web_error(answered(307, location=target))

    assert "hunter22" not in str(error)
    assert "k-123456" not in str(error)
