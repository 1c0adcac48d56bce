"""Splices inside YAML's block containers: whole lines, and what stands behind a dash."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from patchbay.core.config.document import Node
from patchbay.core.editing import refusals
from patchbay.core.editing.lines import (
    column,
    has_blank_line,
    is_blank_line,
    line_above,
    next_line,
    without_line_end,
)
from patchbay.core.editing.splice import Splice
from patchbay.core.editing.yaml_entries import BlockEntry, content_end, entries, keeps_blank_lines
from patchbay.core.editing.yaml_spelling import indented


@dataclass(frozen=True)
class Block:
    """A block container taken apart into entries; places count the entries, not merged members."""

    text: str
    node: Node
    line_end: str

    @cached_property
    def entries(self) -> tuple[BlockEntry, ...]:
        return entries(self.text, self.node)

    @property
    def column(self) -> int:
        return column(self.text, self.node.start)

    def place(self, place: int) -> int:
        """The number of an entry, from its number among all members."""
        merged = len(self.node.children) - len(self.entries)
        if place < merged:
            raise refusals.not_as_meant()
        return place - merged

    def insert(self, place: int, lines: Sequence[str]) -> list[Splice]:
        """One more entry, its lines given for column 0."""
        body = self.line_end.join(indented(lines, self.column))
        if place < len(self.entries):
            return [self._before(self.entries[place], body)]
        ends = [next_line(self.text, content_end(self.text, self.node))]
        ends += [entry.end for entry in self.entries]
        return [self._after(max(ends), body)]

    @cached_property
    def is_airy(self) -> bool:
        """Whether blank lines, which are no part of a text, separate all of several entries."""
        gaps = [self.text[one.end : other.start] for one, other in pairwise(self.entries)]
        if not gaps or keeps_blank_lines(self.text, self.entries[-1].node):
            return False
        return all(map(has_blank_line, gaps))

    def is_sole(self, place: int) -> bool:
        """Whether nothing else, not even a merge key, is in the container."""
        entry = self.entries[place]
        begins = entry.mark == self.node.start
        return begins and content_end(self.text, self.node) <= entry.end

    def remove(self, place: int) -> Splice:
        """Take out one of several entries, with its lines; another one moves behind the dash."""
        entry = self.entries[place]
        start, end = entry.start, entry.end
        if entry.is_inline:
            rest = self.text[end:]
            end = len(self.text) - len(rest.lstrip(" \t\r\n"))
        elif not self._ends_line(end):
            start = self._end_before(place)
        else:
            start, end = self._with_blank_line(place)
        return Splice(start, self.text[start:end], "")

    def move(self, old: int, new: int) -> list[Splice]:
        entry, there = self.entries[old], self.entries[new]
        body = self.text[entry.start : without_line_end(self.text, entry.start, entry.end)]
        if entry.is_inline:
            body = " " * self.column + body
        arrival = self._before(there, body) if new < old else self._after(there.end, body)
        return [self.remove(old), arrival]

    def _before(self, entry: BlockEntry, body: str) -> Splice:
        between = self.line_end * (2 if self.is_airy else 1)
        if entry.is_inline:
            indent = " " * self.column
            return Splice(entry.mark, "", body.removeprefix(indent) + between + indent)
        return Splice(entry.start, "", body + between)

    def _with_blank_line(self, place: int) -> tuple[int, int]:
        """The lines of an entry, with the blank one that only they kept from another."""
        text, start, end = self.text, self.entries[place].start, self.entries[place].end
        above = line_above(text, start)
        # Right above, a blank line can only be part of a text that keeps it.
        is_apart = place == 0 or self.entries[place - 1].end < start
        is_set_off = is_apart and is_blank_line(text, above)
        begins = place == 0 and not text[above:start].lstrip().startswith("#")
        if is_blank_line(text, end) and (is_set_off or begins):
            return start, next_line(text, end)
        if is_set_off and end == len(text):
            return above, end
        return start, end

    def _after(self, end: int, body: str) -> Splice:
        whole = self._ends_line(end)
        if self.is_airy:
            body = self.line_end + body
        return Splice(end, "", body + self.line_end if whole else self.line_end + body)

    def _end_before(self, place: int) -> int:
        """Where the file shall end instead, again without a line end if that changes no value."""
        start = self.entries[place].start
        end = len(self.text[:start].rstrip(" \t\r\n"))
        before = self.entries[place - 1].node if place else None
        is_scalar_end = before is not None and content_end(self.text, before) == end < before.end
        return start if is_scalar_end else end  # the last line end of a block scalar counts

    def _ends_line(self, end: int) -> bool:
        return end == 0 or self.text[end - 1] in "\r\n"
