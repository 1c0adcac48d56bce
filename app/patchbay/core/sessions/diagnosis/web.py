"""What a web server answered instead of MCP, in words."""

import html
import json
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from patchbay.core.config.addresses import ENCRYPTED, complaint, is_loopback
from patchbay.core.config.secrets import masked_address
from patchbay.core.errors import Action, AppError, Family, Remedy
from patchbay.core.remedies import (
    EDIT_HEADERS,
    EDIT_PROXY,
    EDIT_TRANSPORT,
    EDIT_URL,
)
from patchbay.core.sessions.remote.refusal import Refusal
from patchbay.core.values import as_object

_TITLE = re.compile(r"<title[^>]*>(.*?)</title", re.IGNORECASE | re.DOTALL)
_LOGIN = re.compile(r"(?i)log[ -]?in|log[ -]?on|sign[ -]?in|\bsso\b|authenticat|type=.?password")
_LOGIN_PATH = re.compile(r"(?i)log[-_]?in|sign[-_]?in|\bsso\b|oauth|/auth|authorize")
_PATH_HINT = "Check the path of the address; it often ends in /mcp or /sse."

_WORDS: dict[int, tuple[str, str, tuple[Remedy, ...]]] = {
    400: (
        "The server refused the request",
        "Check that the address is that of an MCP server.",
        (EDIT_URL,),
    ),
    401: (
        "The server wants a login",
        "Add a token to the headers of this server's entry, or renew the one that is there.",
        (EDIT_HEADERS,),
    ),
    403: (
        "The server forbids access",
        "Check that the token in the headers may use this server.",
        (EDIT_HEADERS,),
    ),
    404: ("There is no MCP server at this address", _PATH_HINT, (EDIT_URL,)),
    405: (
        "The address does not take MCP requests",
        "Check the path; if it is an older SSE server, set its transport to “sse”.",
        (EDIT_URL, EDIT_TRANSPORT),
    ),
    406: (
        "The server does not answer in a form of MCP",
        "Check the path; if it is an older SSE server, set its transport to “sse”.",
        (EDIT_URL,),
    ),
    407: (
        "The proxy wants a login",
        "Put name and password into the address of the proxy.",
        (EDIT_PROXY,),
    ),
    410: ("The address is no longer in use", "Ask who runs it for the new one.", (EDIT_URL,)),
}
_NO_WEBSOCKET = (
    "The server takes no WebSocket here",
    "A server without WebSocket often says so: try “http” in place of “ws” in the address. If it"
    " has one, check the token in the headers.",
    (EDIT_URL, EDIT_HEADERS),
)
_OFTEN = ("The server asks to slow down", "Wait {wait}, then try again.", ())
_BROKEN = ("The server is in trouble", "Try again {wait}, or ask who runs it.", ())
_PAGE, _NO_MESSAGE = "The address answered with a web page", "The server's answer is no MCP message"
_SHORT = {_PAGE: "web page", _NO_MESSAGE: "no MCP"}
_MOST_WORDS = 200
_OTHER = (
    "The server answered with an error",
    "Check the address, or ask who runs it.",
    (EDIT_URL,),
)


def web_error(refusal: Refusal) -> AppError:
    """What the last HTTP answer means that was no success, or no message."""
    if 300 <= refusal.status < 400:
        return _redirect(refusal)
    if refusal.status < 300:
        is_page = "text/html" in refusal.headers.get("content-type", "")
        return _page(refusal) if is_page else _no_message(refusal)
    title, hint, remedies = _WORDS.get(refusal.status, _OTHER)
    if refusal.status == 403 and refusal.url.startswith("ws"):
        title, hint, remedies = _NO_WEBSOCKET
    elif refusal.status == 429:
        title, hint, remedies = _OFTEN
    elif refusal.status >= 500:
        title, hint, remedies = _BROKEN
    after = _retry_after(refusal.headers.get("retry-after", ""))
    fallback = "later" if refusal.status >= 500 else "a little"
    return _error(
        refusal,
        title,
        f"It answered {_status(refusal)}{_words(refusal)}.",
        hint.format(
            wait=(f"in {after}" if refusal.status >= 500 else after) if after else fallback
        ),
        remedies,
    )


def _error(
    refusal: Refusal,
    title: str,
    cause: str,
    hint: str,
    remedies: tuple[Remedy, ...],
) -> AppError:
    evidence = {"status": _status(refusal), "address": refusal.url, **refusal.headers}
    if refusal.body:
        evidence["body"] = refusal.body
    return AppError(
        Family.CONNECTION,
        title,
        cause=cause,
        hint=hint,
        short=_SHORT.get(title, str(refusal.status)),
        evidence=evidence,
        remedies=remedies,
    )


