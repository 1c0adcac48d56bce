"""What is laid over a text: the current line, the edited span, hits, problems, brackets."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from patchbay.core.config.document import Span
from patchbay.ui import theme
from patchbay.ui.editor.notes import COLOURS, Notes
from patchbay.ui.editor.sheet import Sheet

_Laid: TypeAlias = QTextEdit.ExtraSelection
_Underline = QTextCharFormat.UnderlineStyle
_YES: object = True


class Highlights:
    """Gathers what lies in sight, in the order of painting; the last lies uppermost."""

    def __init__(self, sheet: Sheet, notes: Notes, sight: Span) -> None:
        self._sheet, self._notes, self._sight = sheet, notes, sight
        self.all: list[_Laid] = []

    def add_current_line(self, cursor: QTextCursor) -> None:
        self._add_line(cursor, "inset")

    def add_mark(self) -> None:
        mark = self._notes.mark
        if mark is None or not self._in_sight(mark):
            return
        cursor = self._sheet.cursor((mark[0], mark[0]))
        last = self._sheet.cursor((mark[1], mark[1])).blockNumber()
        while cursor.blockNumber() <= last:
            self._add_line(cursor, "accent_soft")
            if not cursor.movePosition(QTextCursor.MoveOperation.NextBlock):
                break
        # Syntax colours need the page's own ground to be read on.
        look = _on("surface")
        look.setUnderlineStyle(_Underline.SingleUnderline)
        look.setUnderlineColor(theme.colour("accent"))
        self._add(mark, look)

    def add_hits(self, hits: Sequence[Span]) -> None:
        look = _on("warn_soft")
        for place in range(bisect_left(hits, self._sight), len(hits)):
            if hits[place][0] > self._sight[1]:
                return
            self._add(hits[place], look)

    def add_problems(self) -> None:
        for noted in reversed(self._notes.between(self._sight)):
            look = QTextCharFormat()
            look.setUnderlineStyle(_Underline.WaveUnderline)
            look.setUnderlineColor(theme.colour(COLOURS[noted.problem.severity]))
            self._add(noted.span, look)

    def add_brackets(self, offsets: Iterable[int]) -> None:
        look = _on("accent_soft")
        look.setForeground(theme.colour("accent"))
        look.setFontUnderline(True)
        for offset in offsets:
            self._add((offset, offset + 1), look)

    def _in_sight(self, span: Span) -> bool:
        return span[0] <= self._sight[1] and self._sight[0] <= span[1]

    def _add_line(self, cursor: QTextCursor, ground: str) -> None:
        look = _on(ground)
        look.setProperty(QTextCharFormat.Property.FullWidthSelection, _YES)
        line = QTextCursor(cursor)
        line.clearSelection()
        self._lay(line, look)

    def _add(self, span: Span, look: QTextCharFormat) -> None:
        self._lay(self._sheet.cursor(span), look)

    def _lay(self, cursor: QTextCursor, look: QTextCharFormat) -> None:
        laid = QTextEdit.ExtraSelection()
        # The stubs do not tell that these are plain attributes.
        laid.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue]
        laid.format = look  # pyright: ignore[reportAttributeAccessIssue]
        self.all.append(laid)


def _on(ground: str) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setBackground(theme.colour(ground))
    return look
