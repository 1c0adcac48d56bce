"""The rows of a difference: what changed, a little around it, and what was left out."""

from collections.abc import Iterator
from dataclasses import dataclass

from patchbay.core.editing.lines import lines_of
from patchbay.core.store.differences import DiffLine, LineKind, unified
from patchbay.core.trust.visible import visible
from patchbay.ui.differences.texts import MaskedText
from patchbay.ui.figures import counted

_CHANGES = (LineKind.REMOVED, LineKind.ADDED)
_SIGNS = {LineKind.REMOVED: "-", LineKind.ADDED: "+"}
_TAB = 4


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a line of the texts, open and with dots, or words about lines."""

    kind: LineKind
    open: str
    masked: str
    old: int | None = None
    new: int | None = None

    @property
    def is_change(self) -> bool:
        return self.kind in _CHANGES

    @property
    def sign(self) -> str:
        """What tells a change without any colour."""
        return _SIGNS.get(self.kind, " ")

    def text(self, *, is_open: bool) -> str:
        return self.open if is_open else self.masked

    def shown(self, *, is_open: bool) -> str:
        """As it is painted: nothing in it is invisible or changes the direction of the rest."""
        return visible(self.text(is_open=is_open).expandtabs(_TAB))

    def copied(self, *, is_open: bool) -> str:
        return f"{self.sign}{self.text(is_open=is_open)}"


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows of one difference; `changes` are the rows where a group of changes begins."""

    all: tuple[Row, ...] = ()
    added: int = 0
    removed: int = 0
    changes: tuple[int, ...] = ()

    @property
    def has_secrets(self) -> bool:
        return any(row.open != row.masked for row in self.all)

    @property
    def words(self) -> str:
        """`3 lines added, 1 removed`."""
        if not self.all:
            return "Nothing differs"
        parts = [f"{counted(self.added, 'line')} added"] if self.added else []
        if self.removed:
            parts.append(f"{self.removed:,} removed" if parts else _removed(self.removed))
        return ", ".join(parts)

    def group(self, start: int) -> tuple[Row, ...]:
        """The changes from the row `start` on."""
        end = start
        while end < len(self.all) and self.all[end].kind in (*_CHANGES, LineKind.LINE_END):
            end += 1
        return self.all[start:end]


def compared(before: MaskedText, after: MaskedText, around: int) -> Rows:
    """What leads from one text to the other, with `around` lines alike on both sides."""
    old, new = lines_of(before.masked), lines_of(after.masked)
    lines = unified(before.open, after.open, name="", around=around)
    rows = tuple(_rows(lines, old, new))
    return Rows(
        rows,
        sum(row.kind is LineKind.ADDED for row in rows),
        sum(row.kind is LineKind.REMOVED for row in rows),
        tuple(
            place
            for place, row in enumerate(rows)
            if row.is_change and not (place and rows[place - 1].is_change)
        ),
    )


def _rows(lines: tuple[DiffLine, ...], old: list[str], new: list[str]) -> Iterator[Row]:
    at = {
        LineKind.REMOVED: 1,
        LineKind.ADDED: 1,
    }  # the next line of the text before, and of that after
    for line in lines:
        if line.kind is LineKind.LINE_END:
            words = line.text.removeprefix("\\ ")
            yield Row(line.kind, words, words)
        if line.old is None and line.new is None:
            continue
        left_out = (
            line.old - at[LineKind.REMOVED] if line.old else (line.new or 0) - at[LineKind.ADDED]
        )
        yield from _gap(left_out)
        dots = old[line.old - 1] if line.old else new[(line.new or 1) - 1]
        yield Row(line.kind, line.text, dots.rstrip("\r\n"), line.old, line.new)
        at[LineKind.REMOVED] += left_out + bool(line.old)
        at[LineKind.ADDED] += left_out + bool(line.new)
    if lines:
        yield from _gap(len(old) + 1 - at[LineKind.REMOVED])


def _gap(count: int) -> Iterator[Row]:
    if count > 0:
        words = f"… {counted(count, 'unchanged line')} …"
        yield Row(LineKind.GAP, words, words)


def _removed(count: int) -> str:
    return f"{counted(count, 'line')} removed"
