"""Splices inside containers that stand in brackets: JSON's, and YAML's in flow style."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from patchbay.core.config.document import Node
from patchbay.core.editing.bracketed import Bracketed, Member
from patchbay.core.editing.lines import (
    indent_at,
    is_blank_line,
    is_broken,
    line_above,
    line_end_at,
    line_start,
    next_line,
    rest_of_line,
    starts_line,
    without_blanks_after,
    without_blanks_before,
)
from patchbay.core.editing.splice import Splice

Spell: TypeAlias = Callable[[str], str]
"""Writes a new member, its name included, for a line indented like this."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a container is written where its own members do not show it."""

    unit: str = "  "
    """One step of indentation."""
    gap: str = " "
    """What follows a comma on one line."""
    pad: str = ""
    """What stands between the brackets and the members on one line."""
    spread: bool = True
    """Whether the first member of an empty container gets a line of its own."""


class Flow:
    """One container in brackets, its members with the comments that are theirs."""

    def __init__(self, text: str, node: Node, comment: str) -> None:
        """Take a container apart; `comment` is the regular expression of one comment.

        Raises:
            AppError: something else than members, commas and comments stands in it.
        """
        self._text = text
        self._inside = Bracketed(text, node, comment)
        self._members = self._inside.members

    def insert(self, place: int, spell: Spell, look: Look) -> list[Splice]:
        """One more member, so that it becomes number `place`."""
        if not self._members:
            return self._insert_first(spell, look)
        if place >= len(self._members):
            return self._append(spell, look)
        at = self._members[place].lead
        if starts_line(self._text, at):
            indent = indent_at(self._text, at)
            between = self._between_lines(at) + indent
        else:
            indent, between = self._indent(self._members[place]), self._gap(look)
        return [Splice(at, "", f"{spell(indent)},{between}")]

    def remove(self, place: int) -> list[Splice]:
        """Take out a member, its comma, its comments, and its line if nothing else is on it."""
        member, text = self._members[place], self._text
        is_last = place == len(self._members) - 1
        inside = text[self._inside.start : member.lead] + text[member.tail : self._inside.end]
        if not inside.strip():
            return [self._cut(self._inside.start, self._inside.end)]
        start, splices = member.lead, list[Splice]()
        if is_last and place and member.comma is None:
            comma = self._comma(place - 1)
            if text[comma + 1 : start].strip():
                splices.append(self._cut(comma, comma + 1))
            else:
                start = comma
        return [*splices, self._cut(*self._with_blanks(start, member.tail, place))]

    def move(self, old: int, new: int) -> list[Splice]:
        """Bring member `old` to number `new`; commas and what lies between members stay."""
        low, high = min(old, new), max(old, new)
        order = list(range(low, high + 1))
        order.insert(new - low, order.pop(old - low))
        start, end = self._members[low].lead, self._members[high].tail
        pieces: list[str] = []
        for slot, source in zip(range(low, high + 1), order, strict=True):
            pieces += [self._in_slot(source, slot), self._behind_slot(source, slot, high)]
        return [Splice(start, self._text[start:end], "".join(pieces))]

    def _insert_first(self, spell: Spell, look: Look) -> list[Splice]:
        text, at = self._text, self._inside.last_comment()
        outer = indent_at(text, self._inside.start)
        indent, line_end = outer + look.unit, line_end_at(text, self._inside.start)
        broken = is_broken(text, self._inside.start, self._inside.end)
        if at > self._inside.start:
            between = line_end + indent if broken else " "
            return [Splice(at, "", between + spell(indent if broken else outer))]
        if broken:
            return [Splice(at, "", line_end_at(text, self._inside.end) + indent + spell(indent))]
        if look.spread:
            written = f"{line_end}{indent}{spell(indent)}{line_end}{outer}"
        else:
            written = f"{look.pad}{spell(outer)}{look.pad}"
        return [Splice(at, text[at : self._inside.end], written)]

    def _append(self, spell: Spell, look: Look) -> list[Splice]:
        text, last = self._text, self._members[-1]
        indent = self._indent(last)
        if starts_line(text, last.lead) or last.ends_line:
            between = self._between_lines(last.start) + indent
        else:
            between = self._gap(look)
        if last.comma is not None:
            return [Splice(last.tail, "", f"{between}{spell(indent)},")]
        if last.end == last.tail or not is_broken(between, 0, len(between)):
            return [Splice(last.tail, "", f",{between}{spell(indent)}")]
        return [Splice(last.end, "", ","), Splice(last.tail, "", between + spell(indent))]

    def _indent(self, member: Member) -> str:
        return indent_at(self._text, member.start)

    def _between_lines(self, offset: int) -> str:
        """What ends a line between members, and the blank line between them if all have one."""
        return line_end_at(self._text, offset) * (2 if self._inside.is_airy else 1)

    def _gap(self, look: Look) -> str:
        """What separates members on one line: as between the first two, if they share one."""
        if len(self._members) > 1:
            gap = self._text[self._comma(0) + 1 : self._members[1].start]
            if not gap.strip(" \t"):
                return gap[:1]
        return look.gap

    def _comma(self, place: int) -> int:
        comma = self._members[place].comma
        assert comma is not None  # only the last member may have none, as `_members` found
        return comma

    def _cut(self, start: int, end: int) -> Splice:
        return Splice(start, self._text[start:end], "")

    def _with_blanks(self, start: int, end: int, place: int) -> tuple[int, int]:
        """A piece to be cut out, with the blanks, and the line end, that would be left over."""
        text, is_last = self._text, place == len(self._members) - 1
        rest = rest_of_line(text, end)
        begins = starts_line(text, start)
        if begins and rest:
            return self._with_blank_line(line_start(text, start), rest.end())
        following = end if is_last else self._members[place + 1].lead
        if place == 0 and not begins and not text[end:following].strip():
            return start, following
        if not begins and (rest or is_last):
            return without_blanks_before(text, start), end
        return start, without_blanks_after(text, end)

    def _with_blank_line(self, start: int, end: int) -> tuple[int, int]:
        """Whole lines, with the blank one below or above that only they kept from another."""
        text, (first, last) = self._text, (self._inside.start, self._inside.end)
        above = line_above(text, start)
        is_set_off = above >= first and is_blank_line(text, above)
        begins = not text[first:start].strip()
        if is_blank_line(text, end) and (is_set_off or begins):
            return start, next_line(text, end)
        if is_set_off and not text[end:last].strip():
            return above, end
        return start, end

    def _in_slot(self, source: int, slot: int) -> str:
        """A member as it is written where another one stands, whose comma stays."""
        member, there = self._members[source], self._members[slot]
        text = self._text
        head = text[member.lead : member.end]
        split = member.tail if member.comma is None else member.comma
        before, after = text[member.end : split], text[split + 1 : member.tail]
        if member.comma is None and member.ends_line:
            before, after = "", before
        if there.comma is None:
            return head + before.rstrip(" \t") + after
        return f"{head}{before},{after}"

    def _behind_slot(self, source: int, slot: int, last: int) -> str:
        """What separates slots; a line end more where a comment would swallow what follows."""
        there, text = self._members[slot], self._text
        gap = text[there.tail : self._members[slot + 1].lead] if slot < last else ""
        if self._members[source].ends_line and not rest_of_line(text, there.tail):
            return line_end_at(text, there.start) + self._indent(there) + gap.lstrip(" \t")
        return gap
