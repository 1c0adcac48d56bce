"""Fields that need more than the style sheet can say."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QSpinBox, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls.frames import row
from patchbay.ui.controls.labels import IconLabel, KeyCap
from patchbay.ui.controls.undo_keys import way_back


class SearchField(QLineEdit):
    """Filters what stands below it; Escape empties it."""

    def __init__(self, placeholder: str, keys: str = "") -> None:
        super().__init__()
        self._cap = KeyCap(keys) if keys else None
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setMinimumWidth(60)
        self.setLayout(
            row(IconLabel("search", "text3", 14), None, *self._caps(), margins=(8, 0, 5, 0))
        )
        self.textChanged.connect(self._follow)
        self._follow()

    def take_keys(self) -> None:
        """Let the person type, over what stands there."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    @override
    def event(self, event: QEvent) -> bool:
        way = way_back(event)
        if not way or (self.isUndoAvailable() if way == "undo" else self.isRedoAvailable()):
            return super().event(event)
        event.ignore()  # the window has something to take back
        return False

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._follow()

    def _caps(self) -> list[KeyCap]:
        return [self._cap] if self._cap else []

    def _follow(self) -> None:
        cap = self._cap if not self.text() else None
        if self._cap:
            self._cap.setVisible(cap is not None)
        self.setTextMargins(theme.px(20), 0, cap.sizeHint().width() + 4 if cap else 0, 0)


class IntegerField(QSpinBox):
    """A whole number; the wheel turns it only when it has the focus."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__()
        self.setRange(least, most)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(theme.px(7), 0, 0, 0)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class Steppers(QWidget):
    """Two small arrows inside a line; the arrow keys do the same."""

    def __init__(self, step: Callable[[int], object]) -> None:
        super().__init__()
        self._step = step
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    @override
    def sizeHint(self) -> QSize:
        return QSize(theme.px(20), theme.px(24))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._step(1 if event.position().y() < self.height() / 2 else -1)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        half = self.height() // 2
        for name, top, nudge in (("chevron-up", 0, 1), ("chevron-down", half, -1)):
            room = QRect(0, top + nudge, self.width(), half)
            picture = theme.pixmap(name, "text2", 12, self.devicePixelRatioF())
            side = theme.px(12)
            painter.drawPixmap(room.center() - QPoint(side // 2 - 1, side // 2 - 1), picture)
        painter.end()
