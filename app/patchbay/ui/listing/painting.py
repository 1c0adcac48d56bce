"""How a row of a list is painted."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.listing.items import Item, Pill
from patchbay.ui.listing.model import ITEM_ROLE, Index

ROW, COMPACT_ROW = 44, 28
_LEFT, _RIGHT, _PILL_GAP = 16, 14, 6
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter)


class ItemPainter(QStyledItemDelegate):
    """Paints a row in two lines, or in one when the list is compact."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.compact = False

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(theme.px(80), theme.px(COMPACT_ROW if self.compact else ROW))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item: Item = index.data(ITEM_ROLE)
        room: QRect = option.rect  # pyright: ignore[reportAttributeAccessIssue] - missing in the stubs
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue] - as above
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        _paint_ground(painter, room, state)
        _paint_words(painter, room, item, chosen=chosen, compact=self.compact)
        painter.restore()


def _paint_ground(painter: QPainter, room: QRect, state: QStyle.StateFlag) -> None:
    ground = QRectF(room.adjusted(6, 1, -6, -1))
    chosen = state & QStyle.StateFlag.State_Selected
    if chosen or state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent_soft" if chosen else "hover"))
        painter.drawRoundedRect(ground, 4, 4)
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), 4, 4)


def _paint_words(
    painter: QPainter, room: QRect, item: Item, *, chosen: bool, compact: bool
) -> None:
    left, right = room.x() + _LEFT, room.right() - _RIGHT
    top = room.y() if compact else room.y() + theme.px(5)
    line = QRect(left, top, right - left, room.height() if compact else theme.px(20))
    font = theme.font(13, 600 if chosen else 500)
    line = _paint_pills(painter, line, item, QFontMetrics(font).horizontalAdvance(item.name))
    _paint_line(painter, line, item.name, font, "text")
    if not compact and item.detail:
        below = QRect(left, room.y() + theme.px(22), right - left, theme.px(17))
        _paint_line(painter, below, item.detail, theme.font(12), "text3")


def _paint_pills(painter: QPainter, line: QRect, item: Item, name: int) -> QRect:
    """Paint as many as leave the name its room, the first if half is left; gives the rest."""
    half = line.width() // 2
    for place, pill in enumerate(item.pills):
        left = line.width() - pill_width(pill) - _PILL_GAP
        if left < (name if place else min(name, half)):
            break
        paint_pill(painter, line, pill)
        line = line.adjusted(0, 0, left - line.width(), 0)
    return line


def pill_width(pill: Pill) -> int:
    return QFontMetrics(theme.font(11, 500)).horizontalAdvance(pill.text) + 12


def paint_pill(painter: QPainter, room: QRect, pill: Pill) -> None:
    """Paint a badge at the right end of `room`."""
    tall, wide = theme.px(16), pill_width(pill)
    middle = room.y() + room.height() / 2
    shape = QRectF(room.right() + 1 - wide, middle - tall / 2, wide, tall)
    neutral = pill.tone == "neutral"
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("hover" if neutral else f"{pill.tone}_soft"))
    painter.drawRoundedRect(shape, 4, 4)
    painter.setFont(theme.font(11, 500))
    painter.setPen(theme.colour("text2" if neutral else pill.tone))
    painter.drawText(shape, int(Qt.AlignmentFlag.AlignCenter), pill.text)


def _paint_line(painter: QPainter, room: QRect, text: str, font: QFont, colour: str) -> None:
    painter.setFont(font)
    painter.setPen(theme.colour(colour))
    one_line = " ".join(text[:400].split())
    shown = QFontMetrics(font).elidedText(one_line, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, _MIDDLE, shown)
