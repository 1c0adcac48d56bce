"""Cutting a large text at its lines."""

from typing import NamedTuple

from patchbay.core.editing.lines import LINE_END

LARGE = 150_000
"""Characters above which only a slice is shown: that many take Qt 50 ms."""

_BEFORE = LARGE // 3
_STEP = 1 << 16


class LineEnds(NamedTuple):
    """How many lines of a text end in which way."""

    crlf: int = 0
    cr: int = 0
    lf: int = 0

    @classmethod
    def of(cls, text: str, start: int = 0, stop: int | None = None) -> "LineEnds":
        stop = len(text) if stop is None else stop
        returns = text.count("\r", start, stop)
        both = text.count("\r\n", start, stop) if returns else 0
        return cls(both, returns - both, text.count("\n", start, stop) - both)

    @property
    def total(self) -> int:
        return sum(self)

    @property
    def words(self) -> str:
        """As people name them; empty for a text of one line."""
        used = [name for name, count in zip(("CRLF", "CR", "LF"), self, strict=True) if count]
        return " and ".join(used)


class Slice(NamedTuple):
    """The part of a text that is shown, by offsets; it begins and ends with a whole line."""

    begin: int
    stop: int
    first_line: int = 1


def slice_around(text: str, line: int = 1) -> Slice:
    """All of a text, or of a large one the lines around `line`."""
    if len(text) <= LARGE:
        return Slice(0, len(text))
    at = line_start(text, line)
    begin = 0
    if at > _BEFORE:
        found = LINE_END.search(text, at - _BEFORE, at)
        begin = found.end() if found else at
    return Slice(begin, _end_of_lines(text, begin, at), 1 + LineEnds.of(text, 0, begin).total)


def line_start(text: str, line: int) -> int:
    """The offset at which a line begins; of the last when there are fewer."""
    position, left = 0, line - 1
    while position < len(text):
        stop = min(position + _STEP, len(text))
        stop += text.startswith("\r\n", stop - 1)
        within = LineEnds.of(text, position, stop).total
        if within >= left:
            break
        position, left = stop, left - within
    for found in LINE_END.finditer(text, position):
        if left <= 0:
            break
        position, left = found.end(), left - 1
    last = max(text.rfind("\n"), text.rfind("\r")) + 1
    return min(position, last)


def _end_of_lines(text: str, begin: int, at: int) -> int:
    limit = begin + LARGE
    if limit >= len(text):
        return len(text)
    end = max(text.rfind("\n", at, limit), text.rfind("\r", at, limit))
    if end < 0:
        return limit
    return end - 1 if end and text.startswith("\r\n", end - 1) else end
