"""A hand-made MCP server on stdio that can answer anything; standard library only.

`python raw.py SCRIPT` where SCRIPT is a JSON object: method to a list of answers, the last of which
is used from then on. The keys of an answer become those of the reply (`result`, `error`, and
anything that replaces `id` or `jsonrpc`), but for these: `line` (written as it stands, with the
request's id for `%ID%`), `many` (answer with so many tools), `times` (repeat
the only content block so often, counted in place of `%N%`), `pad` (describe the first tool's input
schema with so many letters), `exit` (with that code), `silence`, `sleep` (so many seconds, in which
it reads nothing, before it answers), `loud` (write so many KB to stderr first), `endless` (begin
an answer, write so many MB of it and never end the line),
`stderr` and `before` (lines to write first, the latter `repeat` times), `drop` (keys to leave out).
"""

import json
import sys
import time
from typing import Any

DEFAULTS: dict[str, list[dict[str, Any]]] = {
    "initialize": [
        {
            "result": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "raw", "version": "1"},
            }
        }
    ],
    "tools/list": [{"result": {"tools": [{"name": "tool", "inputSchema": {"type": "object"}}]}}],
}
INSTRUCTIONS = {"before", "repeat", "stderr", "drop", "sleep", "loud"}


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def grown(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer itself, or the large one that it asks for in few words."""
    if "many" in answer:
        schema = {"type": "object"}
        tools = [{"name": f"t{place}", "inputSchema": schema} for place in range(answer["many"])]
        return {"result": {"tools": tools}}
    if "times" in answer:
        block = json.dumps(answer["result"]["content"][0])
        blocks = [json.loads(block.replace("%N%", str(n))) for n in range(answer["times"])]
        return {"result": {"content": blocks}}
    if "pad" in answer:
        answer["result"]["tools"][0]["inputSchema"]["description"] = "d" * answer.pop("pad")
    return answer


def begin_endlessly(request: dict[str, Any], megabytes: int) -> None:
    head = '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"'
    sys.stdout.write(head % json.dumps(request["id"]))
    for _ in range(megabytes):
        sys.stdout.write("x" * 1_000_000)
    sys.stdout.flush()


def reply(request: dict[str, Any], answer: dict[str, Any]) -> None:
    time.sleep(answer.get("sleep", 0))
    for line in [*["l" * 1023] * answer.get("loud", 0), *answer.get("stderr", [])]:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    if "exit" in answer:
        sys.exit(answer["exit"])
    for line in answer.get("before", []) * answer.get("repeat", 1):
        say(line)
    answer = grown(answer)
    if "endless" in answer:
        begin_endlessly(request, answer["endless"])
    elif "line" in answer:
        say(answer["line"].replace("%ID%", json.dumps(request["id"])))
    elif "silence" not in answer:
        parts = {key: answer[key] for key in answer if key not in INSTRUCTIONS}
        message = {"jsonrpc": "2.0", "id": request["id"], **parts}
        for key in answer.get("drop", []):
            del message[key]
        say(json.dumps(message))


def main() -> None:
    script = {**DEFAULTS, **json.loads(sys.argv[1] if len(sys.argv) > 1 else "{}")}
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request or "method" not in request:
            continue
        answers = script.get(request["method"])
        if answers is None:
            reply(request, {"error": {"code": -32601, "message": "Method not found"}})
        else:
            reply(request, answers.pop(0) if len(answers) > 1 else answers[0])


main()
