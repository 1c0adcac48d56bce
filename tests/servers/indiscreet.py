"""An MCP server that gives away every secret it was told, in every way a server can speak.

Secrets are the words with `MARK` in its environment, its arguments and its `config`. It tells them
on stderr (also in pieces and in a line that is too long), on stdout, in its greeting, in what it
lists and in notifications; the tools `fail`, `refuse`, `hurry`, `large` and `die` tell the rest.
Standard library only, so that it is up at once.
"""

import html
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

MARK = "kanarie"
Message = dict[str, Any]


def words_of(secrets: Iterable[str]) -> str:
    """All of these, each in every spelling, in one line."""
    return " ".join(spelled for secret in secrets for spelled in _spellings(secret))


def _spellings(secret: str) -> Iterator[str]:
    yield from (secret, quote(secret), quote(secret, safe="").lower(), html.escape(secret))
    once = json.dumps(secret)
    yield from (once, json.dumps(once), json.dumps(secret, ensure_ascii=False))


def send(message: Message) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


class Server:
    """Remembers what it was told; answers one line after another."""

    def __init__(self) -> None:
        told = (*os.environ.values(), *sys.argv[1:])
        self.secrets = [each for each in told if MARK in each]

    @property
    def words(self) -> str:
        return words_of(self.secrets)

    def begin(self) -> None:
        complain(self.words + "\n")
        for secret in self.secrets:
            half = len(secret) // 2
            complain(f"in pieces: {secret[:half]}")
            complain(f"{secret[half:]}\n")
            for start in range(2_030, 2_046, 3):
                complain("x" * start + secret + "\n")
        print(f"noise {self.words}", flush=True)

    def take(self, message: Message) -> None:
        method, number = message.get("method"), message.get("id")
        params: Message = message.get("params") or {}
        if method == "notifications/initialized":
            self.notify()
        if number is None:
            return
        if method == "tools/call":
            meta: Message = params.get("_meta") or {}
            self.call(number, params["name"], meta.get("progressToken"))
        elif (result := self.answer(str(method), params)) is None:
            send({"id": number, "error": {"code": -32601, "message": f"No: {self.words}"}})
        else:
            send({"id": number, "result": result})

    def answer(self, method: str, params: Message) -> Message | None:
        if method == "initialize":
            written = re.findall(rf'"{MARK}(?:[^"\\]|\\.)*"', json.dumps(params))
            self.secrets += [json.loads(each) for each in written]
            return self.greeting()
        if method == "tools/list":
            return {"tools": [self.tool(name) for name in TOOLS]}
        return None

    def greeting(self) -> Message:
        first = self.secrets[0]
        return {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}, "logging": {}},
            "serverInfo": {"name": f"of {first}", "title": self.words, "version": f"1 {first}"},
            "instructions": self.words,
        }

    def tool(self, name: str) -> Message:
        about = {"type": "string", "title": self.words, "description": self.words}
        schema = {"type": "object", "properties": {"word": about}}
        told = {"title": f"{name} {self.words}", "description": self.words}
        return {"name": name, "inputSchema": schema, **told}

    def notify(self) -> None:
        for data in (self.words, {"inner": json.dumps({"more": self.words})}):
            params = {"level": "error", "logger": self.secrets[0], "data": data}
            send({"method": "notifications/message", "params": params})
        for start in range(340, 400, 7):
            told = {"word": "x" * start + self.words}
            send({"method": f"notifications/odd/{start}", "params": told})

    def call(self, number: object, name: str, token: object) -> None:
        block = {"type": "text", "text": self.words}
        if name == "fail":
            data = {"word": "x" * 1_970 + self.words}
            send({"id": number, "error": {"code": -1, "message": self.words, "data": data}})
        elif name == "hurry":
            told = {"progressToken": token, "progress": 1, "total": 2, "message": self.words}
            send({"method": "notifications/progress", "params": told})
            send({"id": number, "result": {"content": []}})
        elif name == "large":
            much = {"type": "text", "text": f"{self.words} " * (1 + 200_000 // len(self.words))}
            send({"id": number, "result": {"content": [much]}})
        elif name == "die":
            complain(f"fatal: {self.words}\n")
            os._exit(3)
        else:
            found = {"inner": [self.words, {"deeper": self.words}]}
            result = {"content": [block], "structuredContent": found, "isError": True}
            send({"id": number, "result": result})


TOOLS = ("fail", "refuse", "hurry", "large", "die")


def main() -> None:
    server = Server()
    server.begin()
    for line in sys.stdin:
        server.take(json.loads(line))


if __name__ == "__main__":
    main()
