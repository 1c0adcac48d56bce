"""Reads the lines with which other clients add a server: `claude mcp add` and its kin."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from typing_extensions import override

from patchbay.core.config import jsonc
from patchbay.core.errors import AppError, Family
from patchbay.core.pasting.pasted_server import PastedServer
from patchbay.core.pasting.remote_address import is_address, remote
from patchbay.core.values import JsonObject

_PROGRAM = re.compile(r"(?:.*[\\/])?([\w-]+?)(?:\.(?:exe|cmd))?", re.IGNORECASE | re.DOTALL)
_EDITORS = {"code", "code-insiders", "codium", "cursor"}
_CLIENTS = {"claude", "codex", "gemini"}
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL | re.ASCII)
_OPTIONS = {
    "-t": "transport",
    "--transport": "transport",
    "--type": "transport",
    "-e": "env",
    "--env": "env",
    "-H": "header",
    "--header": "header",
    "--url": "url",
    "--bearer-token-env-var": "bearer",
    "-s": "scope",
    "--scope": "scope",
    **dict.fromkeys(("--timeout", "--description", "--include-tools", "--exclude-tools"), ""),
    **dict.fromkeys(("--client-id", "--callback-port"), ""),
}
_FLAGS = {"--trust", "--client-secret"}


@dataclass(frozen=True, slots=True)
class Found:
    """The server that a client's line adds, and what of the line was not taken over."""

    server: PastedServer
    notes: tuple[str, ...] = ()


def is_client_command(words: Sequence[str]) -> bool:
    """Whether the words are another client's command about servers, not a server's own."""
    program = _program(words)
    if program in _EDITORS:
        return any(word.partition("=")[0] == "--add-mcp" for word in words)
    return program in _CLIENTS and words[1:2] == ["mcp"]


def read_client_command(words: Sequence[str]) -> Found:
    """The server that `words` would add to a client.

    Raises:
        AppError: they add none, or one in a way that is not known here.
    """
    program = _program(words)
    if program in _EDITORS:
        at = next(i for i, word in enumerate(words) if word.partition("=")[0] == "--add-mcp")
        text = words[at].partition("=")[2] or "".join(words[at + 1 : at + 2])
        return Found(_server_of_json("", text))
    action = words[2] if len(words) > 2 else ""
    if action == "add":
        return _Addition(program, list(words[3:])).found()
    if action == "add-json":
        return _AdditionOfJson(program, list(words[3:])).found()
    raise _adds_none(program)


def _program(words: Sequence[str]) -> str:
    match = _PROGRAM.fullmatch(words[0]) if words else None
    return match[1].lower() if match else ""


@dataclass
class _Addition:
    """`mcp add`: options, a name, and a command with all that follows, or an address."""

    program: str
    words: list[str]
    name: str = ""
    command: list[str] = field(default_factory=list[str])
    url: str = ""
    transport: str = ""
    env: dict[str, str] = field(default_factory=dict[str, str])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    notes: list[str] = field(default_factory=list[str])

    def found(self) -> Found:
        self.read()
        if not self.name or not (self.command or self.url):
            what = "a command or an address" if self.name else "a name"
            raise _incomplete(self.program, what)
        return Found(PastedServer(self.name, self._fields()), tuple(self.notes))

    def read(self) -> None:
        while self.words and not self.command:
            word = self.words.pop(0)
            if word == "--":
                self._rest()
            elif word.startswith("-") and len(word) > 1:
                self._option(word)
            else:
                self.positional(word)

    def positional(self, word: str) -> None:
        if not self.name:
            self.name = word
        elif is_address(word) and not self.url:
            self.url = word
        elif not self.url:
            if self.words[:1] == ["--"]:
                self.words.pop(0)
            self._take_command([word, *self.words])

    def _rest(self) -> None:
        if not self.name and self.words:
            self.name = self.words.pop(0)
        if len(self.words) == 1 and is_address(self.words[0]):
            self.url = self.words.pop()
        else:
            self._take_command(self.words)

    def _take_command(self, words: list[str]) -> None:
        self.command, self.words = list(words), []

    def _option(self, word: str) -> None:
        name, equals, value = word.partition("=")
        meaning = _OPTIONS.get(name)
        if name in _FLAGS:
            self._leave_out(name)
            return
        if meaning is None:
            raise _unknown_option(self.program, name)
        if not equals:
            if not self.words:
                raise _incomplete(self.program, f"a value for {name}")
            value = self.words.pop(0)
        self._take(name, meaning, value)

    def _take(self, name: str, meaning: str, value: str) -> None:
        if meaning == "env":
            self._take_variables(value)
        elif meaning == "header":
            header, _, text = value.partition(":")
            self.headers[header.strip()] = text.strip()
        elif meaning == "bearer":
            self.headers["Authorization"] = f"Bearer ${{{value}}}"
        elif meaning == "url":
            self.url = value
        elif meaning == "transport":
            self.transport = value
        else:
            self._leave_out(name)

    def _take_variables(self, value: str) -> None:
        """`-e A=1 B=2`: the option takes every assignment that follows."""
        self._assign(value)
        while self.words and _ASSIGNMENT.fullmatch(self.words[0]):
            self._assign(self.words.pop(0))

    def _assign(self, text: str) -> None:
        match = _ASSIGNMENT.fullmatch(text)
        if match is None:
            raise _incomplete(self.program, "NAME=value after an option for a variable")
        self.env[match[1]] = match[2]

    def _leave_out(self, name: str) -> None:
        self.notes.append(f"left out {name}, which is a matter of {self.program}")

    def _fields(self) -> JsonObject:
        if self.url:
            found: JsonObject = {**remote(self.url, self.transport), "headers": self.headers}
        else:
            command, *args = self.command
            found = {"type": self.transport, "command": command, "args": args}
        return {key: value for key, value in {**found, "env": self.env}.items() if value}


@dataclass
class _AdditionOfJson(_Addition):
    """`mcp add-json`: options, a name, and one server as JSON."""

    text: str = ""

    @override
    def found(self) -> Found:
        self.read()
        if not self.text:
            raise _incomplete(self.program, "the JSON of a server")
        return Found(_server_of_json(self.name, self.text), tuple(self.notes))

    @override
    def positional(self, word: str) -> None:
        if not self.name:
            self.name = word
        else:
            self.text = word


def _server_of_json(name: str, text: str) -> PastedServer:
    document = jsonc.parse(text)
    root = document.root
    if root is None or not root.is_object:
        first = document.problems[0] if document.problems else None
        raise AppError(
            Family.CONFIGURATION,
            "The JSON in this command line cannot be read",
            cause=f"{first.message}." if first else "It is no object.",
            hint=first.fix if first else "Write { } around the fields of the server.",
        )
    own = root.member("name")
    return PastedServer(name or (own.text if own else ""), root.value(), document.source(root))


def _adds_none(program: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "This command line adds no server",
        cause=f"Of {program}, only “mcp add” and “mcp add-json” are understood.",
        hint="Paste the line that adds the server, or the server's own command.",
    )


def _incomplete(program: str, what: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "This command line is not complete",
        cause=f"For {program} it lacks {what}.",
        hint="Paste the whole line, or the server's own command.",
    )


def _unknown_option(program: str, name: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "This command line has an option that is not known here",
        cause=f"{program} may understand {name}; Patchbay does not.",
        hint="Delete it, or paste the server's own command.",
    )
