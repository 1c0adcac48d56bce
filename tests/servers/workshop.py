"""A quick MCP server for the tests of the window: tools that show what reached them, or misbehave.

Standard library only, so that it is up at once. Words on its command line are ignored but for
`stubborn` (ignore SIGTERM and the end of stdin), `child=setsid` and `child=plain` (leave a stubborn
child behind), `silent` (answer nothing) and `exit=CODE` (complain and end at once).
"""

import base64
import json
import os
import signal
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

Message = dict[str, Any]

STRING: Message = {"type": "string"}
ECHO_SCHEMA: Message = {
    "type": "object",
    "required": ["title", "count"],
    "properties": {
        "title": {**STRING, "description": "Any words"},
        "count": {"type": "integer", "minimum": 0, "maximum": 99},
        "ratio": {"type": "number"},
        "sure": {"type": "boolean"},
        "colour": {"type": "string", "enum": ["red", "green", "blue"]},
        "maybe": {"type": ["string", "null"]},
        "tags": {"type": "array", "items": STRING},
        "place": {
            "type": "object",
            "properties": {"street": STRING, "number": {"type": "integer"}},
            "required": ["street"],
        },
        "odd": {"not": {"type": "null"}},
        "size": {"type": "integer", "default": 7},
    },
}
LOOSE: Message = {"type": "object"}
TOOLS: dict[str, Message] = {
    "echo": ECHO_SCHEMA,
    "surroundings": LOOSE,
    "say": {
        "type": "object",
        "properties": {"stderr": STRING, "stdout": STRING},
    },
    "stall": LOOSE,
    "progress": LOOSE,
    "finish": LOOSE,
    "refuse": LOOSE,
    "die": {"type": "object", "properties": {"code": {"type": "integer"}}},
    "grow": LOOSE,
    "point": LOOSE,
    "picture": {"type": "object", "properties": {"bytes": {"type": "integer"}}},
    "rows": {"type": "object", "properties": {"count": {"type": "integer"}}},
    "strange": LOOSE,
}
ANNOTATED: dict[str, Message] = {"echo": {"readOnlyHint": True}, "die": {"destructiveHint": True}}
waiting: list[object] = []
"""Ids of the calls that `finish` shall answer."""


