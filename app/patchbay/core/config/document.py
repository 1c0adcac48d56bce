"""A parsed config file: its text, and a tree whose every node knows where it stands."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from patchbay.core.config.model import Place, Problem, Severity
from patchbay.core.values import Json, JsonPath

NodeKind: TypeAlias = Literal["object", "array", "string", "number", "true", "false", "null"]
Span: TypeAlias = tuple[int, int]

MAX_DEPTH = 200
"""Deeper documents are refused: no config needs it, and every walk below may then recurse."""

LINE_END = re.compile(r"\r\n|\r|\n")
_ATOMS: dict[NodeKind, Json] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class Key:
    """The name of an object's member and where it is written, quotes included."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One value of a document.

    `start` and `end` are offsets in code points. `text` is the decoded string of a string and the
    spelling of any other scalar. `shared` nodes were reached through a YAML alias or merge key and
    are not to be edited from here: an alias has its own place but its members stand elsewhere, as a
    merged member does. `tagged` ones carry a YAML anchor or tag of their own, which an edit of the
    value would lose or hand on.
    """

    kind: NodeKind
    start: int
    end: int
    text: str = ""
    children: tuple["Node", ...] = field(default=(), repr=False)
    key: Key | None = None
    shared: bool = False
    tagged: bool = False

    @property
    def is_object(self) -> bool:
        return self.kind == "object"

    @property
    def is_array(self) -> bool:
        return self.kind == "array"

    @property
    def is_null(self) -> bool:
        return self.kind == "null"

    def member(self, name: str) -> "Node | None":
        """The value under `name`; of duplicates the last, as every client reads it."""
        if self.kind != "object":
            return None
        for child in reversed(self.children):
            if child.key is not None and child.key.text == name:
                return child
        return None

    def members(self) -> Iterator[tuple[str, "Node"]]:
        """Names and values in the order of the file; of duplicates only the last."""
        if self.kind != "object":
            return
        last = {child.key.text: child for child in self.children if child.key is not None}
        yield from last.items()

    def number(self) -> float | None:
        if self.kind != "number":
            return None
        number = _number(self.text)
        try:
            return None if isinstance(number, str) else float(number)
        except OverflowError:
            return None

    def value(self) -> Json:
        """The node as plain Python values."""
        if self.kind == "object":
            return {name: child.value() for name, child in self.members()}
        if self.kind == "array":
            return [child.value() for child in self.children]
        if self.kind == "string":
            return self.text
        return _number(self.text) if self.kind == "number" else _ATOMS[self.kind]


def _number(text: str) -> int | float | str:
    """The number that `text` spells; numbers no one can agree on (`12:30`) stay text."""
    for convert in (int, float, _prefixed):
        try:
            return convert(text)
        except (ValueError, OverflowError):
            continue
    return text


def _prefixed(text: str) -> int:
    return int(text, 0)


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A key written twice in one object; readers take the second."""

    path: JsonPath
    first: int
    second: int


class Lines:
    """Turns offsets into lines and columns."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in LINE_END.finditer(self._text))]

    def place(self, offset: int) -> Place:
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)


@dataclass(frozen=True)
class Document:
    """What a parser made of a text; `root` is missing for an empty or unreadable one."""

    text: str
    lines: Lines
    root: Node | None = None
    problems: tuple[Problem, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    comments: tuple[Span, ...] = ()
    trailing_commas: tuple[int, ...] = ()

    @property
    def parsed(self) -> bool:
        return not any(problem.severity is Severity.ERROR for problem in self.problems)

    def place(self, offset: int) -> Place:
        return self.lines.place(offset)

    def doubled(self, duplicate: Duplicate, severity: Severity) -> Problem:
        """What to say of a name that is written twice: both places, and which one counts."""
        first, second = self.place(duplicate.first), self.place(duplicate.second)
        return Problem(
            severity,
            f"“{duplicate.path[-1]}” is written twice: line {first.line}, column {first.column},"
            f" and line {second.line}, column {second.column}; the second is read",
            "Delete or rename one of them.",
            second,
            duplicate.path,
        )

    def source(self, node: Node) -> str:
        return self.text[node.start : node.end]
