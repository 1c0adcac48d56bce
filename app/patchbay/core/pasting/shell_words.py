"""Splits a pasted command line into words as the shell it was written for would."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from patchbay.core.config.document import Lines
from patchbay.core.errors import AppError, Family

MAX_LINE = 64 * 1024
"""In characters; Windows takes half of it, and nobody pastes more."""

_WINDOWS_SIGNS = re.compile(
    r"""(?:^|[\s"'=])[A-Za-z]:\\ | %[A-Za-z_]\w*% | \^\r?\n | \^[&|<>^"] | `\r?\n | \$env:
      | ^\s*cmd(?:\.exe)?\s+/[ck]\b | ^\s*set\s+"?\w+= | ^\s*&\s*["'\w] | ^\s*PS\s[^\n>]*>""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


class Quoting(StrEnum):
    """Whose rules for quotes and escapes a line follows."""

    POSIX = "posix"
    WINDOWS = "windows"


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or an operator between words.

    `start` is its offset in the line; `bare` counts the leading characters of `text` that were
    written without quotes: only there does a `NAME=` assign.
    """

    text: str
    start: int
    is_operator: bool = False
    bare: int = 0


def likely_quoting(line: str) -> Quoting:
    """Windows where the line has a drive, `%VAR%`, `^`, `cmd /c` or PowerShell's own signs."""
    return Quoting.WINDOWS if _WINDOWS_SIGNS.search(line[:MAX_LINE]) else Quoting.POSIX


def refuse(line: str, offset: int, what: str, hint: str) -> NoReturn:
    """Say that `what` stands at `offset` of the line and cannot be taken over."""
    place = Lines(line).place(offset)
    position = f"column {place.column}"
    if place.line > 1:
        position = f"line {place.line}, {position}"
    raise AppError(
        Family.CONFIGURATION,
        "This command line cannot be taken over",
        cause=f"There is {what} at {position}.",
        hint=hint,
    )


def refuse_long(line: str) -> None:
    if len(line) > MAX_LINE:
        raise AppError(
            Family.CONFIGURATION,
            "This is too long for a command line",
            cause=f"It has more than {MAX_LINE} characters.",
            hint="Paste only the command of the server.",
        )


class Scanner:
    """Collects the tokens of one line; what a kind of token means is its subclass's matter."""

    def __init__(self, line: str, start: int = 0) -> None:
        refuse_long(line)
        self.line = line
        self.position = start
        self.notes: list[str] = []
        self.tokens: list[Token] = []
        self._parts: list[str] | None = None
        self._start = start
        self._bare: int | None = None

    @property
    def in_word(self) -> bool:
        return self._parts is not None

    @property
    def word(self) -> str:
        return "".join(self._parts or ())

    def add(self, text: str, at: int, *, bare: bool = False) -> None:
        """Go on with the word, or begin one."""
        if self._parts is None:
            self._parts, self._start, self._bare = [], at, None
        if not bare and self._bare is None:
            self._bare = len(self.word)
        self._parts.append(text)

    def end_word(self) -> None:
        if self._parts is not None:
            text = self.word
            bare = len(text) if self._bare is None else self._bare
            self.tokens.append(Token(text, self._start, bare=bare))
            self._parts = None

    def add_operator(self, text: str, at: int) -> None:
        self.end_word()
        self.tokens.append(Token(text, at, is_operator=True))

    def add_variable(self, spelling: str, reference: str, at: int) -> None:
        self.add(reference, at)
        filled = "filled in when the server starts"
        note = f"{spelling} is written as {reference}: it is {filled}"
        if spelling == reference:
            note = f"{reference} is {filled}"
        if note not in self.notes:
            self.notes.append(note)

    def matches(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Match after match from `position`, which the reader of a match may move."""
        while match := pattern.match(self.line, self.position):
            if match.end() == match.start():
                return
            self.position = match.end()
            yield match
