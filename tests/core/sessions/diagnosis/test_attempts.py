"""Which evidence counts when a server at an address does not come up, and what was tried before."""

from dataclasses import dataclass
from pathlib import Path

import httpx2
from mcp import MCPError
from mcp_types import CONNECTION_CLOSED, INTERNAL_ERROR, INVALID_PARAMS

from patchbay.core.config.model import Definition, Transport
from patchbay.core.sessions.failing import start_error
from patchbay.core.sessions.log import Log
from patchbay.core.sessions.remote.refusal import Refusal

URL = "http://127.0.0.1:1/mcp"
NOT_ALLOWED = Refusal(405, "Method Not Allowed", URL, {}, "")
NOT_FOUND = Refusal(404, "Not Found", URL, {}, "")
GENERIC = MCPError(INTERNAL_ERROR, "Server returned an error response")


@dataclass
class Seen:
    """What a transport saw."""

    refusal: Refusal | None = None
    failure: BaseException | None = None


def definition(transport: Transport) -> Definition:
    return Definition("x", Path("/p/mcp.json"), transport, url=URL)


def test_all_attempts_are_kept_in_order() -> None:
    first = start_error(GENERIC, Seen(NOT_ALLOWED), Log(), (), definition(Transport.HTTP))

    last = start_error(GENERIC, Seen(NOT_FOUND), Log(), (first,), definition(Transport.SSE))

    assert last.evidence["attempts"] == "http: 405 Method Not Allowed\nsse: 404 Not Found"
    assert "attempts" not in first.evidence


def test_an_answer_in_words_of_the_server_is_told_and_not_the_status_it_came_with() -> None:
    own = MCPError(INVALID_PARAMS, "Unknown client")

    assert start_error(own, Seen(NOT_ALLOWED), Log()).cause == "Unknown client"


def test_a_broken_connection_counts_more_than_an_answer_before_it() -> None:
    failure = ExceptionGroup("a", [httpx2.ReadTimeout("", request=httpx2.Request("GET", URL))])
    closed = MCPError(CONNECTION_CLOSED, "Connection closed")

    late = start_error(closed, Seen(NOT_ALLOWED, failure), Log())
    refused = start_error(closed, Seen(NOT_ALLOWED), Log())

    assert "in time" in late.title
    assert refused.short == "405"
