"""How one cell of a table is painted: ground, words, pills."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.rows import ROW_ROLE

_LONGEST = 600
"""Characters of a text that are measured at most; no table is wider."""
_SPACED = str.maketrans({"\t": "    ", "\n": " ", "\r": " ", "\v": " ", "\f": " "})


class CellPainter(QStyledItemDelegate):
    """Paints cells from the plain object of their row; pages say how."""

    def ground(self, row: Any) -> str:
        """The colour of the row's ground when it is not chosen; empty for none."""
        return ""

    def paint_cell(self, painter: QPainter, room: QRect, column: int, row: Any) -> None:
        raise NotImplementedError

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        room: QRect = option.rect  # pyright: ignore[reportAttributeAccessIssue] - missing in the stubs
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue] - as above
        row = index.data(ROW_ROLE)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        ground = "accent_soft" if chosen else self.ground(row)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if ground:
            painter.fillRect(room, theme.colour(ground))
        self.paint_cell(painter, room, index.column(), row)
        painter.restore()


@dataclass(frozen=True, slots=True)
class Ink:
    """How words are painted; `colour` is a name of the theme's."""

    font: QFont
    colour: str
    right: bool = False


def paint_text(painter: QPainter, room: QRect, text: str, ink: Ink) -> int:
    """Paint one line, elided to `room`; gives the width it takes."""
    if not text:
        return 0
    metrics = QFontMetrics(ink.font)
    line = text[:_LONGEST].translate(_SPACED)
    shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, room.width())
    side = Qt.AlignmentFlag.AlignRight if ink.right else Qt.AlignmentFlag.AlignLeft
    painter.setFont(ink.font)
    painter.setPen(theme.colour(ink.colour))
    painter.drawText(room, int(side | Qt.AlignmentFlag.AlignVCenter), shown)
    return metrics.horizontalAdvance(shown)


def paint_pill(painter: QPainter, room: QRect, text: str, tone: str) -> int:
    """Paint a badge at the left end of `room`; gives its width."""
    font = theme.font(11, 500)
    wide, tall = QFontMetrics(font).horizontalAdvance(text) + 12, theme.px(16)
    shape = QRectF(room.x(), room.y() + (room.height() - tall) / 2, wide, tall)
    neutral = tone == "neutral"
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("hover" if neutral else f"{tone}_soft"))
    painter.drawRoundedRect(shape, 4, 4)
    painter.setFont(font)
    painter.setPen(theme.colour("text2" if neutral else tone))
    painter.drawText(shape, int(Qt.AlignmentFlag.AlignCenter), text)
    return wide
