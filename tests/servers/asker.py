"""An MCP server that asks the person behind its client, in either protocol era; on stdio.

Standard library only. `python asker.py [--modern]`. Every tool takes its questions as they shall be
sent: the params of `elicitation/create`, in a list (see `written`). `ask` answers with the replies
as JSON text, `later` answers first and asks then, about no call; `withdraw` takes back what is
open, `die` ends the process, `silence` never answers, `capabilities` tells what the client said
of itself.
"""

import json
import os
import sys
from typing import Any

Message = dict[str, Any]
MODERN = "--modern" in sys.argv
QUESTIONS: Message = {
    "type": "object",
    "properties": {"questions": {"type": "array", "items": {}}},
}
LOOSE: Message = {"type": "object"}
TOOLS: dict[str, Message] = {
    "ask": QUESTIONS,
    "later": QUESTIONS,
    "withdraw": LOOSE,
    "die": LOOSE,
    "silence": LOOSE,
    "capabilities": LOOSE,
}
told: Message = {}
"""The capabilities of the client."""
waiting: dict[str, list[Message | None]] = {}
"""For each call, the replies to its questions so far."""


def send(message: Message) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def complain(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def text(words: str) -> Message:
    return {"content": [{"type": "text", "text": words}], "resultType": "complete"}


def written(question: Message) -> Message:
    """As it is sent: a form as `deep` as it says cannot be told to us otherwise."""
    levels: int = question.get("deep", 0)
    if not levels:
        return question
    schema: Message = {}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"inner": schema}}
    return {"message": question["message"], "requestedSchema": schema}


def ask(call: object, questions: list[Message]) -> None:
    """As requests of our own, whose ids tell the call and the place."""
    waiting[str(call)] = [None] * len(questions)
    for place, params in enumerate(questions):
        send({"id": f"{call}/{place}", "method": "elicitation/create", "params": written(params)})


def ask_by_result(call: object, params: Message) -> None:
    questions: list[Message] = params.get("arguments", {}).get("questions", [])
    replies: Message = params.get("inputResponses", {})
    if params.get("requestState") == f"state {len(questions)}":
        send({"id": call, "result": text(json.dumps(list(replies.values())))})
        return
    asked = {
        f"q{place}": {"method": "elicitation/create", "params": written(question)}
        for place, question in enumerate(questions)
    }
    wanted = {"inputRequests": asked, "requestState": f"state {len(questions)}"}
    send({"id": call, "result": {"resultType": "input_required", **wanted}})


def take_reply(message: Message) -> None:
    call, _, place = str(message["id"]).rpartition("/")
    replies = waiting.get(call)
    if replies is None:
        complain(f"late {json.dumps(message.get('result', message.get('error')))}")
        return
    replies[int(place)] = message.get("result", message.get("error"))
    if call == "later":
        complain(f"at last {json.dumps(replies[0])}")
    elif None not in replies:
        del waiting[call]
        send({"id": int(call), "result": text(json.dumps(replies))})


def call(number: object, params: Message) -> None:
    questions: list[Message] = params.get("arguments", {}).get("questions", [])
    match params["name"]:
        case "ask" if MODERN:
            ask_by_result(number, params)
        case "ask":
            ask(number, questions)
        case "later":
            send({"id": number, "result": text("later")})
            ask("later", questions)
        case "silence":
            complain("silent")
        case "die":
            os._exit(7)
        case name:
            said = withdrawn() if name == "withdraw" else capabilities(params)
            send({"id": number, "result": text(said)})


def withdrawn() -> str:
    """Take back every open question."""
    for each, replies in waiting.items():
        for place in range(len(replies)):
            cancelled = {"requestId": f"{each}/{place}"}
            send({"method": "notifications/cancelled", "params": cancelled})
    return "withdrawn"


def capabilities(params: Message) -> str:
    said = params.get("_meta", {}).get("io.modelcontextprotocol/clientCapabilities", told)
    return json.dumps(said)


def hello(method: str, params: Message) -> Message | None:
    if (method == "server/discover") != MODERN:
        return None
    told.update(params.get("capabilities", {}))
    greeting: Message = {"capabilities": {"tools": {}}}
    if MODERN:
        versions = {"supportedVersions": ["2026-07-28"], "resultType": "complete"}
        return {**greeting, **versions, "ttlMs": 0, "cacheScope": "private"}
    info = {"name": "asker", "version": "1"}
    return {**greeting, "protocolVersion": "2025-11-25", "serverInfo": info}


def take(message: Message) -> None:
    method, number = message.get("method"), message.get("id")
    params: Message = message.get("params") or {}
    if method is None:
        take_reply(message)
    elif method == "notifications/cancelled":
        complain("told to cancel")
        waiting.pop(str(params.get("requestId")), None)
    elif method in ("initialize", "server/discover"):
        greeting = hello(method, params)
        error = {"error": {"code": -32601, "message": "Method not found"}}
        send({"id": number, **({"result": greeting} if greeting else error)})
    elif method == "tools/list":
        tools = [{"name": name, "inputSchema": schema} for name, schema in TOOLS.items()]
        listed = {"tools": tools, "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
        send({"id": number, "result": listed})
    elif method == "tools/call":
        call(number, params)


for line in sys.stdin:
    take(json.loads(line))
