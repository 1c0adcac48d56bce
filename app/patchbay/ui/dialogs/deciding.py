"""What the dialogs about configs share: keys that press buttons, and room for a large part."""

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLayout, QLineEdit, QPushButton, QRadioButton, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import column
from patchbay.ui.dialogs.asking import AskingDialog
from patchbay.ui.differences import DifferenceView

A = TypeVar("A")
_SIDE, _END, _ABOVE_BUTTONS = 24, 20, 16
_AROUND, _LEAST_WIDE = 64, 552


class DecidingDialog(AskingDialog[A]):
    """Enter presses the button that has the focus, and in a line or on a choice the `main` one."""

    main: QPushButton

    @override
    def keyPressEvent(self, arg__1: QKeyEvent) -> None:
        if arg__1.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(arg__1)
            return
        focused = self.focusWidget()
        if isinstance(focused, QPushButton):
            focused.click()
        elif isinstance(focused, (QLineEdit, QRadioButton)):
            self.main.click()


class RoomyDialog(DecidingDialog[A]):
    """As large as `width` and `height` say and the window below has room for; can be resized.

    One part of the body takes the room that is left, and scrolls by itself. The keys of a
    difference in it work wherever the focus is.
    """

    def __init__(self, parent: QWidget | None, width: int, height: int, otherwise: A) -> None:
        super().__init__(parent, width, otherwise)
        self._size = width, height

    @override
    def fill(self, body: QWidget, buttons: QWidget) -> None:
        body.setContentsMargins(_SIDE, _END, _SIDE, 0)
        buttons.setContentsMargins(_SIDE, _ABOVE_BUTTONS, _SIDE, _END)
        self._whole = column((body, 1), buttons, gap=0)
        self._whole.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setLayout(self._whole)

    @override
    def keyPressEvent(self, arg__1: QKeyEvent) -> None:
        difference = self.findChild(DifferenceView)
        if difference is not None and arg__1.key() == Qt.Key.Key_F7:
            back = arg__1.modifiers() & Qt.KeyboardModifier.ShiftModifier
            difference.lines.go_to_change(-1 if back else 1)
        else:
            super().keyPressEvent(arg__1)

    @override
    def _fit(self) -> None:
        room = self._room()
        wide, tall = map(theme.px, self._size)
        wide = min(wide, max(room.width() - _AROUND, _LEAST_WIDE))
        # By hand: by itself a layout counts wrapped words as tall as they are when narrow.
        least = self._whole.totalMinimumHeightForWidth(wide)
        self.setMinimumSize(wide, least)
        self.resize(wide, max(least, min(tall, room.height() - _AROUND)))
