"""What changed between two texts, line by line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from patchbay.core.editing.lines import lines_of
from patchbay.core.store.alignment import Block, aligned

_ENDS = {"\r\n": "CR LF", "\r": "CR", "\n": "LF"}


class LineKind(StrEnum):
    """What a line of a difference says."""

    NAME = "name"
    """Which file it is, once before and once after."""
    GAP = "gap"
    """Lines alike were left out; tells where the next ones stand."""
    CONTEXT = "context"
    REMOVED = "removed"
    ADDED = "added"
    LINE_END = "line end"
    """How the line above ends, if it ends the file or if nothing else of it changed."""


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line without its end, and its number from 1 in the text before and in that after."""

    kind: LineKind
    text: str
    old: int | None = None
    new: int | None = None


_SIGNS = {LineKind.CONTEXT: " ", LineKind.REMOVED: "-", LineKind.ADDED: "+"}


def unified(before: str, after: str, *, name: str, around: int = 3) -> tuple[DiffLine, ...]:
    """The changed lines, each group with `around` lines alike on both sides; none if all are."""
    if before == after:
        return ()
    old, new = lines_of(before), lines_of(after)
    lines = [DiffLine(LineKind.NAME, f"--- {name}"), DiffLine(LineKind.NAME, f"+++ {name}")]
    for group in _groups(aligned(old, new), around):
        lines.append(DiffLine(LineKind.GAP, _places(group)))
        for block in group:
            lines += _told(block, old, new)
    return tuple(lines)


def as_text(lines: Sequence[DiffLine]) -> str:
    """The lines as `diff -u` writes them."""
    return "".join(f"{_SIGNS.get(line.kind, '')}{line.text}\n" for line in lines)


def _groups(blocks: Sequence[Block], around: int) -> Iterator[list[Block]]:
    """Changes whose surroundings touch, with these surroundings and no more."""
    group: list[Block] = []
    for block in blocks:
        if not block.is_alike or (group and len(block.old) <= 2 * around):
            group.append(block)
            continue
        if group:
            yield [*group, block.first(around)]
        group = [block.last(around)]
    if group and group[-1].is_alike:
        group[-1] = group[-1].first(around)
    if not all(block.is_alike for block in group):
        yield group


def _places(group: Sequence[Block]) -> str:
    first, last = group[0], group[-1]
    old = _range(first.old.start, last.old.stop)
    return f"@@ -{old} +{_range(first.new.start, last.new.stop)} @@"


def _range(start: int, stop: int) -> str:
    """As POSIX has it: an empty range is named by the line before it."""
    count = stop - start
    return f"{start + 1}" if count == 1 else f"{start + bool(count)},{count}"


def _told(block: Block, old: Sequence[str], new: Sequence[str]) -> Iterator[DiffLine]:
    if block.is_alike:
        for at, other in zip(block.old, block.new, strict=True):
            text, end = _split(old[at])
            yield DiffLine(LineKind.CONTEXT, text, at + 1, other + 1)
            yield from _end_told(end)
        return
    removed = [_split(old[at]) for at in block.old]
    added = [_split(new[at]) for at in block.new]
    for at, line, is_told in zip(block.old, removed, _ends_to_tell(removed, added), strict=True):
        yield DiffLine(LineKind.REMOVED, line[0], old=at + 1)
        yield from _end_told(line[1], is_told=is_told)
    for at, line, is_told in zip(block.new, added, _ends_to_tell(added, removed), strict=True):
        yield DiffLine(LineKind.ADDED, line[0], new=at + 1)
        yield from _end_told(line[1], is_told=is_told)


def _split(line: str) -> tuple[str, str]:
    text = line.rstrip("\r\n")
    return text, line[len(text) :]


def _ends_to_tell(
    lines: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]
) -> Iterator[bool]:
    """After which lines their end is told: the last of several that differ in it alone."""
    ends: dict[str, set[str]] = {}
    for text, end in others:
        ends.setdefault(text, set()).add(end)
    differing = [text in ends and end not in ends[text] for text, end in lines]
    for (is_other, then), (line, following) in zip(
        pairwise([*differing, False]), pairwise([*lines, ("", "")]), strict=True
    ):
        yield is_other and not (then and line[1] == following[1])


def _end_told(end: str, *, is_told: bool = False) -> Iterator[DiffLine]:
    if not end:
        yield DiffLine(LineKind.LINE_END, "\\ No newline at end of file")
    elif is_told:
        yield DiffLine(LineKind.LINE_END, f"\\ Line end: {_ENDS[end]}")
