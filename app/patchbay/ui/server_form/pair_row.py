"""One variable or header: its name, its value, how it stands, and the way to remove it."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import IconButton, column, row
from patchbay.ui.form.lines import mark
from patchbay.ui.server_form.echo import Rest
from patchbay.ui.server_form.hints import is_secret
from patchbay.ui.server_form.inputs import FormLine, ValueField
from patchbay.ui.server_form.remarks import Mark, Remarks

_NAME_WIDTH = 128


class PairRow(QWidget):
    """A name and its value; `sent_name` and `sent_value` are what was asked for last.

    A draft has no name in the file yet: nothing of it was asked for.
    """

    rested = Signal()

    def __init__(self, field: str) -> None:
        super().__init__()
        self._field = field
        self.sent_name = self.known_name = self.sent_value = ""
        self.name, self.input = FormLine(code=True), ValueField()
        self.name.setPlaceholderText("NAME" if field == "env" else "Name")
        self._mark = Mark()
        self.remarks = Remarks(self._mark)
        self.remove = IconButton("x", "Remove", small=True)
        self.rest = Rest(self, self._settle)
        for field_of_mine in (self.name.textEdited, self.input.edited):
            field_of_mine.connect(self._typed)
        self.name.left.connect(self.rest.end)
        self.input.left.connect(self._leave)
        self.input.entered.connect(self.rest.end)
        self.name.returnPressed.connect(self.focus_value)
        self.remarks.said.connect(self._speak)
        self._lay_out()
        self._speak()

    @property
    def is_draft(self) -> bool:
        return not self.sent_name

    @property
    def written_name(self) -> str:
        return self.name.text().strip()

    def show_pair(self, name: str, value: str) -> None:
        """What the file says, where that is news."""
        if name != self.sent_name:
            self.name.show_text(name)
        if value != self.sent_value or self.is_draft:
            self.rest.forget()
            self.input.show_text(value)
        if (name, value) != (self.sent_name, self.sent_value):
            self.say_fault("")
            self.remarks.say_hint(None)
        self.sent_name = self.known_name = name
        self.sent_value = value
        self.hide_secret()
        self._speak()

    def say_fault(self, words: str, *, in_value: bool = False) -> None:
        self.remarks.say_fault(words)
        mark(self.name, bad=bool(words) and not in_value)
        mark(self.input.target, bad=bool(words) and in_value)

    def hide_secret(self) -> None:
        """Never while somebody types the value: what he sees must not turn into dots."""
        if not self.input.target.hasFocus():
            secret = is_secret(self._field, self.written_name, self.input.text())
            self.input.set_secret(secret=secret and bool(self.written_name))

    def focus_name(self) -> None:
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_value(self) -> None:
        self.rest.end()
        self.input.target.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._measure()

    def _lay_out(self) -> None:
        value = row((self.input, 1), self._mark, self.remove, gap=1)
        for part in (self._mark, self.remove):
            value.setAlignment(part, Qt.AlignmentFlag.AlignTop)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        grid.addLayout(column(self.name, None, gap=0), 0, 0)
        grid.addLayout(value, 0, 1)
        grid.addWidget(self.remarks, 1, 1)
        self._measure()

    def _measure(self) -> None:
        room = max(self.width() * 38 // 100, 60)
        self.name.setFixedWidth(min(theme.px(_NAME_WIDTH), room))
        for part in (self._mark, self.remove):
            part.setFixedHeight(theme.px(28))

    def _typed(self) -> None:
        self.say_fault("")
        self.rest.begin()

    def _settle(self) -> None:
        self.hide_secret()
        self.rested.emit()
        self._speak()

    def _leave(self) -> None:
        self.rest.end()
        self.hide_secret()

    def _speak(self) -> None:
        what = "variable" if self._field == "env" else "header"
        name = self.written_name
        self.name.setAccessibleName(f"Name of {what} {name}".strip())
        self.name.setAccessibleDescription(self.remarks.fault)
        self.input.speak(
            f"Value of {name}" if name else f"Value of the new {what}", self.remarks.words
        )
        self.remove.set_name(f"Remove {name or f'the new {what}'}", "Alt+Delete")
