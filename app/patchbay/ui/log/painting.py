"""How a log line is painted."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from typing_extensions import override

from patchbay.core.sessions.log import LogLine, Source
from patchbay.ui import theme
from patchbay.ui.log.lines import clock, is_error, level
from patchbay.ui.tables import CellPainter, ColumnRoom, Ink, paint_pill, paint_text

ROW = 24
TIME, SOURCE, LEVEL, MESSAGE = range(4)
ROOMS = (ColumnRoom(108, 16), ColumnRoom(96), ColumnRoom(64), ColumnRoom(0))
_TONES = {
    Source.PATCHBAY: "ok",
    Source.STDERR: "neutral",
    Source.NOISE: "warn",
    Source.SERVER: "accent",
    Source.NOTIFICATION: "violet",
}
_COLOURS = {"warning": "warn"}


class LinePainter(CellPainter):
    """Paints the four cells of a line; an error and noise on stdout colour the whole row.

    A rule stands above the first line of each start but the first.
    """

    @override
    def ground(self, row: LogLine) -> str:
        if is_error(row):
            return "danger_soft"
        return "warn_soft" if row.source is Source.NOISE else ""

    @override
    def paint_cell(self, painter: QPainter, room: QRect, column: int, row: LogLine) -> None:
        if row.begins:
            painter.fillRect(room.x(), room.y(), room.width(), 1, theme.colour("edge"))
        inner = room.adjusted(theme.px(ROOMS[column].pad), 0, -theme.px(4), 0)
        if column == SOURCE:
            paint_pill(painter, inner, row.source.value, _TONES[row.source])
        else:
            words, ink = self._words(column, row)
            paint_text(painter, inner, words, ink)

    def _words(self, column: int, row: LogLine) -> tuple[str, Ink]:
        if column == TIME:
            colour = "text2" if self.ground(row) else "text3"
            return clock(row), Ink(theme.font(11, mono=True), colour)
        if column == LEVEL:
            return level(row), Ink(theme.font(12, 500), _level_colour(row))
        return row.text, Ink(theme.font(12, mono=True), "danger" if is_error(row) else "text")


def _level_colour(line: LogLine) -> str:
    return "danger" if is_error(line) else _COLOURS.get(level(line), "text3")
