"""What the SDK says in place of a message when a web server sent none, in words."""

import re
from collections.abc import Callable

from patchbay.core.config.secrets import masked_address
from patchbay.core.errors import AppError, Family, Remedy
from patchbay.core.remedies import EDIT_URL, SHOW_TRAFFIC

_ADDRESS = "Check that the address is that of an MCP server."


def _error(
    title: str, cause: str, hint: str, short: str = "", remedies: tuple[Remedy, ...] = (EDIT_URL,)
) -> AppError:
    return AppError(
        Family.CONNECTION, title, cause=cause, hint=hint, short=short, remedies=remedies
    )


def _expired(_: "re.Match[str]") -> AppError:
    return _error(
        "The server has forgotten the session",
        "It ended it, or it was started again meanwhile. The request was not carried out.",
        "Restart the server here, then run again.",
        "session",
        (),
    )


def _refused(_: "re.Match[str]") -> AppError:
    return _error(
        "The server refused the request",
        "It answered with an HTTP error instead of a message.",
        "Try again. If it stays so, restart the server here.",
        remedies=(),
    )


def _wrong_type(found: "re.Match[str]") -> AppError:
    kind = found[1].split(";")[0].strip()
    if kind == "text/html":
        return _error(
            "The address answered with a web page", "That is no MCP message.", _ADDRESS, "web page"
        )
    told = f"It is labelled {kind}" if kind else "It is not labelled at all"
    return _error(
        "The server's answer is no MCP message",
        f"{told}; MCP is application/json or text/event-stream.",
        _ADDRESS,
    )


def _no_json(found: "re.Match[str]") -> AppError:
    words = found[1]
    cause = "It is labelled JSON, but is none."
    if "EOF while parsing a value at line 1 column 0" in words:
        cause = "It is empty."
    elif "EOF while parsing" in words:
        cause = "It stops in the middle."
    elif "JSON" not in words:
        cause = "It is JSON, but no message of the protocol."
    return _error(
        "The server's answer is no MCP message", cause, _ADDRESS, remedies=(EDIT_URL, SHOW_TRAFFIC)
    )


def _only_accepted(_: "re.Match[str]") -> AppError:
    return _error(
        "The server took the request and sends no answer",
        "It said “202 Accepted”, which is for messages that need none.",
        "The server has a fault there; tell who runs it.",
        "202",
        (SHOW_TRAFFIC,),
    )


def _stream_ended(_: "re.Match[str]") -> AppError:
    return _error(
        "The server broke off its answer",
        "Its event stream ended before the answer came.",
        "It may have carried out the request. Look before you run it again.",
        "broken off",
        (),
    )


def _elsewhere(found: "re.Match[str]") -> AppError:
    return _error(
        "The address leads elsewhere",
        f"It leads to {found[1]}.",
        "Use that address if it is the server you mean.",
    )


def foreign_endpoint(target: str) -> AppError:
    """Over SSE, the server told to send the messages somewhere else."""
    return _error(
        "The server wants its messages sent elsewhere",
        f"It names {masked_address(target)}, which is another server than the address.",
        "It may not know its public address: ask who runs it, or use the address it names.",
        "elsewhere",
    )


def no_endpoint() -> AppError:
    """Over SSE, the stream was over before anything could be sent."""
    return _error(
        "The server broke off the connection",
        "Its event stream ended before it had told where to send messages.",
        _ADDRESS,
        "broken off",
    )


_WORDS: tuple[tuple[str, Callable[["re.Match[str]"], AppError]], ...] = (
    (r"Session terminated", _expired),
    (r"Server returned an error response", _refused),
    (r"Unexpected content type: ?(.*)", _wrong_type),
    (r"Failed to parse (?:JSON response|SSE message): (.*)", _no_json),
    (r"server answered a request with 202 Accepted", _only_accepted),
    (r"SSE stream ended .*|.*reconnection attempts were exhausted", _stream_ended),
    (r"Redirect to (\S+) not followed.*", _elsewhere),
)


def is_of_transport(message: str) -> bool:
    """Whether these are words of the SDK for an answer that was no message."""
    return message == "Not Found" or any(
        re.fullmatch(pattern, message, re.DOTALL) for pattern, _ in _WORDS
    )


def transport_words(message: str) -> AppError | None:
    """Words for people, if the SDK speaks of an answer that was no message."""
    for pattern, tell in _WORDS:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return tell(found)
    return None
