"""Takes a container in brackets apart: its members, its commas, and whose each comment is."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from patchbay.core.config.document import Node
from patchbay.core.editing import refusals
from patchbay.core.editing.lines import has_blank_line, next_line
from patchbay.core.editing.trails import member_start

_COMMENTED_OUT = re.compile(r'(?://|/\*|#)\s*(?:"(?:[^"\\\r\n]|\\.)*"\s*:|[{}\]])')
_Token: TypeAlias = tuple[str, int, int]
"""`space`, `line` (its end), `comma` or `comment`, and where it stands."""


@dataclass(frozen=True, slots=True)
class Member:
    """Where a member stands: from its own comments above it to the one behind it on its line."""

    lead: int
    start: int
    end: int
    comma: int | None
    tail: int
    ends_line: bool
    """Whether it ends in a comment that reaches to the end of its line."""


@dataclass(frozen=True, slots=True)
class _Between:
    """What stands between two members, shared out among them: `lead` is that of the next."""

    comma: int | None
    tail: int
    ends_line: bool
    lead: int


class Bracketed:
    """A container as it is written: `members` between the offsets `start` and `end`."""

    def __init__(self, text: str, node: Node, comment: str) -> None:
        """Take `node` apart; `comment` is the regular expression of one comment.

        Raises:
            AppError: something else than members, commas and comments stands in it.
        """
        self._text = text
        self._token = re.compile(
            rf"(?P<space>[ \t]+)|(?P<line>\r\n|\r|\n)|(?P<comma>,)|(?P<comment>{comment})",
            re.DOTALL,
        )
        self.start, self.end = node.start + 1, node.end - 1
        self.members = self._members([(member_start(child), child.end) for child in node.children])

    def last_comment(self) -> int:
        """In a container without members: where its last comment ends; else where it begins."""
        tokens = self._tokens(self.start, self.end)
        return max((end for kind, _, end in tokens if kind == "comment"), default=self.start)

    @property
    def is_airy(self) -> bool:
        """Whether there are blank lines between all members, of which there are several."""
        gaps = [
            self._text[next_line(self._text, one.tail) : other.lead]
            for one, other in pairwise(self.members)
        ]
        return bool(gaps) and all(map(has_blank_line, gaps))

    def _members(self, spans: list[tuple[int, int]]) -> tuple[Member, ...]:
        if not spans:
            return ()
        lead = self._between(self.start, spans[0][0], is_last=False).lead
        members: list[Member] = []
        for place, (start, end) in enumerate(spans):
            is_last = place == len(spans) - 1
            after = self.end if is_last else spans[place + 1][0]
            what = self._between(end, after, is_last=is_last)
            if what.comma is None and not is_last:
                raise refusals.not_as_meant()
            members.append(Member(lead, start, end, what.comma, what.tail, what.ends_line))
            lead = what.lead
        return tuple(members)

    def _between(self, start: int, end: int, *, is_last: bool) -> _Between:
        tokens = self._tokens(start, end)
        comma = next((place for place, (kind, _, _) in enumerate(tokens) if kind == "comma"), None)
        rest = tokens if comma is None else tokens[comma + 1 :]
        behind = self._behind(rest, is_last=is_last)
        lead = end if is_last else self._above(rest[behind:], end)
        offset = tokens[comma][1] if comma is not None else None
        if behind:
            _, comment, tail = rest[behind - 1]
            return _Between(offset, tail, not self._text.startswith("/*", comment), lead)
        return _Between(offset, start if offset is None else offset + 1, ends_line=False, lead=lead)

    def _tokens(self, start: int, end: int) -> list[_Token]:
        tokens: list[_Token] = []
        while start < end:
            match = self._token.match(self._text, start, end)
            if match is None:
                raise refusals.not_as_meant()
            tokens.append((match.lastgroup or "", start, match.end()))
            start = match.end()
        return tokens

    @staticmethod
    def _behind(tokens: list[_Token], *, is_last: bool) -> int:
        """How many of the tokens lead up to the last comment behind a member on its line.

        A comment with the next member behind it on the same line is that one's.
        """
        taken = 0
        for place, (kind, _, _) in enumerate(tokens):
            if kind == "line":
                return taken
            if kind == "comment":
                taken = place + 1
        return taken if is_last else 0

    def _above(self, tokens: list[_Token], end: int) -> int:
        """Where the comments begin that stand above `end` without a blank line between.

        A member that was commented out is no comment of the one below it.
        """
        lead, line_ends = end, 0
        for kind, start, _ in reversed(tokens):
            if kind == "line":
                line_ends += 1
            elif kind == "comment":
                if _COMMENTED_OUT.match(self._text, start):
                    break
                lead, line_ends = start, 0
            if line_ends > 1:
                break
        return lead