def send(message: Message) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def complain(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def notify(method: str, **params: object) -> None:
    send({"method": method, "params": params})


def text(words: str, **more: object) -> Message:
    return {"content": [{"type": "text", "text": words}], **more}


def png(size: int) -> bytes:
    """A square picture of coloured noise, about `size` bytes."""
    side = max(1, int((size / 3) ** 0.5))
    noise = os.urandom(3 * side)
    rows = b"".join(b"\0" + noise for _ in range(side))

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    body = zlib.compress(rows, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def surroundings() -> Message:
    found = {"environment": dict(os.environ), "folder": str(Path.cwd()), "arguments": sys.argv[1:]}
    return text("as follows", structuredContent=found)


def say(arguments: Message) -> Message:
    if "stderr" in arguments:
        complain(arguments["stderr"])
    if "stdout" in arguments:
        print(arguments["stdout"], flush=True)
    return text("said")


def grow() -> Message:
    TOOLS[f"grown_{len(TOOLS)}"] = LOOSE
    notify("notifications/tools/list_changed")
    return text("grown")


def point() -> Message:
    link = {"type": "resource_link", "uri": "note://second", "name": "second"}
    return {"content": [link]}


def picture(arguments: Message) -> Message:
    data = base64.b64encode(png(arguments.get("bytes", 3000))).decode()
    return {"content": [{"type": "image", "data": data, "mimeType": "image/png"}]}


def rows(arguments: Message) -> Message:
    found = [{"n": place, "word": f"row number {place}"} for place in range(arguments["count"])]
    return text("rows", structuredContent={"rows": found})


def die(arguments: Message) -> None:
    complain("no more coal")
    os._exit(arguments.get("code", 3))


def progress(number: object, token: object) -> None:
    waiting.append(number)
    for step in (1, 2):
        notify(
            "notifications/progress",
            progressToken=token,
            progress=step,
            total=4,
            message=f"step {step} of 4",
        )


def finish() -> Message:
    for number in waiting:
        send({"id": number, "result": text("finished")})
    waiting.clear()
    return text("told them")


def call(number: object, params: Message) -> Message | None:
    name: str = params["name"]
    arguments: Message = params.get("arguments") or {}
    meta: Message = params.get("_meta") or {}
    acts: dict[str, Callable[[], Message | None]] = {
        "echo": lambda: text("echo", structuredContent=arguments),
        "surroundings": surroundings,
        "say": lambda: say(arguments),
        "stall": lambda: waiting.append(number),
        "progress": lambda: progress(number, meta.get("progressToken")),
        "finish": finish,
        "refuse": lambda: text("not on a Sunday", isError=True),
        "die": lambda: die(arguments),
        "grow": grow,
        "point": point,
        "picture": lambda: picture(arguments),
        "rows": lambda: rows(arguments),
        "strange": lambda: {"content": [{"type": "hologram", "depth": 3}]},
    }
    return acts.get(name, lambda: text(f"I am {name}"))()


def tools() -> Message:
    listed = [
        {
            "name": name,
            "description": f"The tool {name}",
            "inputSchema": schema,
            "annotations": ANNOTATED.get(name, {}),
        }
        for name, schema in TOOLS.items()
    ]
    return {"tools": listed}


def prompt(params: Message) -> Message:
    words = f"Sing for {params['arguments']['name']}"
    return {"messages": [{"role": "user", "content": {"type": "text", "text": words}}]}


def read(params: Message) -> Message:
    uri = params["uri"]
    return {"contents": [{"uri": uri, "mimeType": "text/plain", "text": f"This is {uri}"}]}


HELLO: Message = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {"listChanged": True}, "prompts": {}, "resources": {}},
    "serverInfo": {"name": "workshop", "version": "4.5.6"},
    "instructions": "Mind the saw.",
}
PROMPTS: list[Message] = [
    {
        "name": "sing",
        "description": "A song",
        "arguments": [{"name": "name", "description": "For whom", "required": True}],
    }
]
RESOURCES: list[Message] = [
    {"uri": f"note://{name}", "name": f"{name} note", "mimeType": "text/plain"}
    for name in ("first", "second")
]


def answer(method: str, number: object, params: Message) -> Message | None:
    answers: dict[str, Callable[[], Message | None]] = {
        "initialize": lambda: HELLO,
        "ping": dict,
        "tools/list": tools,
        "prompts/list": lambda: {"prompts": PROMPTS},
        "resources/list": lambda: {"resources": RESOURCES},
        "resources/templates/list": lambda: {"resourceTemplates": []},
        "tools/call": lambda: call(number, params),
        "prompts/get": lambda: prompt(params),
        "resources/read": lambda: read(params),
    }
    return answers[method]() if method in answers else {}


def take(message: Message) -> None:
    method, number = message.get("method"), message.get("id")
    if method == "notifications/cancelled":
        complain("told to cancel")
    if number is None or method is None or "silent" in sys.argv:
        return
    if method == "server/discover":
        send({"id": number, "error": {"code": -32601, "message": "Method not found"}})
        return
    result = answer(method, number, message.get("params") or {})
    if result is not None:
        send({"id": number, "result": result})


def leave_child(kind: str) -> None:
    subprocess.Popen(
        [sys.executable, "-S", __file__, "stubborn", "silent"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=kind == "setsid",
    )


def main() -> None:
    for word in sys.argv[1:]:
        name, _, value = word.partition("=")
        if name == "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        elif name == "child":
            leave_child(value)
        elif name == "exit":
            complain("the key is missing")
            sys.exit(int(value))
    complain("the workshop is open")
    for line in sys.stdin:
        take(json.loads(line))
    while "stubborn" in sys.argv:
        time.sleep(3600)


if __name__ == "__main__":
    main()
