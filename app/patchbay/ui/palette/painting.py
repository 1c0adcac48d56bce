"""How a row of the palette is painted: icon, words with what was typed marked, keys."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import paint_mark
from patchbay.ui.palette.sections import Heading, Offer, Row, letters
from patchbay.ui.palette.spelling import spelled
from patchbay.ui.rows import ROW_ROLE

ROW, HEADING = 32, 28
_LEFT, _WORDS_LEFT, _RIGHT = 16, 40, 14
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter)
Index = QModelIndex | QPersistentModelIndex


class RowPainter(QStyledItemDelegate):
    """Paints headings and offers, with the first of their keys or all; marks what was typed."""

    def __init__(self, parent: QWidget, *, all_keys: bool) -> None:
        super().__init__(parent)
        self.typed = ""
        self._keys = slice(None) if all_keys else slice(1)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        tall = HEADING if isinstance(index.data(ROW_ROLE), Heading) else ROW
        return QSize(theme.px(120), theme.px(tall))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown: Row = index.data(ROW_ROLE)
        room: QRect = option.rect  # pyright: ignore[reportAttributeAccessIssue] - missing in the stubs
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue] - as above
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(shown, Heading):
            _paint_heading(painter, room, shown)
        else:
            _paint_ground(painter, room, state)
            line = _paint_keys(painter, _line(room), shown.keys[self._keys])
            _paint_icon(painter, room, shown)
            _paint_offer(painter, line, shown, self.typed)
        painter.restore()


def _paint_heading(painter: QPainter, room: QRect, heading: Heading) -> None:
    line = room.adjusted(theme.px(_LEFT), theme.px(6), -theme.px(_RIGHT), 0)
    font = theme.font(12)
    _paint_words(painter, line, heading.text, font, "text3")
    left = QFontMetrics(font).horizontalAdvance(heading.text) + theme.px(8)
    _paint_words(painter, line.adjusted(left, 0, 0, 0), heading.detail, font, "text3")


def _paint_ground(painter: QPainter, room: QRect, state: QStyle.StateFlag) -> None:
    chosen = state & QStyle.StateFlag.State_Selected
    if not chosen and not state & QStyle.StateFlag.State_MouseOver:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent_soft" if chosen else "hover"))
    painter.drawRoundedRect(QRectF(room.adjusted(6, 0, -6, 0)), 4, 4)
    if chosen:  # the colour alone is hard to see
        painter.fillRect(QRect(room.x() + 6, room.y(), 3, room.height()), theme.colour("accent"))
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(room.adjusted(7, 1, -7, -1)), 4, 4)


def _line(room: QRect) -> QRect:
    return room.adjusted(theme.px(_WORDS_LEFT), 0, -theme.px(_RIGHT), 0)


def _paint_offer(painter: QPainter, line: QRect, offer: Offer, typed: str) -> None:
    left = _paint_name(painter, line, offer, typed) + theme.px(8)
    colour = "disabled" if offer.lacking else "text3"
    detail = offer.lacking or offer.detail
    _paint_words(painter, line.adjusted(left, 0, 0, 0), detail, theme.font(12), colour)


def _paint_icon(painter: QPainter, room: QRect, offer: Offer) -> None:
    middle = room.y() + room.height() / 2
    side = theme.px(16)
    if offer.mark is not None:
        paint_mark(painter, offer.mark, QPointF(room.x() + theme.px(_LEFT) + side / 2, middle))
    elif offer.icon:
        colour = "disabled" if offer.lacking else "text2"
        picture = theme.pixmap(offer.icon, colour, 16, painter.device().devicePixelRatio())
        painter.drawPixmap(QPointF(room.x() + theme.px(_LEFT), middle - side / 2), picture)


def _paint_keys(painter: QPainter, line: QRect, keys: tuple[str, ...]) -> QRect:
    """Paint key caps at the right end of the line; gives what is left of it."""
    font = theme.font(11)
    painter.setFont(font)
    for each in reversed(keys):
        words = spelled(each)
        wide = QFontMetrics(font).horizontalAdvance(words) + theme.px(12)
        tall = theme.px(18)
        top = line.y() + (line.height() - tall) / 2
        cap = QRectF(line.right() - wide + 0.5, top + 0.5, wide, tall)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(theme.colour("inset"))
        painter.drawRoundedRect(cap, 3, 3)
        painter.setPen(theme.colour("text3"))
        painter.drawText(cap, int(Qt.AlignmentFlag.AlignCenter), words)
        line = line.adjusted(0, 0, -wide - theme.px(6), 0)
    return line


def _paint_name(painter: QPainter, line: QRect, offer: Offer, typed: str) -> int:
    """Paint the name with the typed letters in the accent; gives how wide it came to be."""
    plain, strong = theme.font(13, 500), theme.font(13, 600)
    colour = "disabled" if offer.lacking else "text"
    text = QFontMetrics(strong).elidedText(
        " ".join(offer.text[:400].split()), Qt.TextElideMode.ElideRight, line.width()
    )
    at, left = 0, 0
    for start, end in (*letters(text, typed), (len(text), len(text))):
        for piece, font, tint in (
            (text[at:start], plain, colour),
            (text[start:end], strong, "disabled" if offer.lacking else "accent"),
        ):
            _paint_words(painter, line.adjusted(left, 0, 0, 0), piece, font, tint)
            left += QFontMetrics(font).horizontalAdvance(piece)
        at = end
    return left


def _paint_words(painter: QPainter, room: QRect, text: str, font: QFont, colour: str) -> None:
    if not text or room.width() <= 0:
        return
    painter.setFont(font)
    painter.setPen(theme.colour(colour))
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, _MIDDLE, shown)
