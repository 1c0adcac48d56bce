"""How an exchange is painted."""

import math

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter
from typing_extensions import override

from patchbay.core.sessions.traffic import Direction, Exchange, Outcome
from patchbay.ui import theme
from patchbay.ui.tables import CellPainter, ColumnRoom, Ink, paint_text
from patchbay.ui.traffic.exchanges import clock, failed, lasted, took, weight

ROW = 26
TIME, METHOD, DURATION, SIZE, STATE = range(5)
ROOMS = (
    ColumnRoom(104, 16),
    ColumnRoom(0, 30),
    ColumnRoom(128, 8),
    ColumnRoom(64, 8),
    ColumnRoom(40, 8),
)
ICONS = {
    Outcome.OK: ("circle-check", "ok"),
    Outcome.TOOL_ERROR: ("circle-x", "danger"),
    Outcome.ERROR: ("circle-x", "danger"),
    Outcome.TIMED_OUT: ("clock-alert", "danger"),
    Outcome.UNANSWERED: ("circle-alert", "danger"),
    Outcome.CANCELLED: ("ban", "text3"),
    Outcome.WAITING: ("loader", "accent"),
}
_ICON, _BAR, _BAR_TALL = 14, 48, 3
_BAR_FULL_AT = 10.0
"""Seconds at which the bar is full; below, it grows with the root, so that 5 ms and 5 s differ."""


class ExchangePainter(CellPainter):
    """Paints the five cells of an exchange."""

    @override
    def paint_cell(self, painter: QPainter, room: QRect, column: int, row: Exchange) -> None:
        paint = (self._time, self._method, self._duration, self._size, self._state)[column]
        paint(painter, room, row)

    def _time(self, painter: QPainter, room: QRect, exchange: Exchange) -> None:
        inner = room.adjusted(theme.px(16), 0, 0, 0)
        paint_text(painter, inner, clock(exchange), Ink(theme.font(11, mono=True), "text3"))

    def _method(self, painter: QPainter, room: QRect, exchange: Exchange) -> None:
        sent = exchange.direction is Direction.SENT
        arrow = ("arrow-right", "accent") if sent else ("arrow-left", "violet")
        _paint_icon(painter, room.x() + theme.px(8), room, arrow)
        inner = room.adjusted(theme.px(30), 0, -theme.px(8), 0)
        method = Ink(theme.font(12, mono=True), "text")
        wide = paint_text(painter, inner, exchange.method, method) + theme.px(10)
        rest = inner.adjusted(wide, 0, 0, 0)
        if exchange.target and rest.width() > theme.px(24):
            paint_text(painter, rest, exchange.target, Ink(theme.font(12), "text2"))

    def _duration(self, painter: QPainter, room: QRect, exchange: Exchange) -> None:
        words = took(exchange)
        if not words:
            return
        bad = failed(exchange)
        share = min(1.0, math.sqrt(lasted(exchange) / _BAR_FULL_AT))
        full, tall = theme.px(_BAR), theme.px(_BAR_TALL)
        track = QRectF(room.x() + theme.px(4), room.center().y() - tall // 2, full, tall)
        painter.fillRect(track, theme.colour("hover"))
        track.setWidth(max(2.0, full * share))
        painter.fillRect(track, theme.colour("danger" if bad else "accent"))
        colour = (
            "danger" if exchange.outcome in (Outcome.TIMED_OUT, Outcome.UNANSWERED) else "text2"
        )
        inner = room.adjusted(theme.px(_BAR + 8), 0, -theme.px(8), 0)
        paint_text(painter, inner, words, Ink(theme.font(12), colour, right=True))

    def _size(self, painter: QPainter, room: QRect, exchange: Exchange) -> None:
        inner = room.adjusted(0, 0, -theme.px(8), 0)
        paint_text(painter, inner, weight(exchange), Ink(theme.font(12), "text3", right=True))

    def _state(self, painter: QPainter, room: QRect, exchange: Exchange) -> None:
        if icon := ICONS.get(exchange.outcome):
            left = room.right() - theme.px(16) - theme.px(_ICON)
            _paint_icon(painter, left, room, icon)


def _paint_icon(painter: QPainter, left: int, room: QRect, icon: tuple[str, str]) -> None:
    ratio = painter.device().devicePixelRatio()
    picture = theme.pixmap(*icon, _ICON, ratio)
    painter.drawPixmap(left, room.y() + (room.height() - theme.px(_ICON)) // 2, picture)
