"""Reads JSON with comments and trailing commas into a tree with spans, and names what is wrong."""

import re
import unicodedata
from collections.abc import Callable
from typing import Literal, NoReturn, TypeAlias

from patchbay.core.config.document import (
    MAX_DEPTH,
    Document,
    Duplicate,
    Key,
    Lines,
    Node,
    NodeKind,
    Span,
)
from patchbay.core.config.model import Problem, Severity
from patchbay.core.config.tokens import CONTROL, TOKEN, unescape

MAX_PROBLEMS = 5
"""After the first mistake later ones may be its echoes; more than a handful helps nobody."""

_Next: TypeAlias = Literal["key", "colon", "value", "end"]
"""What the grammar wants next; `end` is a comma, a closing bracket, or the end of the text."""

_PYTHON_WORDS: dict[str, NodeKind] = {"True": "true", "False": "false", "None": "null"}
_NUMBER_LIKE = re.compile(
    r"[-+]?(?:NaN|Infinity|0[xX][0-9a-fA-F]{1,16}|[0-9._]{1,20}(?:[eE][-+]?\d{0,4})?)"
)
_CLOSERS = {"{": "}", "[": "]"}
_CONTAINERS: dict[str, NodeKind] = {"{": "object", "[": "array"}


def parse(text: str) -> Document:
    """Read `text`; never raises, whatever it holds."""
    return _Parser(text).run()


class _Stop(Exception):  # noqa: N818 - not an error: enough is known about the text
    """Ends the parse early."""


class _Frame:
    """An object or array that is still open."""

    __slots__ = ("bracket", "children", "comma", "key", "names", "start")

    def __init__(self, bracket: str, start: int) -> None:
        self.bracket = bracket
        self.start = start
        self.children: list[Node] = []
        self.key: Key | None = None
        self.comma: int | None = None
        self.names: dict[str, int] = {}


