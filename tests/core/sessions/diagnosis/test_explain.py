"""Exceptions of the SDK, of pydantic and of our own, in words that blame whoever is to blame."""

import pytest
from mcp import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    INTERNAL_ERROR,
    INVALID_REQUEST,
    PARSE_ERROR,
    REQUEST_TIMEOUT,
    UNSUPPORTED_PROTOCOL_VERSION,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
)
from pydantic import ValidationError
from pydantic_core import InitErrorDetails

from patchbay.core.errors import Action, AppError, Family, Kind
from patchbay.core.sessions.explain import explain
from patchbay.core.sessions.repair import REFUSED


def told(code: int, message: str, data: object = None) -> AppError:
    return explain(MCPError(code, message, data))


def test_codes_a_server_uses_for_errors_of_its_own_stay_its_errors() -> None:
    late = told(REQUEST_TIMEOUT, "Request 'tools/call' timed out")
    own = told(REQUEST_TIMEOUT, "The printer is out of paper")
    closed = told(CONNECTION_CLOSED, "Connection closed")
    shop = told(CONNECTION_CLOSED, "The shop is closed")

    assert late.kind is Kind.DEADLINE
    assert (own.family, own.cause) == (Family.PROTOCOL, "The printer is out of paper")
    assert closed.family is Family.CONNECTION
    assert shop.cause == "The shop is closed"


@pytest.mark.parametrize(
    ("code", "message", "words"),
    [
        (INVALID_REQUEST, "Session terminated", "forgotten the session"),
        (INTERNAL_ERROR, "Server returned an error response", "refused the request"),
        (INVALID_REQUEST, "Unexpected content type: text/html; charset=utf-8", "web page"),
        (INVALID_REQUEST, "Unexpected content type: text/plain", "labelled text/plain"),
        (INVALID_REQUEST, "Unexpected content type: ", "not labelled"),
        (INVALID_REQUEST, "server answered a request with 202 Accepted", "sends no answer"),
        (INVALID_REQUEST, "SSE stream ended without a response", "broke off its answer"),
        (
            INVALID_REQUEST,
            "Redirect to http://h/login not followed; use that URL as the endpoint if it is the"
            " intended server",
            "leads to http://h/login",
        ),
        (
            PARSE_ERROR,
            "Failed to parse JSON response: 1 validation error for union[a,b]\n  Invalid JSON: EOF"
            " while parsing a value at line 1 column 0 [type=json_invalid]",
            "It is empty.",
        ),
        (
            PARSE_ERROR,
            "Failed to parse JSON response: 1 validation error for union[a,b]\n  Invalid JSON:"
            " expected value at line 1 column 1 [type=json_invalid, input_value=b'<html>']",
            "labelled JSON, but is none",
        ),
    ],
)
def test_what_the_sdk_says_for_an_answer_that_was_no_message_is_short_and_plain(
    code: int, message: str, words: str
) -> None:
    error = told(code, message)

    assert error.family is Family.CONNECTION
    assert words in str(error)
    assert "validation error" not in str(error)


def test_an_answer_that_could_not_be_used_leads_to_the_traffic() -> None:
    error = told(REFUSED, "The answer's result is not an object")

    assert error.family is Family.PROTOCOL
    assert error.remedies[0].action is Action.SHOW_TRAFFIC


def test_versions_of_both_sides_are_listed_and_a_common_one_is_offered() -> None:
    unknown = explain(
        RuntimeError("Unsupported protocol version from the server: 2099-01-01"),
    )
    data = {"supported": ["2027-01-01", "2025-06-18"], "requested": "2026-07-28"}
    common = told(UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version", data)

    assert "It speaks 2099-01-01; Patchbay speaks 2024-11-05," in unknown.cause
    assert unknown.remedies == ()
    assert "2027-01-01, 2025-06-18" in common.cause
    (remedy,) = common.remedies
    assert (remedy.action, remedy.value) == (Action.SET_PROTOCOL, "2025-06-18")


def test_what_does_not_fit_is_blamed_on_whoever_made_it() -> None:
    def invalid(model: type[CallToolRequestParams] | type[ListToolsResult]) -> AppError:
        with pytest.raises(ValidationError) as caught:
            model.model_validate({"name": 5, "tools": 5})
        return explain(ExceptionGroup("a", [caught.value]))

    ours, theirs = invalid(CallToolRequestParams), invalid(ListToolsResult)

    assert ours.family is Family.CONFIGURATION
    assert "nothing was sent" in ours.cause
    assert theirs.family is Family.PROTOCOL
    assert "server's answer" in theirs.title


def test_a_server_that_keeps_to_older_shapes_than_it_agreed_on_is_offered_legacy() -> None:
    fault = InitErrorDetails(type="missing", loc=("CallToolResult", "resultType"), input=None)
    error = ValidationError.from_exception_data(CallToolResult.__name__, [fault])

    remedy = explain(error).remedies[0]

    assert (remedy.action, remedy.value) == (Action.SET_PROTOCOL, "legacy")
