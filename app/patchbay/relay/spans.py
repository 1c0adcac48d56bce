"""Where JSON values begin and end in a buffer, found without parsing them.

Bytes are only ever pointed at, so nothing a number, key or string contains can change. Every walk
is iterative and linear: the ends of long values are remembered, and a time limit guards the rest.
"""

import mmap
import re
import time
from collections.abc import Iterator

Buffer = bytes | mmap.mmap

_STRING = rb'"[^"\\]{0,4096}+(?:\\.[^"\\]{0,256}+){0,64}+"'
_PLAIN = rb'[^"\[\]{}]{1,1024}+'
_FLAT = rb"[\[{](?:" + _PLAIN + rb"|" + _STRING + rb"){0,100}+[\]}]"
_SMALL = rb"[\[{](?:" + _PLAIN + rb"|" + _STRING + rb"|" + _FLAT + rb"){0,100}+[\]}]"
_SPACE = rb"[ \t\r\n]*+"

SPACE = re.compile(_SPACE)
_ITEM = re.compile(
    _SPACE + rb"(" + _STRING + rb'|[^"\[\]{},:\s]++|' + _SMALL + rb")" + _SPACE + rb"([,\]}])", re.S
)
_KEY = re.compile(_SPACE + rb"(" + _STRING + rb")" + _SPACE + rb":" + _SPACE, re.S)
_SCALAR = re.compile(rb'[^"\[\]{},:\s]++')
_COLON = re.compile(_SPACE + rb":" + _SPACE)
_RUN = re.compile(rb'[^"\[\]{}]*+(?:(?:' + _STRING + rb"|" + _SMALL + rb')[^"\[\]{}]*+)*+', re.S)
_LONG = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.S)
_AFTER = re.compile(_SPACE + rb"([,\]}])")
_OPENINGS = re.compile(rb"\[++|\{")
_CLOSINGS = re.compile(rb"\]++|\}")

QUOTE, OPEN_LIST, OPEN_DICT = b'"[{'
OPENING = frozenset(b"[{")
_CLOSING = frozenset(b"]}")
_REMEMBERED = 4096
_MOST_REMEMBERED = 100_000
_STACK = 64


class BadJsonError(Exception):
    """The bytes are not JSON where they should be, or take too long to read."""


class Item:
    """One child of a container: the span of its key with quotes (or nothing), and of its value.

    `after` is where the walk goes on: behind the comma, or behind the closing bracket.
    """

    __slots__ = ("after", "end", "key", "last", "start")

    def __init__(
        self, key: tuple[int, int] | None, value: tuple[int, int], *, after: int, last: bool
    ) -> None:
        self.key = key
        self.start, self.end = value
        self.after = after
        self.last = last


