"""One argument of a command: its text, its number, and the handles to move and to remove it."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import Button, IconButton, Label, column, row
from patchbay.ui.figures import counted
from patchbay.ui.form.descriptions import Words
from patchbay.ui.server_form.echo import Rest
from patchbay.ui.server_form.inputs import ValueField
from patchbay.ui.server_form.remarks import Remarks


class Grip(IconButton):
    """What a row is dragged by; the keys do the same from inside the row."""

    dragged = Signal(int)
    """Where the mouse is now, from the top of the screen."""
    dropped = Signal()

    def __init__(self) -> None:
        super().__init__("grip-vertical", "Move", small=True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.dragged.emit(event.globalPosition().toPoint().y())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.dropped.emit()


class ArgumentRow(QWidget):
    """Holds one argument; `sent` is what was asked for last, or what the file says."""

    typed = Signal()
    rested = Signal()
    entered = Signal()

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sent = text
        self.input = ValueField()
        self.input.show_text(text)
        self.grip, self.remove = Grip(), IconButton("x", "Remove", small=True)
        self.remarks = Remarks()
        self.rest = Rest(self, self.rested.emit)
        self._number = Label("", "monohint")
        self._number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._name = "Argument"
        line = row((self.input, 1), self._number, self.grip, self.remove, gap=2)
        for part in (self._number, self.grip, self.remove):
            line.setAlignment(part, Qt.AlignmentFlag.AlignTop)
        self.setLayout(column(line, self.remarks, gap=2))
        self.input.edited.connect(self._typed)
        self.input.left.connect(self.rest.end)
        self.input.entered.connect(self.rest.end)
        self.input.entered.connect(self.entered)
        self.remarks.said.connect(self._speak)
        self._measure()

    def number(self, place: int) -> None:
        self._name = f"Argument {place + 1}"
        self._number.setText(str(place + 1))
        self.grip.setAccessibleName(f"Move argument {place + 1}")
        self.grip.setToolTip("Drag to move (Alt+Up, Alt+Down)")
        self.remove.set_name(f"Remove argument {place + 1}", "Alt+Delete")
        self._speak(self.remarks.words)

    def show_text(self, text: str) -> None:
        """What the file says, when that is news."""
        if text != self.sent:
            self.sent = text
            self.rest.forget()
            self.remarks.say_fault("")
            self.remarks.say_hint(None)
            self.input.show_text(text)

    def hide_secret(self, *, secret: bool) -> None:
        """Never while somebody types here: what he sees must not turn into dots."""
        if not self.input.target.hasFocus():
            self.input.set_secret(secret=secret)

    def focus(self) -> None:
        self.input.target.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._measure()

    def _speak(self, words: str) -> None:
        self.input.speak(self._name, words)

    def _typed(self) -> None:
        self.remarks.say_fault("")
        self.rest.begin()
        self.typed.emit()

    def _measure(self) -> None:
        self._number.setMinimumWidth(theme.px(20))
        for part in (self._number, self.grip, self.remove):
            part.setFixedHeight(theme.px(28))


class MoreArguments(QWidget):
    """How many arguments are not shown, and the way to show them."""

    wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._words, show_all = Words("", "hint"), Button("Show all", "link")
        show_all.clicked.connect(self.wanted)
        self.setLayout(row((self._words, 1), show_all))
        self.hide()

    def show_count(self, more: int) -> None:
        self._words.setText(f"{counted(more, 'more argument')}; the text shows them")
        self.setVisible(more > 0)
