"""Which lines of two texts are alike, found in about the time it takes to read them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TypeAlias

_SMALL = 200_000
"""Pairs of lines that `difflib`, which may look at each of them many times, is left to."""
_DEEPEST = 5

_Match: TypeAlias = tuple[int, int, int]
"""Where lines alike begin in the old and in the new text, and how many there are."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of both texts that are alike, or stand for one another."""

    old: range
    new: range
    is_alike: bool

    def first(self, count: int) -> "Block":
        return Block(self.old[:count], self.new[:count], self.is_alike)

    def last(self, count: int) -> "Block":
        start = max(0, len(self.old) - count)
        return Block(self.old[start:], self.new[start:], self.is_alike)


def aligned(old: Sequence[str], new: Sequence[str]) -> tuple[Block, ...]:
    """All lines in order; blocks alike and blocks that differ take turns."""
    found: list[Block] = []
    whole = Block(range(len(old)), range(len(new)), is_alike=False)
    old_at = new_at = 0
    for old_start, new_start, count in (*_matches(old, new, whole), (len(old), len(new), 0)):
        if old_start > old_at or new_start > new_at:
            differing = Block(range(old_at, old_start), range(new_at, new_start), is_alike=False)
            found.append(differing)
        old_at, new_at = old_start + count, new_start + count
        if count:
            _append(found, Block(range(old_start, old_at), range(new_start, new_at), is_alike=True))
    return tuple(found)


def _append(found: list[Block], alike: Block) -> None:
    if found and found[-1].is_alike:
        before = found.pop()
        old = range(before.old.start, alike.old.stop)
        alike = Block(old, range(before.new.start, alike.new.stop), is_alike=True)
    found.append(alike)


def _matches(
    old: Sequence[str], new: Sequence[str], part: Block, depth: int = 0
) -> Iterator[_Match]:
    head = _common(old, new, zip(part.old, part.new, strict=False))
    rest = Block(part.old[head:], part.new[head:], is_alike=False)
    tail = _common(old, new, zip(reversed(rest.old), reversed(rest.new), strict=False))
    middle = Block(
        rest.old[: len(rest.old) - tail], rest.new[: len(rest.new) - tail], is_alike=False
    )
    if head:
        yield part.old.start, part.new.start, head
    if middle.old and middle.new:
        yield from _inner_matches(old, new, middle, depth)
    if tail:
        yield middle.old.stop, middle.new.stop, tail


def _common(old: Sequence[str], new: Sequence[str], places: Iterator[tuple[int, int]]) -> int:
    count = 0
    for old_at, new_at in places:
        if old[old_at] != new[new_at]:
            break
        count += 1
    return count


def _inner_matches(
    old: Sequence[str], new: Sequence[str], part: Block, depth: int
) -> Iterator[_Match]:
    if len(part.old) * len(part.new) <= _SMALL:
        a, b = old[part.old.start : part.old.stop], new[part.new.start : part.new.stop]
        for match in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()[:-1]:
            yield part.old.start + match.a, part.new.start + match.b, match.size
        return
    anchors = _anchors(old, new, part) if depth < _DEEPEST else []
    if not anchors:
        return  # nothing to go by: one block for the other
    starts = [(part.old.start, part.new.start), *anchors]
    stops = [*anchors, (part.old.stop, part.new.stop)]
    for (old_start, new_start), (old_stop, new_stop) in zip(starts, stops, strict=True):
        between = Block(range(old_start, old_stop), range(new_start, new_stop), is_alike=False)
        yield from _matches(old, new, between, depth + 1)


def _anchors(old: Sequence[str], new: Sequence[str], part: Block) -> list[tuple[int, int]]:
    """Lines that are there once in each text and in the same order: Bram Cohen's patience."""
    in_old = Counter(old[at] for at in part.old)
    in_new = Counter(new[at] for at in part.new)
    place = {new[at]: at for at in part.new if in_new[new[at]] == 1}
    pairs = [(at, place[old[at]]) for at in part.old if in_old[old[at]] == 1 and old[at] in place]
    return _longest_rising(pairs)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most pairs whose second numbers rise; their first ones do already."""
    ends: list[int] = []  # the lowest second number that so many pairs can end with
    last: list[int] = []  # the pair it belongs to
    before: list[int] = []
    for index, (_, new_at) in enumerate(pairs):
        length = bisect_left(ends, new_at)
        before.append(last[length - 1] if length else -1)
        ends[length:] = [new_at, *ends[length + 1 :]]
        last[length:] = [index, *last[length + 1 :]]
    found: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        found.append(pairs[index])
        index = before[index]
    return found[::-1]
