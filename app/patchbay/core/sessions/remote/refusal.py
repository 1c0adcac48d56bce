"""What a web server answered instead of a message."""

import json
from dataclasses import dataclass
from urllib.parse import urljoin

import httpx2

from patchbay.core.config.secrets import masked_address
from patchbay.core.sessions.redaction import Redactor
from patchbay.core.values import as_object, as_text

BODY_KEPT, _BODY_READ = 2048, 64 * 1024
TELLING_HEADERS = (
    "content-type",
    "www-authenticate",
    "retry-after",
    "location",
    "allow",
    "upgrade",
)
_SESSION = "mcp-session-id"
_NO_SUCH_METHOD = -32_601
JSON, EVENTS = "application/json", "text/event-stream"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The last HTTP answer that was no success: the SDK keeps none of it."""

    status: int
    reason: str
    url: str
    headers: dict[str, str]
    body: str

    target: str = ""
    """The address that it leads to, whole, if it leads anywhere; `headers` has it masked."""


def refusal_of(response: httpx2.Response, body: bytes, redactor: Redactor) -> Refusal:
    """What is worth keeping of an answer, without secrets."""
    told = {name: response.headers[name] for name in TELLING_HEADERS if name in response.headers}
    target = target_of(str(response.url), told.get("location", ""))
    if "location" in told:
        told["location"] = masked_address(target)
    return Refusal(
        response.status_code,
        response.reason_phrase,
        str(response.url.copy_with(userinfo=b"", query=None)),
        told,
        redactor.beginning(body[:_BODY_READ].decode("utf-8", "replace"), BODY_KEPT),
        target,
    )


def target_of(url: str, location: str) -> str:
    """The whole address that a redirect of `url` leads to; empty if it leads nowhere."""
    try:
        return urljoin(url, location) if location else ""
    except ValueError:
        return ""


def may_be_message(response: httpx2.Response, kinds: tuple[str, ...]) -> bool:
    """Whether it is a success and no web page, and of one of these kinds if any are given."""
    kind = response.headers.get("content-type", "").lower()
    if not response.is_success or "text/html" in kind:
        return False
    return not kinds or response.status_code == 202 or kind.startswith(kinds)


def is_followed(response: httpx2.Response, target: str) -> bool:
    """Whether the SDK sends a POST again to where this answer leads: on the same origin only."""
    if response.status_code not in {307, 308} or not target:
        return False
    there, here = httpx2.URL(target), response.request.url
    return (there.scheme, there.host, there.port) == (here.scheme, here.host, here.port)


def forgets_session(response: httpx2.Response, body: bytes) -> bool:
    """Whether the server does not know the session any more that a request named.

    404 is what the protocol asks for then, and many servers say 400; both may also carry the
    JSON-RPC error of one request, which is an answer to it, and 400 what is wrong with it.
    """
    request = response.request
    if response.status_code not in {400, 404} or _SESSION not in request.headers:
        return False
    if request.method == "DELETE":  # it is ours to end, and was over already
        return False
    try:
        said = as_object(json.loads(body))
    except (ValueError, RecursionError):
        return response.status_code == 404 or _is_vague(body)
    error = as_object(said.get("error"))
    if response.status_code == 404:
        return error.get("code") != _NO_SUCH_METHOD
    return said.get("id") is None or "session" in as_text(error.get("message")).lower()


def _is_vague(body: bytes) -> bool:
    """Whether a 400 names no fault of its own that one request could have."""
    said = body.decode("utf-8", "replace").strip().lower()
    return said in {"", "bad request"} or "session" in said or said.startswith("<")
