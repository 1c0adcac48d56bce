"""The tab bar of a page, with a count in each tab."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QTabBar
from typing_extensions import override

from patchbay.ui import theme

_PAD, _GAP, _HEIGHT = 12, 6, 36


@dataclass(frozen=True, slots=True)
class _Count:
    text: str = ""
    alarm: bool = False


class Tabs(QTabBar):
    """Tabs with counts; the current one is marked by a line, an alarming count by its colour."""

    def __init__(self, *names: str) -> None:
        super().__init__()
        self._counts = [_Count() for _ in names]
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for name in names:
            self.addTab(name)

    def set_count(self, place: int, count: int | str | None, *, alarm: bool = False) -> None:
        """Show a count beside a name; 0 and `None` show nothing."""
        shown = _Count(str(count) if count else "", alarm)
        if shown != self._counts[place]:
            self._counts[place] = shown
            # The bar measures its tabs again only when one of them changes.
            self.setTabText(place, self.tabText(place))
            self.setAccessibleTabName(place, f"{self.tabText(place)} {shown.text}".strip())
            self.updateGeometry()
            self.update()

    @override
    def tabSizeHint(self, index: int) -> QSize:
        width = QFontMetrics(theme.font(13, 600)).horizontalAdvance(self.tabText(index))
        if count := self._counts[index].text:
            width += QFontMetrics(theme.font(11, 500)).horizontalAdvance(count) + theme.px(_GAP)
        return QSize(width + 2 * theme.px(_PAD), theme.px(_HEIGHT))

    @override
    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            for place in range(self.count()):
                self.setTabText(place, self.tabText(place))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in range(self.count()):
            self._paint_tab(painter, place, self.tabRect(place))
        painter.end()

    def _paint_tab(self, painter: QPainter, place: int, room: QRect) -> None:
        chosen = place == self.currentIndex()
        left = room.x() + theme.px(_PAD)
        font = theme.font(13, 600 if chosen else 500)
        width = QFontMetrics(font).horizontalAdvance(self.tabText(place))
        painter.setFont(font)
        painter.setPen(theme.colour("text" if chosen else "text2"))
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(
            QRect(left, room.y(), width + 2, room.height()), middle, self.tabText(place)
        )
        if (count := self._counts[place]).text:
            painter.setFont(theme.font(11, 500))
            painter.setPen(theme.colour("danger" if count.alarm else "text3"))
            place_of_count = left + width + theme.px(_GAP)
            painter.drawText(
                QRect(place_of_count, room.y(), room.right() - place_of_count, room.height()),
                middle,
                count.text,
            )
        if chosen:
            pad = theme.px(_PAD)
            line = QRect(left, room.bottom() - 1, room.width() - 2 * pad, 2)
            painter.fillRect(line, theme.colour("accent"))
            self._paint_ring(painter, room)

    def _paint_ring(self, painter: QPainter, room: QRect) -> None:
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRoundedRect(QRectF(room).adjusted(3, 5, -3, -6), 4, 4)
