"""Reads the command lines that people paste to add a server."""

import re
from dataclasses import dataclass, field

from patchbay.core.errors import AppError, Family
from patchbay.core.pasting.client_commands import is_client_command, read_client_command
from patchbay.core.pasting.pasted_server import PastedServer
from patchbay.core.pasting.posix_words import PosixScanner
from patchbay.core.pasting.remote_address import is_address, remote
from patchbay.core.pasting.shell_words import (
    Quoting,
    Scanner,
    Token,
    refuse,
    refuse_long,
)
from patchbay.core.pasting.windows_words import WindowsScanner
from patchbay.core.values import JsonObject

_PROMPT = re.compile(r"\s*(?:[$>][ \t]+|PS [^\n>\"']*>[ \t]*|[A-Za-z]:\\[^\n>\"']*>[ \t]*)?")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL | re.ASCII)
_POWERSHELL_SET = re.compile(
    r"\$env:(\w+)\s*=\s*(?:\"([^\"$`]*)\"|'([^']*)')\s*;\s*", re.IGNORECASE | re.ASCII
)
_OPERATORS = {
    "|": "a pipe (|)",
    "||": "a second command after ||",
    "&&": "a second command after &&",
    "&": "& for the background",
    ";": "a second command after ;",
    "<": "a redirection (<)",
    ">": "a redirection (>)",
    "(": "a parenthesis, a shell of its own",
    ")": "a parenthesis, a shell of its own",
    "\n": "the end of the line, and a second line",
}
_ONLY_IN_A_SHELL = {"export", "source", "alias", "set", "cd", "unset", "eval", "."}


@dataclass(frozen=True, slots=True)
class Parsed:
    """The server of one command line, and what was changed or left out to make it one."""

    server: PastedServer
    notes: tuple[str, ...] = ()


def parse_command_line(line: str, quoting: Quoting) -> Parsed:
    """The server that `line` would start, reach, or add to a client.

    Raises:
        AppError: there is no such server in it, or it needs a shell.
    """
    refuse_long(line)
    address = line.strip().strip("<>")
    if is_address(address):
        return Parsed(PastedServer("", remote(address)))
    prompt = _PROMPT.match(line)
    reading = _Reading(line, quoting, prompt.end() if prompt else 0)
    return reading.parsed()


def _scanned(line: str, quoting: Quoting, start: int) -> Scanner:
    if quoting is Quoting.WINDOWS:
        return WindowsScanner(line, start).scan()
    return PosixScanner(line, start).scan()


def _refuse_operators(line: str, tokens: list[Token]) -> None:
    for token in tokens:
        if token.is_operator:
            hint = "Paste one command, without what a shell does around it."
            refuse(line, token.start, _OPERATORS[token.text], hint)


@dataclass
class _Reading:
    """One line on its way to a server: its prefixes first, its command then."""

    line: str
    quoting: Quoting
    start: int
    env: dict[str, str] = field(default_factory=dict[str, str])
    cwd: str = ""
    tokens: list[Token] = field(default_factory=list[Token])

    def parsed(self) -> Parsed:
        if self.quoting is Quoting.WINDOWS:
            self._take_powershell_variables()
        scanner = _scanned(self.line, self.quoting, self.start)
        self.tokens = scanner.tokens
        self._drop_ends_of_lines()
        while self._take_folder() or self._take_set() or self._take_assignment():
            pass
        _refuse_operators(self.line, self.tokens)
        words = [token.text for token in self.tokens]
        if not words:
            raise _nothing()
        if is_client_command(words):
            found = read_client_command(words)
            return Parsed(found.server, (*scanner.notes, *found.notes, *self._unused()))
        return Parsed(PastedServer("", self._fields(words)), tuple(scanner.notes))

    def _take_powershell_variables(self) -> None:
        while match := _POWERSHELL_SET.match(self.line, self.start):
            self.env[match[1]] = match[2] or match[3] or ""
            self.start = match.end()

    def _drop_ends_of_lines(self) -> None:
        while self.tokens and self.tokens[0].text == "\n" and self.tokens[0].is_operator:
            self.tokens.pop(0)
        while self.tokens and self.tokens[-1].text == "\n" and self.tokens[-1].is_operator:
            self.tokens.pop()

    def _take_folder(self) -> bool:
        """`cd DIR &&` and, for Windows, `cd /d DIR &&`."""
        words = self._before_and("cd")
        if words and words[0].lower() == "/d":
            words = words[1:]
        if len(words) != 1:
            return False
        self.cwd = words[0]
        return self._pass_and()

    def _take_set(self) -> bool:
        """`set NAME=value &&`; the value may hold spaces."""
        words = self._before_and("set") if self.quoting is Quoting.WINDOWS else []
        match = _ASSIGNMENT.fullmatch(" ".join(words))
        if match is None:
            return False
        self.env[match[1]] = match[2]
        return self._pass_and()

    def _before_and(self, first: str) -> list[str]:
        """The words between `first` and `&&`, if the line begins so."""
        if not self.tokens or self.tokens[0].text != first or self.tokens[0].is_operator:
            return []
        for index, token in enumerate(self.tokens):
            if token.is_operator:
                return [each.text for each in self.tokens[1:index]] if token.text == "&&" else []
        return []

    def _pass_and(self) -> bool:
        while self.tokens.pop(0).text != "&&":
            pass
        return True

    def _take_assignment(self) -> bool:
        if self.quoting is Quoting.WINDOWS or not self.tokens:
            return False
        head = self.tokens[0]
        if head.text == "env" and self._assigns(1):
            self.tokens.pop(0)
            return True
        if not self._assigns(0):
            return False
        name, _, value = self.tokens.pop(0).text.partition("=")
        self.env[name] = value
        return True

    def _assigns(self, index: int) -> bool:
        if index >= len(self.tokens) or self.tokens[index].is_operator:
            return False
        token = self.tokens[index]
        match = _ASSIGNMENT.fullmatch(token.text)
        return match is not None and token.bare > len(match[1])

    def _unused(self) -> tuple[str, ...]:
        names = ", ".join(self.env)
        return (f"left out {names}: set for the client, not for the server",) if names else ()

    def _fields(self, words: list[str]) -> JsonObject:
        command, *args = words
        if is_address(command) and not args:
            return remote(command)
        if command in _ONLY_IN_A_SHELL or not command or "://" in command:
            what = _no_program(command)
            refuse(self.line, self.tokens[0].start, what, "Paste the command of the server.")
        found = {"command": command, "args": args, "env": self.env, "cwd": self.cwd}
        return {key: value for key, value in found.items() if value}


def _no_program(command: str) -> str:
    if "://" in command:
        return "an address where a program should be"
    return f"{command}, which only means something to a shell" if command else "no program"


def _nothing() -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "There is no command here",
        cause="The line is empty, or holds only a comment.",
        hint="Paste the command that starts the server, or its address.",
    )