class _Parser:
    """One pass over the tokens with an explicit stack."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Lines(text)
        self._frames: list[_Frame] = []
        self._next: _Next = "value"
        self._root: Node | None = None
        self._problems: list[Problem] = []
        self._duplicates: list[Duplicate] = []
        self._comments: list[Span] = []
        self._trailing_commas: list[int] = []

    def run(self) -> Document:
        handlers: dict[str, Callable[[int, int], None]] = {
            "string": self._string,
            "comma": self._comma,
            "colon": self._colon,
            "open": self._open,
            "close": self._close,
            "atom": self._atom,
            "comment": self._comment,
            "finish": self._finish,
            "open_comment": self._open_comment,
            "control": self._string_with_control_character,
            "unclosed": self._unclosed_string,
            "single": self._single_quoted,
            "curly": self._curly_quoted,
            "fence": self._fence,
            "word": self._word,
            "other": self._other,
        }
        try:
            for match in TOKEN.finditer(self._text):
                kind = match.lastgroup or "finish"
                handlers[kind](*match.span(kind))
        except _Stop:
            pass
        return Document(
            text=self._text,
            lines=self._lines,
            root=None if self._problems else self._root,
            problems=tuple(self._problems),
            duplicates=tuple(self._duplicates),
            comments=tuple(self._comments),
            trailing_commas=tuple(self._trailing_commas),
        )

    # What a sound file is made of

    def _string(self, start: int, end: int) -> None:
        text = self._text[start + 1 : end - 1]
        self._accept_string(self._unescaped(text, start + 1) if "\\" in text else text, start, end)

    def _accept_string(self, text: str, start: int, end: int) -> None:
        if self._next == "end":
            self._missing_comma(start)
        if self._next == "key":
            self._accept_key(text, start, end)
        else:
            self._accept_value("string", start, end, text)

    def _accept_key(self, text: str, start: int, end: int) -> None:
        frame = self._frames[-1]
        frame.key = Key(text, start, end)
        frame.comma = None
        self._next = "colon"
        first = frame.names.setdefault(text, start)
        if first != start:
            self._duplicates.append(Duplicate(self._path(), first, start))

    def _path(self) -> tuple[str | int, ...]:
        return tuple(
            frame.key.text if frame.key is not None else len(frame.children)
            for frame in self._frames
        )

    def _atom(self, start: int, end: int) -> None:
        text = self._text[start:end]
        kind: NodeKind = "number"
        if text in {"true", "false", "null"}:
            kind = text  # pyright: ignore[reportAssignmentType] - just compared
        self._accept_value(kind, start, end, text)

    def _accept_value(self, kind: NodeKind, start: int, end: int, text: str) -> None:
        if self._next != "value" and not self._make_room(start, end):
            return
        self._add(Node(kind, start, end, text, (), self._frames[-1].key if self._frames else None))

    def _make_room(self, start: int, end: int) -> bool:
        """Report what is missing before a value; false when the token served as a key instead."""
        if self._next == "end":
            self._missing_comma(start)
        if self._next == "colon":
            self._report(start, "A colon is missing after this key's name", "Write : here.")
            self._next = "value"
        if self._next == "key":
            word = self._text[start:end]
            self._report(start, f"The key {word} needs double quotes", f'Write "{word}".')
            self._accept_key(word, start, end)
            return False
        return True

    def _add(self, node: Node) -> None:
        if self._frames:
            frame = self._frames[-1]
            frame.children.append(node)
            frame.key = frame.comma = None
        else:
            self._root = node
        self._next = "end"

    def _open(self, start: int, end: int) -> None:
        if self._next == "key":
            self._report(start, "A key is missing before this value", 'Write "name": before it.')
            self._frames[-1].key = Key("", start, start)
        elif self._next != "value":
            self._make_room(start, end)
        if len(self._frames) >= MAX_DEPTH:
            self._give_up(
                start,
                f"The file is nested more than {MAX_DEPTH} levels deep",
                "Look for brackets that were repeated by mistake.",
            )
        bracket = self._text[start]
        self._frames.append(_Frame(bracket, start))
        self._next = "key" if bracket == "{" else "value"

    def _close(self, start: int, end: int) -> None:
        closer = self._text[start]
        if not self._frames:
            self._give_up(start, f"There is one {closer} too many", f"Delete this {closer}.")
        if _CLOSERS[self._frames[-1].bracket] != closer:
            self._close_what_was_forgotten(start, closer)
        frame = self._frames[-1]
        if self._next == "colon" or (self._next == "value" and frame.key is not None):
            self._report(start, "A value is missing after this key", "Write it, or delete the key.")
        elif frame.comma is not None:
            self._trailing_commas.append(frame.comma)
        self._pop(end)

    def _pop(self, end: int) -> None:
        frame = self._frames.pop()
        key = self._frames[-1].key if self._frames else None
        kind = _CONTAINERS[frame.bracket]
        self._add(Node(kind, frame.start, end, "", tuple(frame.children), key))

    def _close_what_was_forgotten(self, start: int, closer: str) -> None:
        frame = self._frames[-1]
        wanted = _CLOSERS[frame.bracket]
        opened = self._lines.place(frame.start)
        self._report(
            start,
            f"{closer} stands where the {frame.bracket} of line {opened.line},"
            f" column {opened.column} should be closed",
            f"Write {wanted} here.",
        )
        outer = self._frames[-2] if len(self._frames) > 1 else None
        if outer is not None and _CLOSERS[outer.bracket] == closer:
            self._pop(start)

    def _comma(self, start: int, end: int) -> None:
        if self._next != "end":
            self._report(start, "A value is missing before this comma", "Delete the comma.")
            if self._next == "key" or not self._frames:
                return
            self._frames[-1].key = None
        if not self._frames:
            self._after_the_end(start)
        frame = self._frames[-1]
        frame.comma = start
        self._next = "key" if frame.bracket == "{" else "value"

    def _colon(self, start: int, end: int) -> None:
        if self._next == "colon":
            self._next = "value"
        elif not self._frames and self._root is not None and self._root.kind == "string":
            self._give_up(
                start,
                "The file is a piece of a config without its outer braces",
                "Put { before it and } after it.",
            )
        else:
            self._report(start, "A colon stands where none belongs", "Delete it.")

    def _comment(self, start: int, end: int) -> None:
        self._comments.append((start, end))

    def _finish(self, start: int, end: int) -> None:
        if not self._frames:
            return
        frame = self._frames[-1]
        closers = "".join(_CLOSERS[each.bracket] for each in reversed(self._frames))
        self._report(
            frame.start,
            f"This {frame.bracket} is never closed",
            f"If the end of the file is missing, restore it; else write {closers} at the end."
            if len(closers) < 10
            else "The end of the file is missing; restore it from a copy.",
        )

    # What people write instead

    def _missing_comma(self, start: int) -> None:
        if not self._frames:
            self._after_the_end(start)
        self._report(start, "A comma is missing before this", "Write , after the value before it.")
        self._next = "key" if self._frames[-1].bracket == "{" else "value"

    def _after_the_end(self, start: int) -> NoReturn:
        self._give_up(
            start,
            "There is more text after the end of the document",
            "A config is one object: move what belongs to it inside, delete the rest.",
        )

    def _open_comment(self, start: int, end: int) -> None:
        self._give_up(start, "This comment is never closed", "Write */ where it ends.")

    def _string_with_control_character(self, start: int, end: int) -> None:
        match = CONTROL.search(self._text, start)
        offset = match.start() if match else start
        name = "tab" if self._text[offset] == "\t" else f"control (U+{ord(self._text[offset]):04X})"
        self._report(offset, f"A {name} character stands inside a string", "Write \\t for a tab.")
        self._accept_string(self._text[start + 1 : end - 1], start, end)

    def _unclosed_string(self, start: int, end: int) -> None:
        self._report(start, "This string is never closed", 'Write " where it ends.')
        line = self._text[start:end].rstrip()
        self._accept_string(line[1:], start, end)
        if line.endswith(","):
            self._comma(end - 1, end)

    def _single_quoted(self, start: int, end: int) -> None:
        self._report(start, "Strings need double quotes", "Write \" instead of '.")
        self._accept_string(self._text[start + 1 : end - 1], start, end)

    def _curly_quoted(self, start: int, end: int) -> None:
        self._report(
            start,
            "Curly quotes stand where straight ones belong",
            'Write " instead; a word processor or chat program changed them.',
        )
        self._accept_string(self._text[start + 1 : end - 1], start, end)

    def _fence(self, start: int, end: int) -> None:
        self._give_up(
            start,
            "The file holds Markdown: a line of three backticks",
            "Keep only the JSON between the two lines of backticks.",
        )

    def _word(self, start: int, end: int) -> None:
        """Text without quotes; it is not repeated in the message, since it may be a token."""
        word = self._text[start:end]
        if self._next == "key":
            self._make_room(start, end)
        elif kind := _PYTHON_WORDS.get(word):
            self._report(start, f"{word} is Python; JSON has {kind}", f"Write {kind}.")
            self._accept_value(kind, start, end, word)
        elif _NUMBER_LIKE.fullmatch(word):
            self._report(
                start, f"{word} is not a JSON number", "Write digits, null, or quote it as text."
            )
            self._accept_value("number", start, end, word)
        else:
            self._report(start, "Text needs double quotes", 'Write " before and after it.')
            self._accept_value("string", start, end, word)

    def _other(self, start: int, end: int) -> None:
        character = self._text[start]
        if character.isprintable():
            self._report(start, f"The character {character} does not belong here", "Delete it.")
            return
        name = unicodedata.name(character, "control character").lower()
        self._report(
            start, f"An invisible character (U+{ord(character):04X}, {name})", "Delete it."
        )

    def _unescaped(self, text: str, offset: int) -> str:
        plain, invalid = unescape(text)
        for position in invalid:
            self._report(
                offset + position,
                f"\\{text[position + 1]} means nothing in JSON",
                "Write \\\\ for a backslash; in Windows paths / works too.",
            )
        return plain

    def _report(self, offset: int, message: str, fix: str) -> None:
        place = self._lines.place(offset)
        if any(problem.place == place for problem in self._problems):
            return
        self._problems.append(Problem(Severity.ERROR, message, fix, place))
        if len(self._problems) >= MAX_PROBLEMS:
            raise _Stop

    def _give_up(self, offset: int, message: str, fix: str) -> NoReturn:
        self._report(offset, message, fix)
        raise _Stop
