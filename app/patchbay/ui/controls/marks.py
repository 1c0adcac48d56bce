"""Marks that tell a state by shape and by colour, so that colour is never alone."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls.frames import fixed

Mark: TypeAlias = Literal[
    "running", "stopped", "starting", "failed", "attention", "blocked", "asks"
]

_COLOURS: dict[Mark, str] = {
    "running": "ok",
    "stopped": "text3",
    "starting": "accent",
    "failed": "danger",
    "attention": "warn",
    "blocked": "text3",
    "asks": "violet",
}
_TURN_MS = 1_200
_STEP_MS = 100
_FULL = 360 * 16


def paint_mark(painter: QPainter, mark: Mark, centre: QPointF, turn: float = 0.0) -> None:
    """Paint a mark 8 to 10 px wide; `turn` from 0 to 1 is how far the arc has come."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(centre)
    scale = theme.px(100) / 100
    painter.scale(scale, scale)
    colour = theme.colour(_COLOURS[mark])
    if mark in ("stopped", "blocked", "starting"):
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
    if mark == "starting":
        _arc(painter, turn)
    else:
        _SHAPES[mark](painter)
    painter.restore()


def _arc(painter: QPainter, turn: float) -> None:
    ring = QRectF(-4, -4, 8, 8)
    painter.setPen(QPen(theme.colour("line"), 2))
    painter.drawEllipse(ring)
    painter.setPen(QPen(theme.colour("accent"), 2))
    painter.drawArc(ring, round(90 * 16 - turn * _FULL), -130 * 16)


def _blocked(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(0, 0), 3.75, 3.75)
    painter.drawLine(QPointF(-2.6, 2.6), QPointF(2.6, -2.6))


def _polygon(*corners: tuple[float, float]) -> Callable[[QPainter], None]:
    shape = QPolygonF([QPointF(x, y) for x, y in corners])
    return lambda painter: painter.drawPolygon(shape)


_SHAPES: dict[Mark, Callable[[QPainter], None]] = {
    "running": lambda painter: painter.drawEllipse(QPointF(0, 0), 4, 4),
    "stopped": lambda painter: painter.drawEllipse(QPointF(0, 0), 3.25, 3.25),
    "blocked": _blocked,
    "failed": _polygon((0, -5), (5, 0), (0, 5), (-5, 0)),
    "attention": _polygon((0, -4.5), (5, 4), (-5, 4)),
    "asks": lambda painter: painter.drawRoundedRect(QRectF(-4, -4, 8, 8), 2, 2),
}


class _Turning(QWidget):
    """Turns while it is visible and has a reason to."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self._side = side
        self._step = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_STEP_MS)
        self._timer.timeout.connect(self._advance)
        fixed(self)

    @property
    def turn(self) -> float:
        return self._step * _STEP_MS / _TURN_MS

    def turns(self) -> bool:
        return True

    def follow(self) -> None:
        """Turn or rest, as the state and the screen want it."""
        if self.isVisible() and self.turns():
            self._timer.start()
        else:
            self._timer.stop()

    @override
    def sizeHint(self) -> QSize:
        side = theme.px(self._side)
        return QSize(side, side)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    def _advance(self) -> None:
        if not self.isVisible():
            self._timer.stop()
        self._step = (self._step + 1) % (_TURN_MS // _STEP_MS)
        self.update()


class StateMark(_Turning):
    """The state of a server, beside the word that says the same."""

    def __init__(self, mark: Mark = "stopped") -> None:
        super().__init__(12)
        self._mark: Mark = mark

    def set_mark(self, mark: Mark) -> None:
        self._mark = mark
        self.follow()
        self.update()

    @override
    def turns(self) -> bool:
        return self._mark == "starting"

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        centre = QPointF(self.width() / 2, self.height() / 2)
        paint_mark(painter, self._mark, centre, self.turn)
        painter.end()


class Spinner(_Turning):
    """Something is going on, and for how long is not known."""

    def __init__(self, side: int = 16, colour: str = "accent") -> None:
        super().__init__(side)
        self._colour = colour

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        half = self.width() / 2
        painter.translate(half, half)
        painter.rotate(self.turn * 360)
        picture = theme.pixmap("loader", self._colour, self._side, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(-half, -half), picture)
        painter.end()
