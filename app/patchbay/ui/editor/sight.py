"""The part of a text that is in sight, and its lines as the gutter shows them."""

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextBlock

from patchbay.core.config.document import Span
from patchbay.ui import theme
from patchbay.ui.editor.gutter import GutterLine
from patchbay.ui.editor.notes import COLOURS, Noted, Notes
from patchbay.ui.editor.sheet import Sheet

TOP = 8
"""Room above the first line."""


class Scrolled(Protocol):
    """What Qt tells of a text that scrolls."""

    @property
    def line_height(self) -> int: ...
    def height(self) -> int: ...
    def firstVisibleBlock(self) -> QTextBlock: ...  # noqa: N802 - Qt's name
    def contentOffset(self) -> QPointF: ...  # noqa: N802 - Qt's name
    def blockBoundingGeometry(self, block: QTextBlock, /) -> QRectF: ...  # noqa: N802 - Qt's name


class Sight:
    """Reads which lines a view shows now; changes nothing."""

    def __init__(self, view: Scrolled, sheet: Sheet, notes: Notes) -> None:
        self._view, self._sheet, self._notes = view, sheet, notes

    @property
    def count(self) -> int:
        """How many lines there is room for, those cut at the edges included."""
        return self._view.height() // self._view.line_height + 2

    def span(self) -> Span:
        block = self._view.firstVisibleBlock()
        start = self._span_of(block)[0]
        for _ in range(self.count):
            if not block.next().isValid():
                break
            block = block.next()
        return start, self._span_of(block)[1]

    def lines(self, current: int) -> Iterator[GutterLine]:
        """From the top; `current` is the block of the cursor."""
        marked, top = self._marked(), theme.px(TOP)
        for block, above, below in self._blocks():
            number = block.blockNumber() + self._sheet.shown.first_line
            noted = self._notes.between(self._span_of(block))
            is_marked = marked[0] <= number <= marked[1]
            inside = self._is_inside(number)
            plain = "text2" if inside else "text3"
            yield GutterLine(
                number,
                above + top,
                below - above,
                _colour(noted) or ("text" if block.blockNumber() == current else plain),
                ground="accent_soft" if is_marked else "",
                has_bar=is_marked or inside,
                tip="\n\n".join(each.words for each in noted),
            )

    def _blocks(self) -> Iterator[tuple[QTextBlock, int, int]]:
        """With the upper and the lower edge of each in the viewport."""
        view = self._view
        block, shift = view.firstVisibleBlock(), view.contentOffset()
        while block.isValid():
            room = view.blockBoundingGeometry(block).translated(shift)
            if room.top() > view.height():
                return
            yield block, round(room.top()), round(room.bottom())
            block = block.next()

    def _span_of(self, block: QTextBlock) -> Span:
        shown, start = self._sheet.shown, block.position()
        return shown.offset(start), shown.offset(start + block.length() - 1)

    def _marked(self) -> Span:
        mark, shown = self._notes.mark, self._sheet.shown
        return (shown.line_at(mark[0]), shown.line_at(mark[1])) if mark else (0, -1)

    def _is_inside(self, line: int) -> bool:
        lines = self._notes.entry_lines
        return lines is not None and lines[0] <= line <= lines[1]


def _colour(noted: list[Noted]) -> str:
    return COLOURS[noted[0].problem.severity] if noted else ""
