"""Which bracket belongs to which; those in strings and comments belong to none."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

_MOST_LINES = 1_500
_OPENERS = {"}": "{", "]": "["}
_CLOSERS = {opener: closer for closer, opener in _OPENERS.items()}
_JSON = re.compile(r'"(?:[^"\\]|\\.)*"?|//.*|/\*.*?(?:\*/|$)|[{}\[\]]')
_YAML = re.compile(r"""(?:^|(?<=\s))#.*|"(?:[^"\\]|\\.)*"?|(?<![\w.-])'(?:[^']|'')*'?|[{}\[\]]""")


class Spot(NamedTuple):
    """A place in lines; both count from 0, columns in code points."""

    line: int
    column: int


class Brackets:
    """The brackets of some lines; looks no further than a bounded number of them."""

    def __init__(
        self, lines: Sequence[str], commented: frozenset[int] = frozenset(), *, yaml: bool = False
    ) -> None:
        self._lines, self._commented = lines, commented
        self._pattern = _YAML if yaml else _JSON

    def pair_at(self, spot: Spot) -> tuple[Spot, Spot] | None:
        """The bracket before or behind a cursor, and its other one."""
        columns = dict(self._in_line(spot.line))
        for column in (spot.column, spot.column - 1):
            if column in columns:
                found = Spot(spot.line, column)
                other = self._other(found, columns[column])
                return (found, other) if other else None
        return None

    def opener_of(self, closer: str, spot: Spot) -> Spot | None:
        """What a closing bracket that was written there would close."""
        return self._search(reversed(self._before(spot)), spot.line, closer, step=-1)

    def _other(self, spot: Spot, bracket: str) -> Spot | None:
        if bracket in _OPENERS:
            return self.opener_of(bracket, spot)
        after = [each for each in self._in_line(spot.line) if each[0] > spot.column]
        return self._search(iter(after), spot.line, bracket, step=1)

    def _before(self, spot: Spot) -> list[tuple[int, str]]:
        return [each for each in self._in_line(spot.line) if each[0] < spot.column]

    def _search(
        self, rest: Iterator[tuple[int, str]], line: int, bracket: str, *, step: int
    ) -> Spot | None:
        wanted = _OPENERS.get(bracket) or _CLOSERS[bracket]
        depth = 0
        for number in islice(self._numbers(line, step), _MOST_LINES):
            if number != line:
                found = self._in_line(number)
                rest = iter(found if step > 0 else found[::-1])
            for column, each in rest:
                depth += (each == bracket) - (each == wanted)
                if depth < 0:
                    return Spot(number, column)
        return None

    def _numbers(self, line: int, step: int) -> Iterator[int]:
        return iter(range(line, len(self._lines) if step > 0 else -1, step))

    def _in_line(self, number: int) -> list[tuple[int, str]]:
        line = self._lines[number]
        start = 0
        if number in self._commented:
            end = line.find("*/")
            start = end + 2 if end >= 0 else len(line)
        return [
            (found.start(), found[0])
            for found in self._pattern.finditer(line, start)
            if found[0] in "{}[]"
        ]
