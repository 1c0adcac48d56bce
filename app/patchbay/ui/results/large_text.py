"""A text of any size, of which only the visible lines are ever laid out."""

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.results.lines import Find, Lines

_PAD = 8
_MOST_COPIED = 16 * 1024 * 1024


class LargeText(QAbstractScrollArea):
    """Paints the visible lines of a file; whole lines are selected, copied and found."""

    def __init__(self, lines: Lines, find: Find) -> None:
        super().__init__()
        self._lines, self._find = lines, find
        self._widest = 0
        self._anchor: int | None = None
        self._head = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("ring", "true")
        self.setAccessibleName(f"Text, {len(lines):,} lines")
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._measure()

    def selected(self) -> tuple[int, int] | None:
        """First and last of the chosen lines."""
        if self._anchor is None:
            return None
        return min(self._anchor, self._head), max(self._anchor, self._head)

    def select(self, first: int, last: int) -> None:
        self._anchor, self._head = first, last
        self._reveal(last)
        self.viewport().update()

    def copy(self) -> None:
        """Put the chosen lines on the clipboard, up to 16 MB of them."""
        if chosen := self.selected():
            QGuiApplication.clipboard().setText(self._lines.text(*chosen, _MOST_COPIED))

    async def find_next(self, words: str) -> bool:
        """Choose the next row that holds `words`, going round at the end."""
        beyond = self._head + 1 if self._anchor is not None else 0
        for start in (beyond, 0):
            if start < len(self._lines):
                found = await self._find(words, start)
                if found is not None:
                    self.select(found, found)
                    return True
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setFont(theme.font(12, mono=True))
        first = self.verticalScrollBar().value()
        last = min(first + self._visible() + 1, len(self._lines))
        for number in range(first, last):
            self._paint_line(painter, number, _PAD + (number - first) * self._line_height)
        painter.end()
        self._fit_width()

    def _paint_line(self, painter: QPainter, number: int, top: int) -> None:
        room = QRect(0, top, self.viewport().width(), self._line_height)
        chosen = self.selected()
        if chosen and chosen[0] <= number <= chosen[1]:
            painter.fillRect(room, theme.colour("accent_soft"))
        painter.setPen(theme.colour("text"))
        left = _PAD - self.horizontalScrollBar().value()
        skipped = max(0, (-left) // self._letter)
        shown = self.viewport().width() // self._letter + 2
        text = self._lines[number].expandtabs(4)
        self._widest = max(self._widest, len(text))
        painter.drawText(
            QPoint(left + skipped * self._letter, top + self._ascent),
            text[skipped : skipped + shown],
        )

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._measure()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self._line_at(event.position().toPoint())
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier or self._anchor is None:
            self._anchor = line
        self._head = line
        self.viewport().update()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._head = self._line_at(event.position().toPoint())
            self._reveal(self._head)
            self.viewport().update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select(0, len(self._lines) - 1)
        elif (step := self._step(event.key())) is not None:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + step)
        else:
            super().keyPressEvent(event)

    def _step(self, key: int) -> int | None:
        page, all_lines = self._visible(), len(self._lines)
        return {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -all_lines,
            Qt.Key.Key_End: all_lines,
        }.get(Qt.Key(key))

    def _measure(self) -> None:
        metrics = QFontMetrics(theme.font(12, mono=True))
        self._line_height = metrics.lineSpacing()
        self._ascent = metrics.ascent()
        self._letter = max(metrics.horizontalAdvance("0"), 1)
        tall = self.verticalScrollBar()
        tall.setRange(0, max(0, len(self._lines) - self._visible()))
        tall.setPageStep(self._visible())
        self._fit_width()

    def _fit_width(self) -> None:
        """Scroll sideways as far as the widest row that was ever shown."""
        wide = self.horizontalScrollBar()
        width = self._widest * self._letter + 2 * _PAD
        wide.setRange(0, max(0, width - self.viewport().width()))
        wide.setPageStep(self.viewport().width())
        wide.setSingleStep(8 * self._letter)

    def height_of_all(self) -> int:
        return len(self._lines) * self._line_height + 2 * _PAD + 10

    def _visible(self) -> int:
        return max(1, (self.viewport().height() - 2 * _PAD) // self._line_height)

    def _line_at(self, point: QPoint) -> int:
        number = self.verticalScrollBar().value() + (point.y() - _PAD) // self._line_height
        return max(0, min(number, len(self._lines) - 1))

    def _reveal(self, number: int) -> None:
        bar = self.verticalScrollBar()
        if not bar.value() <= number < bar.value() + self._visible():
            bar.setValue(number - self._visible() // 2)
