"""Mend answers the SDK would silently drop, so that a call fails at once or not at all."""

import re
from collections.abc import Collection, Container
from typing import Final

from mcp_types import INVALID_REQUEST, PARSE_ERROR

from patchbay.core.calls.blocks import Note
from patchbay.core.values import Json, JsonObject, as_object, as_text, is_object

REFUSED: Final = -32_099
"""Our own JSON-RPC error code: the answer came, but could not be used."""

_NUMBER = re.compile(r"-?[0-9]{1,30}")
"""What `int` is asked to read: it takes other signs and digits, and raises at very long ones."""
_MOST = 10**30
_ID = re.compile(rb'"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,30})')


def repair_answer(
    message: JsonObject, pending: Collection[int | str]
) -> tuple[JsonObject | None, tuple[Note, ...]]:
    """A valid answer to one of the pending requests, or `None` when it answers none of them."""
    notes: list[Note] = []
    request_id = matching_id(message.get("id"), pending)
    if request_id is None and _lost_its_id(message) and len(pending) == 1:
        request_id = next(iter(pending))
    if request_id is None:
        return None, ()
    if message.get("id") is None:
        notes.append(Note("The answer lacks the request's id.", "/id"))
    elif request_id != message.get("id") or type(request_id) is not type(message.get("id")):
        notes.append(Note("The answer spells the request's id in another type.", "/id"))
    if message.get("jsonrpc") != "2.0":
        notes.append(Note("The answer lacks “jsonrpc”: “2.0”.", "/jsonrpc"))
    repaired: JsonObject = {"jsonrpc": "2.0", "id": request_id}
    if message.get("error") is not None:
        repaired["error"] = _error(message["error"])
        return repaired, tuple(notes)
    result = message.get("result")
    if not is_object(result):
        repaired["error"] = {"code": REFUSED, "message": _no_result(message)}
        return repaired, tuple(notes)
    repaired["result"] = result
    return repaired, tuple(notes)


def find_id(body: bytes, pending: Container[int | str]) -> int | str | None:
    """The id of a pending request named in bytes that are no valid JSON."""
    for match in _ID.finditer(body[:4096] + b" " + body[-4096:]):
        text = match.group(1).decode("utf-8", "replace")
        found = text[1:-1] if text.startswith('"') else int(text)
        if found in pending:
            return found
    return None


def matching_id(said: Json, pending: Container[int | str]) -> int | str | None:
    """The id of the pending request that an answer's `id` means, in whatever type it was sent."""
    if isinstance(said, bool) or not isinstance(said, (int, float, str)):
        return None
    if isinstance(said, int) and abs(said) >= _MOST:
        return None
    meant: list[int | str] = [said] if isinstance(said, (int, str)) else []
    text = str(said).removesuffix(".0")
    meant.append(text)
    if _NUMBER.fullmatch(text):
        meant.append(int(text))
    return next((one for one in meant if one in pending), None)


def _lost_its_id(message: JsonObject) -> bool:
    """Whether this answers some request, and not one of our notifications.

    JSON-RPC 2.0 (section 5) has no id in an answer to what could not be read.
    """
    if message.get("id") is not None:
        return False
    code = as_object(message.get("error")).get("code")
    return "result" in message or code in (PARSE_ERROR, INVALID_REQUEST)


def _error(said: Json) -> JsonObject:
    if not is_object(said):
        return {"code": REFUSED, "message": as_text(said) or "unexplained error"}
    error = said
    code = error.get("code")
    if isinstance(code, str) and _NUMBER.fullmatch(code):
        code = int(code)
    if isinstance(code, bool) or not isinstance(code, int):
        code = REFUSED
    message = error.get("message")
    words = message if isinstance(message, str) and message else "no message"
    repaired: JsonObject = {"code": code, "message": words}
    if "data" in error:
        repaired["data"] = error["data"]
    return repaired


def _no_result(message: JsonObject) -> str:
    if "result" not in message:
        return "The answer holds neither a result nor an error"
    return "The answer's result is not an object"
