"""Lines of a text: where one begins, how it is indented, how it ends."""

import re
from dataclasses import dataclass

from patchbay.core.config.document import LINE_END

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BLANK = re.compile(r"[ \t]*")
_REST = re.compile(r"[ \t]*(\r\n|\r|\n|\Z)")


def lines_of(text: str) -> list[str]:
    """The lines of a text, each with its end; unlike `splitlines`, no other sign ends one."""
    return _LINE.findall(text)


def line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def end_of_line(text: str, offset: int) -> int:
    """Where the line that holds `offset` ends, before its line end."""
    match = LINE_END.search(text, offset)
    return match.start() if match else len(text)


def next_line(text: str, offset: int) -> int:
    """Where the line after the one that holds `offset` begins; at the last, where the text ends."""
    match = LINE_END.search(text, offset)
    return match.end() if match else len(text)


def line_above(text: str, start: int) -> int:
    """Where the line before the one that begins at `start` begins."""
    return line_start(text, without_line_end(text, 0, start))


def without_line_end(text: str, start: int, end: int) -> int:
    """`end`, or what is before the line end that stands directly before it, not below `start`."""
    if end - 2 >= start and text[end - 2 : end] == "\r\n":
        return end - 2
    return end - 1 if end > start and text[end - 1] in "\r\n" else end


def column(text: str, offset: int) -> int:
    """How many characters stand before `offset` on its line."""
    return offset - line_start(text, offset)


def indent_at(text: str, offset: int) -> str:
    """The indentation of the line that holds `offset`, at most up to it."""
    match = _BLANK.match(text, line_start(text, offset), offset)
    return match[0] if match else ""


def starts_line(text: str, offset: int) -> bool:
    """Whether only blanks stand before `offset` on its line."""
    return line_start(text, offset) + len(indent_at(text, offset)) == offset


def rest_of_line(text: str, offset: int) -> "re.Match[str] | None":
    """Blanks and line end after `offset`; nothing if anything else follows on the line."""
    return _REST.match(text, offset)


def line_end_at(text: str, offset: int) -> str:
    """How the line before the one at `offset` ends; else the first line end after it."""
    start = line_start(text, offset)
    if start:
        return "\r\n" if text[:start].endswith("\r\n") else text[start - 1]
    match = LINE_END.search(text, offset)
    return match[0] if match else "\n"


def is_blank_line(text: str, start: int) -> bool:
    """Whether the line that begins at `start` holds nothing but is one."""
    return start < len(text) and rest_of_line(text, start) is not None


def has_blank_line(piece: str) -> bool:
    """Whether a line of `piece`, which begins with a line, holds nothing."""
    return any(not line.strip() for line in lines_of(piece) if line[-1] in "\r\n")


def is_broken(text: str, start: int, end: int) -> bool:
    """Whether a line ends between the two offsets."""
    return LINE_END.search(text, start, end) is not None


def without_blanks_before(text: str, offset: int) -> int:
    """Where the blanks before `offset` begin."""
    return len(text[line_start(text, offset) : offset].rstrip(" \t")) + line_start(text, offset)


def without_blanks_after(text: str, offset: int) -> int:
    """Where the blanks after `offset` end."""
    match = _BLANK.match(text, offset)
    return match.end() if match else offset


@dataclass(frozen=True, slots=True)
class Shift:
    """How lines come from one place to another: their indentation there, and one step of it."""

    old: str
    old_unit: str
    new: str
    new_unit: str

    def moved(self, text: str, line_end: str) -> str:
        """`text` with its lines after the first in their new place."""
        first, *rest = LINE_END.split(text)
        return line_end.join([first, *(self._moved_line(line) for line in rest)])

    def _moved_line(self, line: str) -> str:
        if not line.strip(" \t"):
            return line
        if not line.startswith(self.old):
            return self.new + line.lstrip(" \t")
        rest, steps = line[len(self.old) :], 0
        while self.old_unit and rest.startswith(self.old_unit):
            rest, steps = rest[len(self.old_unit) :], steps + 1
        return self.new + steps * self.new_unit + rest
