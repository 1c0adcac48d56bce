"""Which evidence counts when a server at an address does not come up, and what was tried before."""

from dataclasses import dataclass
from pathlib import Path

import httpx2
from mcp import MCPError
from mcp_types import CONNECTION_CLOSED, INTERNAL_ERROR, INVALID_PARAMS

from patchbay.core.config.model import Definition, Transport
from patchbay.core.sessions.failing import address_error
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


HTTP, SSE = definition(Transport.HTTP), definition(Transport.SSE)


def test_all_attempts_are_kept_in_order() -> None:
    first = address_error(GENERIC, Seen(NOT_ALLOWED), HTTP)

    last = address_error(GENERIC, Seen(NOT_FOUND), SSE, (first,))

    assert last.evidence["attempts"] == "http: 405 Method Not Allowed\nsse: 404 Not Found"
    assert "attempts" not in first.evidence


def test_an_answer_in_words_of_the_server_is_told_and_not_the_status_it_came_with() -> None:
    own = MCPError(INVALID_PARAMS, "Unknown client")

    assert address_error(own, Seen(NOT_ALLOWED), HTTP).cause == "Unknown client"


def test_a_broken_connection_counts_more_than_an_answer_before_it() -> None:
    failure = ExceptionGroup("a", [httpx2.ReadTimeout("", request=httpx2.Request("GET", URL))])
    closed = MCPError(CONNECTION_CLOSED, "Connection closed")

    late = address_error(closed, Seen(NOT_ALLOWED, failure), HTTP)
    refused = address_error(closed, Seen(NOT_ALLOWED), HTTP)

    assert "in time" in late.title
    assert refused.short == "405"
