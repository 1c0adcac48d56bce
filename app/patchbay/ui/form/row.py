"""One row of a form: the value of one field, and what is wrong with it."""

from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from patchbay.core.calls.fields import ABSENT, Field, Value
from patchbay.core.values import JsonPath
from patchbay.ui.controls import column
from patchbay.ui.form.descriptions import FaultWords
from patchbay.ui.form.editor import Editor, Inner
from patchbay.ui.form.heads import spoken
from patchbay.ui.form.panels import panel


class Maker(Protocol):
    """Gives the editor for a value."""

    def editor(self, field: Field, value: Value, at_hand: Editor | None) -> Editor:
        """The one at hand if it is the right one for this value, else a new one."""
        ...

    def may_unfold(self, field: Field) -> bool:
        """Whether the form may still open a group that nobody asked for."""
        ...


class Row(QWidget):
    """Holds the value of one field, or null, or nothing.

    A value that the field's own editor cannot show turns the row into JSON, and back when it can
    again. An item of a list has no name of its own: `item` is what it is called.
    """

    edited = Signal()
    faulted = Signal()

    def __init__(self, field: Field, maker: Maker, *, item: str = "") -> None:
        super().__init__()
        self.field = field
        self._maker, self._name = maker, field.name or item
        self._is_null = False
        self._message = ""
        self._fault: FaultWords | None = None
        self._column = column(gap=3)
        self.setLayout(self._column)
        self._take(maker.editor(field, ABSENT, None))
        if field.required and field.name and maker.may_unfold(field):
            self.reveal()

    @property
    def editor(self) -> Editor:
        return self._editor

    @property
    def message(self) -> str:
        """What is wrong with it, as shown; empty when nothing is."""
        return self._message

    @property
    def is_null(self) -> bool:
        return self._is_null

    def set_item(self, item: str) -> None:
        """Another name for an item of a list."""
        self._name = item
        self._panel.set_name(item)
        self._follow()

    def value(self) -> Value:
        return None if self._is_null else self._editor.value()

    def set_value(self, value: Value) -> None:
        null = value is None and self.field.nullable
        if not null:
            editor = self._maker.editor(self.field, value, self._editor)
            if editor is not self._editor:
                self._take(editor)
            editor.set_value(value)
        self._show_null(null=null)
        if self.field.name and value is not ABSENT and self._maker.may_unfold(self.field):
            self.reveal()
        self.show_fault("")
        self._follow()

    def toggle_null(self) -> None:
        """Send null, or what the field held before."""
        if not self.field.nullable:
            return
        self._show_null(null=not self._is_null)
        self.show_fault("")
        self._follow()
        self.focus()
        self.edited.emit()

    def focus(self) -> None:
        """Put the focus where somebody types, or on the null switch."""
        switch = self._panel.null if self._is_null else None
        (switch or self._panel.target()).setFocus(Qt.FocusReason.OtherFocusReason)

    def reveal(self) -> None:
        self._panel.reveal()

    def place(self, path: JsonPath) -> tuple[Inner, JsonPath]:
        """The innermost row for a part of the value, built and shown if need be."""
        inner = None if self._is_null or not path else self._editor.inner(path[0])
        if inner is None:
            return self, path
        self.reveal()
        return inner.place(path[1:])

    def check(self) -> bool:
        """Show what was typed and means nothing, here and inside; whether all is fine."""
        if self._is_null:
            return True
        if fault := self._editor.fault():
            self.show_fault(fault)
        return self._editor.check() and not fault

    def show_fault(self, message: str) -> None:
        if message == self._message:
            return
        self._message = message
        if self._fault is None:
            self._fault = FaultWords()
            self._column.addWidget(self._fault)
        self._fault.say(message)
        self._editor.show_bad(bad=bool(message))
        self._speak()
        self.faulted.emit()

    def _take(self, editor: Editor) -> None:
        """Put another editor in the place of the one there is."""
        if self._column.count():
            self._panel.hide()
            self._column.removeWidget(self._panel)
            self._panel.deleteLater()
        self._editor = editor
        self._panel = panel(self.field, editor, self._name)
        self._column.insertWidget(0, self._panel)
        self._panel.show()  # at once: it may be given the focus
        if self._panel.null is not None:
            self._panel.null.clicked.connect(self.toggle_null)
        editor.edited.connect(self._changed)
        editor.left.connect(self._look_again)
        editor.faulted.connect(self.faulted)
        self._follow()

    def _show_null(self, *, null: bool) -> None:
        if null != self._is_null or null:
            self._is_null = null
            self._panel.set_null(null=null)

    def _changed(self) -> None:
        if self._message:
            self.show_fault(self._editor.fault())
        self._follow()
        self.edited.emit()

    def _look_again(self) -> None:
        if fault := self._editor.fault():
            self.show_fault(fault)

    def _follow(self) -> None:
        self._panel.set_corner(self._corner())
        self._speak()

    def _corner(self) -> str:
        return self.field.type_text if self._is_null else self._editor.corner()

    def _speak(self) -> None:
        """Name, description, whether required, and the fault, for a screen reader."""
        rest = spoken(self.field, "", self._corner())
        description = " ".join(self.field.description[:1_000].split())
        parts = (description, rest, self._message)
        self._panel.speak(self._name, ". ".join(part for part in parts if part))
