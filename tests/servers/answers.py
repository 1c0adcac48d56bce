"""What the scripted web server says: a good server's answer, and what a script lays over it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from patchbay.core.values import as_object, as_text, is_object

Answer: TypeAlias = Mapping[str, Any]
Script: TypeAlias = Mapping[str, "Answer | Sequence[Answer]"]

LEGACY, MODERN = "2025-11-25", "2026-07-28"
ECHO = {
    "name": "echo",
    "description": "Say it again.",
    "inputSchema": {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
    },
}
_ABOUT: dict[str, Any] = {
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "web", "version": "1"},
}
_CONTENT = {"status", "body", "events", "result", "error"}


_PONG: Answer = {"result": {}}
_UNKNOWN: Answer = {"error": {"code": -32601, "message": "Method not found"}}


def good_answer(message: Mapping[str, Any], *, is_modern: bool) -> Answer:
    """What a server of that era answers which has one tool, `echo`."""
    method = as_text(message.get("method"))
    if "id" not in message or "method" not in message:
        return {"status": 202}
    if method in _OF_ONE_ERA:
        return _OF_ONE_ERA[method][is_modern]
    if method == "tools/list":
        return _result({"tools": [ECHO]}, is_modern=is_modern)
    if method == "tools/call":
        words = as_text(as_object(as_object(message.get("params")).get("arguments")).get("text"))
        return _result({"content": [{"type": "text", "text": words}]}, is_modern=is_modern)
    return _PONG if method == "ping" else _UNKNOWN


def _result(result: dict[str, Any], *, is_modern: bool) -> Answer:
    if not is_modern:
        return {"result": result}
    more = {"ttlMs": 0, "cacheScope": "private"} if "tools" in result else {}
    return {"result": {"resultType": "complete", **more, **result}}


_OF_ONE_ERA: dict[str, tuple[Answer, Answer]] = {
    "initialize": (
        {"result": {"protocolVersion": LEGACY, **_ABOUT}},
        {
            "status": 400,
            "error": {
                "code": -32022,
                "message": "Unsupported protocol version",
                "data": {"supported": [MODERN], "requested": LEGACY},
            },
        },
    ),
    "server/discover": (
        {"status": 400, "error": {"code": -32000, "message": "Bad Request: not initialized"}},
        {
            "result": {
                "supportedVersions": [MODERN],
                "resultType": "complete",
                "ttlMs": 0,
                "cacheScope": "private",
                **_ABOUT,
            }
        },
    ),
}


def laid_over(good: Answer, scripted: Answer) -> Answer:
    """The scripted answer; one that says nothing of the content keeps the good answer's."""
    return scripted if _CONTENT & scripted.keys() else {**good, **scripted}


def reply_of(answer: Answer, message: Mapping[str, Any]) -> str | None:
    """The JSON-RPC reply as text, if the answer is one."""
    parts: dict[str, Any] = {key: answer[key] for key in ("result", "error") if key in answer}
    if not parts:
        return None
    if pad := answer.get("pad"):
        block = {"type": "text", "text": "x" * pad}
        parts["result"] = {**parts["result"], "content": [block]}
    return json.dumps({"jsonrpc": "2.0", "id": message.get("id"), **parts})


def body_of(answer: Answer, message: Mapping[str, Any]) -> bytes:
    if "body" in answer:
        return _with_id(answer["body"], message).encode()
    return (reply_of(answer, message) or "").encode()


def events_of(answer: Answer, message: Mapping[str, Any]) -> Iterable[bytes]:
    """The events of a stream, the reply last."""
    for each in answer.get("events", ()):
        yield _with_id(_event(each), message).encode()
    reply = reply_of(answer, message)
    if reply is not None:
        yield f"event: message\ndata: {reply}\n\n".encode()


def _event(event: Any) -> str:
    if not is_object(event):
        return f"{event}"
    if "jsonrpc" in event:
        event = {"event": "message", "data": json.dumps(event)}
    return "".join(f"{key}: {value}\n" for key, value in event.items()) + "\n"


def _with_id(text: str, message: Mapping[str, Any]) -> str:
    identity = json.dumps(message.get("id"))
    return text.replace('"%ID%"', identity).replace("%ID%", identity)
