"""The ground a picture lies on: fits it, zooms it, moves it about."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from patchbay.ui import theme

_CHECK = 8
_PAD = 8
_STEP = 1.25
_LEAST, _MOST = 0.02, 32.0


class Canvas(QWidget):
    """Paints one picture on checks. Zoom 1.0 means one of its pixels to one of the screen."""

    zoomed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._pixmap, self._small = QPixmap(), QPixmap()
        self._size = QSize(0, 0)
        self._zoom: float | None = None
        self._shift = QPointF(0, 0)
        self._grabbed: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Picture")

    def show_image(self, image: QImage, size: QSize) -> None:
        """Show a picture; `size` is that of the original, which may be larger."""
        self._size = size
        self.show_frame(QPixmap.fromImage(image))
        self.zoomed.emit()

    def show_frame(self, pixmap: QPixmap) -> None:
        """Change what is shown, not where."""
        self._pixmap, self._small = pixmap, QPixmap()
        self.update()

    @property
    def pixmap(self) -> QPixmap:
        return self._pixmap

    @property
    def scale(self) -> float:
        return self._zoom if self._zoom is not None else self._fitting()

    @property
    def fits(self) -> bool:
        """The picture follows the size of the view."""
        return self._zoom is None

    def fit(self) -> None:
        self._zoom = None
        self._shift = QPointF(0, 0)
        self._told()

    def zoom_to(self, scale: float, around: QPointF | None = None) -> None:
        """Zoom and keep the point under `around` where it is."""
        scale = min(max(scale, _LEAST), _MOST)
        point = (around or self._middle()) - self._middle()
        self._shift = point - (point - self._shift) * (scale / self.scale)
        self._zoom = scale
        self._hold()
        self._told()

    def zoom_in(self) -> None:
        self.zoom_to(self.scale * _STEP)

    def zoom_out(self) -> None:
        self.zoom_to(self.scale / _STEP)

    def height_for(self, width: int) -> int:
        """The height at which the picture fills `width`, or its own if that is less."""
        if self._size.isEmpty():
            return 0
        inner = max(width - 2 * _PAD, 1)
        scale = min(inner / self._natural().width(), 1.0)
        return round(self._natural().height() * scale) + 2 * _PAD

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint_checks(painter, event.rect())
        target = self.target()
        shown = self._shrunk(target.size())
        # From far up one wants to see pixels, not a blur.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.scale < 4)
        painter.drawPixmap(target, shown, QRectF(shown.rect()))
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom_to(self.scale * _STEP ** (event.angleDelta().y() / 120), event.position())
            event.accept()
        else:
            event.ignore()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self._overflows():
            self._grabbed = event.position() - self._shift
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed is not None:
            self._shift = event.position() - self._grabbed
            self._hold()
            self.update()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grabbed = None
        self._show_hand()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._zoom is None:
            self.zoom_to(1.0, event.position())
        else:
            self.fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {
            Qt.Key.Key_Left: QPointF(40, 0),
            Qt.Key.Key_Right: QPointF(-40, 0),
            Qt.Key.Key_Up: QPointF(0, 40),
            Qt.Key.Key_Down: QPointF(0, -40),
        }.get(Qt.Key(event.key()))
        if step is None or not self._overflows():
            super().keyPressEvent(event)
            return
        self._shift += step
        self._hold()
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hold()
        self.zoomed.emit()

    def _paint_checks(self, painter: QPainter, dirty: QRect) -> None:
        painter.fillRect(dirty, theme.colour("inset"))
        tile = QPixmap(2 * _CHECK, 2 * _CHECK)
        tile.fill(theme.colour("inset"))
        checks = QPainter(tile)
        checks.fillRect(0, 0, _CHECK, _CHECK, theme.colour("hover"))
        checks.fillRect(_CHECK, _CHECK, _CHECK, _CHECK, theme.colour("hover"))
        checks.end()
        painter.fillRect(dirty, QBrush(tile))

    def _shrunk(self, size: QSizeF) -> QPixmap:
        """The picture at less than its size, averaged once: a painter would only drop pixels."""
        wanted = (size * self.devicePixelRatioF()).toSize()
        if wanted.isEmpty() or wanted.width() >= self._pixmap.width():
            return self._pixmap
        if self._small.size() != wanted:
            self._small = self._pixmap.scaled(
                wanted,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        return self._small

    def target(self) -> QRectF:
        """Where the picture lies, in the view."""
        size = self._natural() * self.scale
        place = self._middle() + self._shift - QPointF(size.width() / 2, size.height() / 2)
        return QRectF(place, size)

    def _natural(self) -> QSizeF:
        """The size at zoom 1.0, in device independent pixels."""
        return QSizeF(self._size) / self.devicePixelRatioF()

    def _fitting(self) -> float:
        natural = self._natural()
        if natural.isEmpty():
            return 1.0
        width, height = max(self.width() - 2 * _PAD, 1), max(self.height() - 2 * _PAD, 1)
        return max(min(width / natural.width(), height / natural.height(), 1.0), _LEAST)

    def _middle(self) -> QPointF:
        return QPointF(self.width() / 2, self.height() / 2)

    def _overflows(self) -> bool:
        size = self._natural() * self.scale
        return size.width() > self.width() or size.height() > self.height()

    def _hold(self) -> None:
        """Keep the picture from leaving the view."""
        size = self._natural() * self.scale
        across = max((size.width() - self.width()) / 2, 0)
        down = max((size.height() - self.height()) / 2, 0)
        self._shift = QPointF(
            min(max(self._shift.x(), -across), across), min(max(self._shift.y(), -down), down)
        )

    def _show_hand(self) -> None:
        if self._overflows():
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.unsetCursor()

    def _told(self) -> None:
        self._show_hand()
        self.update()
        self.zoomed.emit()
