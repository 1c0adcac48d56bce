"""The numbers at the left of a text, and what is marked beside them."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Protocol

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from patchbay.ui import theme

_PAD, _LEFT, _BAR, _RING = 12, 14, 3, 2


@dataclass(frozen=True, slots=True)
class GutterLine:
    """One line in sight: where it is, and how its number is shown."""

    number: int
    top: int
    height: int
    colour: str
    ground: str = ""
    has_bar: bool = False
    tip: str = ""


class Numbered(Protocol):
    """What has lines."""

    def lines_in_sight(self) -> Iterator[GutterLine]: ...
    def hasFocus(self) -> bool: ...  # noqa: N802 - Qt's name


class Gutter(QWidget):
    """Paints the numbers; the tip of one tells what is wrong in its line."""

    def __init__(self, parent: QWidget, lines: Numbered) -> None:
        super().__init__(parent)
        self._lines = lines

    def width_for(self, last_line: int) -> int:
        digits = max(len(str(last_line)), 2)
        letter = QFontMetrics(theme.font(11, mono=True)).horizontalAdvance("0")
        return letter * digits + theme.px(_PAD) + theme.px(_LEFT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        painter.setFont(theme.font(11, mono=True))
        for line in self._lines.lines_in_sight():
            self._paint(painter, line)
        if self._lines.hasFocus():
            self._paint_ring(painter)
        painter.end()

    def _paint_ring(self, painter: QPainter) -> None:
        """The part of the ring around the text that lies under the numbers."""
        accent, wide, tall = theme.colour("accent"), self.width(), self.height()
        painter.fillRect(0, 0, _RING, tall, accent)
        painter.fillRect(0, 0, wide, _RING, accent)
        painter.fillRect(0, tall - _RING, wide, _RING, accent)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            show_tip(self._tip_at(event.pos().y()), event, self)
            return True
        return super().event(event)

    def _paint(self, painter: QPainter, line: GutterLine) -> None:
        if line.ground:
            painter.fillRect(0, line.top, self.width(), line.height, theme.colour(line.ground))
        if line.has_bar:
            left = 2 * _RING if self._lines.hasFocus() else 0
            painter.fillRect(left, line.top, _BAR, line.height, theme.colour("accent"))
        painter.setPen(theme.colour(line.colour))
        room = QRect(0, line.top, self.width() - theme.px(_PAD), line.height)
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, int(align), str(line.number))

    def _tip_at(self, height: int) -> str:
        for line in self._lines.lines_in_sight():
            if line.top <= height < line.top + line.height:
                return line.tip
        return ""


def show_tip(words: str, event: QHelpEvent, owner: QWidget) -> None:
    """Show plain words as a tip; words of a file are never taken for markup."""
    if words:
        lines = escape(words).replace("\n", "<br>")
        QToolTip.showText(event.globalPos(), f"<p>{lines}</p>", owner)
    else:
        QToolTip.hideText()
