"""Fields that need more than the style sheet can say."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QLineEdit, QSpinBox
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls.frames import row
from patchbay.ui.controls.labels import IconLabel, KeyCap


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