class Scanner:
    """Finds values in `buffer[:end]`; raises `BadJsonError` once `seconds` have passed."""

    def __init__(self, buffer: Buffer, end: int, seconds: float = 10.0) -> None:
        self.buffer = buffer
        self.end = end
        self._ends: dict[int, int] = {}
        self.allow(seconds)

    def allow(self, seconds: float) -> None:
        """Set the time limit anew."""
        self._deadline = time.monotonic() + seconds

    def value_end(self, start: int) -> int:
        """Where the value that starts at `start` ends."""
        if start >= self.end:
            raise BadJsonError("ends early")
        first = self.buffer[start]
        if first == QUOTE:
            return self.string_end(start)
        if first in OPENING:
            return self.container_end(start)
        return _scalar_end(self.buffer, start, self.end)

    def string_end(self, start: int) -> int:
        known = self._ends.get(start)
        if known is not None:
            return known
        quote = self.buffer.find(b'"', start + 1, self.end)
        if quote < 0:
            raise BadJsonError("string without end")
        end = quote + 1
        if self.buffer.find(b"\\", start + 1, quote) >= 0:
            found = _LONG.match(self.buffer, start + 1, self.end)
            if found is None:
                raise BadJsonError("string without end")
            end = found.end()
        self._remember(start, end)
        return end

    def container_end(self, start: int) -> int:
        """Where the list or object that opens at `start` ends.

        Only the innermost 64 openings are told apart; deeper ones are counted, so nesting costs
        no memory and a bracket of the wrong kind down there goes unnoticed.
        """
        known = self._ends.get(start)
        if known is not None:
            return known
        buffer, here, stack, deep, steps = self.buffer, start + 1, [start], 0, 0
        while True:
            here = self._run_end(here)
            if here >= self.end:
                raise BadJsonError("unbalanced")
            byte = buffer[here]
            if byte == QUOTE:
                here = self.string_end(here)
            elif byte in OPENING:
                here, deep = self._opened(here, deep, stack)
            elif deep:
                here, deep = self._closed(here, deep)
            else:
                opened, here = stack.pop(), here + 1
                self._remember(opened, here)
                if not stack:
                    return here
            steps += 1
            self._check(steps)

    def first_child(self, start: int) -> int:
        """Where the first child of the container that opens at `start` begins; -1 if empty."""
        here = self.skip_space(start + 1)
        return -1 if here < self.end and self.buffer[here] in _CLOSING else here

    def items(self, start: int) -> Iterator[Item]:
        """The children of the container that opens at `start`."""
        here = self.first_child(start)
        if here < 0:
            return iter(())
        return self.items_from(here, keyed=self.buffer[start] == OPEN_DICT)

    def items_from(self, here: int, *, keyed: bool) -> Iterator[Item]:
        """The children from `here` on: from the first child, or from `after` an earlier one."""
        steps = 0
        while True:
            key = None
            if keyed:
                key, here = self.key(here)
            found = _ITEM.match(self.buffer, here, self.end)
            if found is not None:
                value = found.span(1)
            else:
                value, found = self._long_item(here)
            here = found.end()
            last = self.buffer[here - 1] != 0x2C
            yield Item(key, value, after=here, last=last)
            if last:
                return
            steps += 1
            self._check(steps)

    def key(self, here: int) -> tuple[tuple[int, int], int]:
        """The span of the key at `here`, quotes included, and where its value begins."""
        found = _KEY.match(self.buffer, here, self.end)
        if found is not None:
            return found.span(1), found.end()
        start = self.skip_space(here)
        if start >= self.end or self.buffer[start] != QUOTE:
            raise BadJsonError("key expected")
        end = self.string_end(start)
        colon = _COLON.match(self.buffer, end, self.end)
        if colon is None:
            raise BadJsonError("colon expected")
        return (start, end), colon.end()

    def _long_item(self, here: int) -> tuple[tuple[int, int], re.Match[bytes]]:
        start = self.skip_space(here)
        if start >= self.end or self.buffer[start] not in b'"[{':
            raise BadJsonError("value expected")
        end = self.value_end(start)
        after = _AFTER.match(self.buffer, end, self.end)
        if after is None:
            raise BadJsonError("comma expected")
        return (start, end), after

    def _opened(self, here: int, deep: int, stack: list[int]) -> tuple[int, int]:
        if len(stack) < _STACK:
            stack.append(here)
            return here + 1, deep
        found = _OPENINGS.match(self.buffer, here, self.end)
        after = found.end() if found else here + 1
        return after, deep + after - here

    def _closed(self, here: int, deep: int) -> tuple[int, int]:
        found = _CLOSINGS.match(self.buffer, here, self.end)
        after = min(found.end() if found else here + 1, here + deep)
        return after, deep - (after - here)

    def _run_end(self, here: int) -> int:
        found = _RUN.match(self.buffer, here, self.end)
        return found.end() if found else here

    def skip_space(self, here: int) -> int:
        found = SPACE.match(self.buffer, here, self.end)
        return found.end() if found else here

    def _remember(self, start: int, end: int) -> None:
        if end - start > _REMEMBERED and len(self._ends) < _MOST_REMEMBERED:
            self._ends[start] = end

    def _check(self, steps: int) -> None:
        if not steps & 0xFFF and time.monotonic() > self._deadline:
            raise BadJsonError("takes too long to read")


def _scalar_end(buffer: Buffer, start: int, end: int) -> int:
    found = _SCALAR.match(buffer, start, end)
    if found is None:
        raise BadJsonError("value expected")
    return found.end()