def _status(refusal: Refusal) -> str:
    return f"{refusal.status} {refusal.reason}".strip()


def _page(refusal: Refusal) -> AppError:
    title = page_title(refusal.body)
    called = f" titled “{title}”" if title else ""
    if _LOGIN.search(f"{title} {refusal.body}"):
        cause = f"It is a page{called}, it looks like a login page."
        hint = "Add a token to the headers of this server's entry, or check the path."
        return _error(refusal, _PAGE, cause, hint, (EDIT_HEADERS, EDIT_URL))
    cause = f"It is a page{called}, no MCP endpoint; or it wants a login first."
    return _error(refusal, _PAGE, cause, _PATH_HINT, (EDIT_URL,))


def _no_message(refusal: Refusal) -> AppError:
    kind = refusal.headers.get("content-type", "").split(";")[0].strip()
    if not refusal.body:
        cause = f"It answered {_status(refusal)}, and nothing else."
    else:
        told = f"It is labelled {kind}" if kind else "It is not labelled at all"
        wanted = "" if "json" in kind else "application/json or "
        cause = f"{told}; MCP is {wanted}text/event-stream."
    return _error(refusal, _NO_MESSAGE, cause, _PATH_HINT, (EDIT_URL,))


def page_title(body: str) -> str:
    """The title of an HTML page, in one line."""
    found = _TITLE.search(body)
    return " ".join(html.unescape(found[1]).split())[:80] if found else ""


def _words(refusal: Refusal) -> str:
    """What the server says itself about it."""
    if title := page_title(refusal.body):
        return f" with a page titled “{title}”"
    said = _said(refusal).strip().rstrip(".")
    return f": {said[:_MOST_WORDS]}" if said and said not in _status(refusal) else ""


def _said(refusal: Refusal) -> str:
    """Its own words, in one line: plain text, or the error of JSON-RPC or of a web API."""
    kind = refusal.headers.get("content-type", "")
    if kind.startswith("text/plain"):
        return " ".join(refusal.body[: 2 * _MOST_WORDS].split())
    try:
        body = as_object(json.loads(refusal.body))
    except (ValueError, RecursionError):
        return ""
    error = body.get("error")
    places = (as_object(error).get("message"), body.get("error_description"), body.get("message"))
    found = next((each for each in (*places, body.get("detail"), error) if each), "")
    return " ".join(found.split()) if isinstance(found, str) else ""


def _redirect(refusal: Refusal) -> AppError:
    target = refusal.target
    title, remedies = "The address leads elsewhere", ()
    shown = masked_address(target)
    cause = f"It answered {_status(refusal)} and leads to {shown}."
    if complaint(target):
        cause = f"It answered {_status(refusal)} without a usable new address."
        hint, remedies = "Check the address.", (EDIT_URL,)
    elif _LOGIN_PATH.search(urlsplit(target).path):
        title = "The server wants a login"
        hint = "Add a token to the headers of this server's entry."
        remedies = (EDIT_HEADERS,)
    elif _is_downgrade(refusal.url, target):
        cause += " That one is not encrypted, so Patchbay does not follow."
        hint = "Ask who runs the server to mend the redirect, or look for its right address."
        remedies = (EDIT_URL,)
    else:
        hint = "Use that address if it is the server you mean: it gets the headers of the entry."
        remedies = (Remedy(Action.ADOPT_ADDRESS, "Use this address", target),)
    return _error(refusal, title, cause, hint, remedies)


def _is_downgrade(url: str, target: str) -> bool:
    """Whether `target` gives up encryption: that of `url`, or what another computer needs."""
    new = urlsplit(target)
    if new.scheme in ENCRYPTED:
        return False
    return urlsplit(url).scheme in ENCRYPTED or not is_loopback(new.hostname or "")


def _retry_after(value: str) -> str:
    """The wait that a server asks for, in words; empty when it names none."""
    value = value.strip()
    if value.isdecimal():
        return duration(int(value[:9]))
    try:
        then = parsedate_to_datetime(value)
    except ValueError:
        return ""
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    left = (then - datetime.now(UTC)).total_seconds()
    return duration(round(left)) if left > 0 else ""


def duration(seconds: int) -> str:
    """`90` as “2 minutes”: rounded up, because waiting too short is what it must not be."""
    for size, word in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            count = -(-seconds // size)
            return f"{count} {word}" if count == 1 else f"{count} {word}s"
    return "1 second" if seconds == 1 else f"{seconds} seconds"
