"""Paints the rows of the sidebar: name, transport, count or short error, start or stop."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from patchbay.core.sessions.session import Session
from patchbay.core.trust.visible import visible
from patchbay.ui import theme
from patchbay.ui.controls import paint_mark
from patchbay.ui.figures import counted
from patchbay.ui.servers import words
from patchbay.ui.servers.rows import FileRow, ServerRow, ServerRows

FILE_HEIGHT, SERVER_HEIGHT, _GAP_BETWEEN_FILES = 32, 30, 12
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter)
_RIGHT = _MIDDLE | int(Qt.AlignmentFlag.AlignRight)
_SHOWS_TRANSPORT_FROM = 220
STRIP = 44
"""Width of the sidebar that shows the marks alone."""
_TONES = {
    "failed": "danger",
    "starting": "accent",
    "attention": "warn",
    "asks": "violet",
}


class ServerDelegate(QStyledItemDelegate):
    """Knows the measures of a row; `button_room` says where a click starts or stops."""

    def __init__(self, rows: ServerRows) -> None:
        super().__init__()
        self._rows = rows
        self.current: Session | None = None
        self.marks_only = False

    def has_button(self, session: Session) -> bool:
        """Whether a row lets its server start or stop; one with an error cannot start."""
        can_start = not session.entry.blocked_by_problems
        return not self.marks_only and (session.is_live or can_start)

    @staticmethod
    def button_room(row: QRect) -> QRect:
        return QRect(row.right() - theme.px(34), row.y(), theme.px(30), row.height())

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        # Not by way of Qt: it asks for thousands, and each of its questions may have to wait.
        is_file = isinstance(self._rows.row(index), FileRow)
        if is_file and self.marks_only:
            return QSize(STRIP, theme.px(_GAP_BETWEEN_FILES))
        return QSize(STRIP, theme.px(FILE_HEIGHT if is_file else SERVER_HEIGHT))

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = self._rows.row(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, FileRow) and not self.marks_only:
            self._paint_file(painter, option, row)
        elif isinstance(row, ServerRow):
            self._paint_server(painter, option, row.session)
        painter.restore()

    def _paint_file(self, painter: QPainter, option: QStyleOptionViewItem, row: FileRow) -> None:
        room: QRect = option.rect  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType] - the stub lacks QStyleOption's fields
        _paint_ring(painter, option, room)
        px = theme.px
        chevron = "chevron-right" if row.folded else "chevron-down"
        painter.drawPixmap(
            room.x() + px(10),
            room.y() + (room.height() - px(12)) // 2,
            theme.pixmap(chevron, "text3", 12),
        )
        used = self._paint_counts(painter, room, row)
        font = theme.font(12, 600)
        painter.setFont(font)
        painter.setPen(theme.colour("text2"))
        name = room.adjusted(px(28), 0, -used, 0)
        shown = QFontMetrics(font).elidedText(
            row.file.label, Qt.TextElideMode.ElideMiddle, name.width()
        )
        painter.drawText(name, _MIDDLE, shown)

    def _paint_counts(self, painter: QPainter, room: QRect, row: FileRow) -> int:
        """How many run, and before that how many problems there are; returns the room it took."""
        px, font = theme.px, theme.font(11)
        painter.setFont(font)
        used = px(12)
        problems = counted(row.problems, "problem") if not row.total else str(row.problems)
        icon, colour = ("circle-x", "danger") if row.is_grave else ("triangle-alert", "warn")
        for text, ink, shown in (
            (f"{row.running} of {row.total}", "text3", row.total > 0),
            (problems, colour, row.problems > 0),
        ):
            if shown:
                painter.setPen(theme.colour(ink))
                painter.drawText(room.adjusted(0, 0, -used, 0), _RIGHT, text)
                used += QFontMetrics(font).horizontalAdvance(text) + px(6)
        if row.problems:
            top = room.y() + (room.height() - px(12)) // 2
            left = room.right() - used - px(10)
            painter.drawPixmap(left, top, theme.pixmap(icon, colour, 12))
            used += px(18)
        return used + px(6)

    def _paint_server(
        self, painter: QPainter, option: QStyleOptionViewItem, session: Session
    ) -> None:
        room: QRect = option.rect  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType] - the stub lacks QStyleOption's fields
        px = theme.px
        chosen = session is self.current
        hovered = _has(option, QStyle.StateFlag.State_MouseOver)
        if chosen or hovered:
            path = QPainterPath()
            path.addRoundedRect(QRectF(room.adjusted(6, 1, -6, -1)), 4, 4)
            painter.fillPath(path, theme.colour("accent_soft" if chosen else "hover"))
        _paint_ring(painter, option, room)
        mark = words.mark(session)
        paint_mark(painter, mark, QPointF(room.x() + px(20), room.center().y() + 0.5))
        if self.marks_only:
            return
        if (chosen or hovered) and self.has_button(session):
            self._paint_button(painter, room, session)
        right = self._paint_tail(painter, room, session)
        if room.width() >= px(_SHOWS_TRANSPORT_FROM):
            right -= px(50)
            painter.setFont(theme.font(11, mono=True))
            painter.setPen(theme.colour("text3"))
            transport = words.transport(session)
            words_ = words.SHORT_TRANSPORT[transport] if transport else "?"
            painter.drawText(QRect(right, room.y(), px(44), room.height()), _MIDDLE, words_)
        self._paint_name(painter, room, right, session)

    def _paint_button(self, painter: QPainter, room: QRect, session: Session) -> None:
        side = theme.px(16)
        slot = self.button_room(room)
        name = "square" if session.is_live else "play"
        painter.drawPixmap(
            slot.center().x() - side // 2,
            slot.center().y() - side // 2 + 1,
            theme.pixmap(name, "text2", 16),
        )

    def _paint_tail(self, painter: QPainter, room: QRect, session: Session) -> int:
        """The short word, in half of the row at most; returns where its slot begins."""
        tail = words.tail(session)
        tone = _TONES.get(words.mark(session), "text3")
        is_word = bool(tail) and not tail.isdigit()
        if is_word and tone == "text3" and session.is_live:
            tone = "accent"
        font = theme.font(11 if is_word else 12, 500 if is_word else 400)
        painter.setFont(font)
        painter.setPen(theme.colour(tone))
        metrics, most = QFontMetrics(font), (room.width() - theme.px(72)) * 55 // 100
        width = min(max(theme.px(50), metrics.horizontalAdvance(tail) + 4), most)
        left = room.right() - theme.px(38) - width
        shown = metrics.elidedText(tail, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(left, room.y(), width, room.height()), _RIGHT, shown)
        return left

    def _paint_name(self, painter: QPainter, room: QRect, right: int, session: Session) -> None:
        quiet = words.mark(session) in ("stopped", "blocked") and session is not self.current
        font = theme.font(13, 400 if quiet else 500)
        painter.setFont(font)
        painter.setPen(theme.colour("text2" if quiet else "text"))
        left = room.x() + theme.px(34)
        width = right - left - theme.px(6)
        shown = QFontMetrics(font).elidedText(
            visible(session.entry.name), Qt.TextElideMode.ElideRight, width
        )
        painter.drawText(QRect(left, room.y(), width + 4, room.height()), _MIDDLE, shown)


def _has(option: QStyleOptionViewItem, flag: QStyle.StateFlag) -> bool:
    state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType] - the stub lacks QStyleOption's fields
    return bool(state & flag)


def _paint_ring(painter: QPainter, option: QStyleOptionViewItem, room: QRect) -> None:
    if _has(option, QStyle.StateFlag.State_HasFocus):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.drawRoundedRect(QRectF(room.adjusted(7, 2, -7, -2)), 4, 4)
