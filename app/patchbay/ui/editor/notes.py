"""What is noted at a text: its problems, the span edited last, the lines of an entry."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from patchbay.core.config.document import Span
from patchbay.core.config.model import Problem, Severity
from patchbay.core.editing.splice import Splice
from patchbay.ui.editor.moves import Moves
from patchbay.ui.editor.shown import ShownText
from patchbay.ui.editor.slicing import LineEnds

COLOURS = {Severity.ERROR: "danger", Severity.WARNING: "warn", Severity.NOTE: "accent"}
_GRAVITY = list(Severity)
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"?|[^\s,\]}]+')


@dataclass(frozen=True, slots=True)
class Noted:
    """A problem and the word it is about."""

    problem: Problem
    span: Span

    @property
    def words(self) -> str:
        return "\n".join(filter(None, (self.problem.message, self.problem.fix)))


class Notes:
    """Holds them by offsets of the text and carries them along when it changes."""

    def __init__(self) -> None:
        self._problems: tuple[Problem, ...] = ()
        self.noted: list[Noted] = []
        self.mark: Span | None = None
        self.entry_lines: Span | None = None

    def set_problems(self, problems: Sequence[Problem], shown: ShownText) -> None:
        self._problems = tuple(problems)
        self.place(shown)

    def place(self, shown: ShownText) -> None:
        """Find the words of the problems in another slice."""
        self.noted = []
        for problem in self._problems:
            offset = shown.offset_at(problem.place) if problem.place else None
            if problem.place and offset is not None:
                line = shown.lines[problem.place.line - shown.first_line]
                found = _WORD.match(line, problem.place.column - 1)
                length = len(found[0]) if found else 1
                self.noted.append(Noted(problem, (offset, offset + length)))

    def carry(self, splices: Sequence[Splice], before: ShownText) -> None:
        moves = Moves(splices)
        self.noted = [Noted(each.problem, moves.span(each.span)) for each in self.noted]
        if self.mark is not None:
            self.mark = moves.span(self.mark)
        for splice in reversed(splices):
            self._carry_lines(splice, before)

    def at(self, offset: int) -> list[Noted]:
        """What is wrong with the word at an offset, the gravest first."""
        return _gravest_first(each for each in self.noted if each.span[0] <= offset <= each.span[1])

    def between(self, span: Span) -> list[Noted]:
        """What begins in a part of the text, the gravest first."""
        return _gravest_first(each for each in self.noted if span[0] <= each.span[0] <= span[1])

    def _carry_lines(self, splice: Splice, before: ShownText) -> None:
        growth = LineEnds.of(splice.inserted).total - LineEnds.of(splice.removed).total
        if self.entry_lines is None or not growth:
            return
        (first, last), line = self.entry_lines, before.line_at(splice.start)
        if line < first:
            self.entry_lines = max(first + growth, 1), max(last + growth, 1)
        elif line <= last:
            self.entry_lines = first, max(last + growth, first)


def _gravest_first(found: Iterable[Noted]) -> list[Noted]:
    return sorted(found, key=lambda each: _GRAVITY.index(each.problem.severity))
