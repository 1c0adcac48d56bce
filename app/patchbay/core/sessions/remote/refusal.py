"""What a web server answered instead of a message."""

import json
from dataclasses import dataclass
from urllib.parse import urljoin

import httpx2

from patchbay.core.config.secrets import masked_address
from patchbay.core.sessions.redaction import Redactor
from patchbay.core.values import as_object, as_text

_BODY_KEPT = 2048
_TELLING_HEADERS = ("content-type", "www-authenticate", "retry-after", "location", "allow")
_SESSION = "mcp-session-id"
_NO_SUCH_METHOD = -32_601


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
    told = {name: response.headers[name] for name in _TELLING_HEADERS if name in response.headers}
    target = target_of(str(response.url), told.get("location", ""))
    if "location" in told:
        told["location"] = masked_address(target)
    return Refusal(
        response.status_code,
        response.reason_phrase,
        str(response.url.copy_with(userinfo=b"", query=None)),
        told,
        redactor.text(body[:_BODY_KEPT].decode("utf-8", "replace")),
        target,
    )


def target_of(url: str, location: str) -> str:
    """The whole address that a redirect of `url` leads to; empty if it leads nowhere."""
    try:
        return urljoin(url, location) if location else ""
    except ValueError:
        return ""


def forgets_session(response: httpx2.Response, body: bytes) -> bool:
    """Whether the server does not know the session any more that a request named.

    404 is what the protocol asks for then, and many servers say 400; both may also carry the
    JSON-RPC error of one request, which is an answer to it.
    """
    request = response.request
    if response.status_code not in {400, 404} or _SESSION not in request.headers:
        return False
    if request.method == "DELETE":  # it is ours to end, and was over already
        return False
    try:
        said = as_object(json.loads(body))
    except (ValueError, RecursionError):
        return True
    error = as_object(said.get("error"))
    if response.status_code == 404:
        return error.get("code") != _NO_SUCH_METHOD
    return said.get("id") is None or "session" in as_text(error.get("message")).lower()
