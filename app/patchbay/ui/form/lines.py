"""Fields of one line: text, secrets, numbers."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from patchbay.core.calls.arguments import fits, parse, spell
from patchbay.core.calls.fields import ABSENT, Field, FieldKind, Value
from patchbay.ui import theme
from patchbay.ui.controls import IconButton, Steppers, column, repolish, row
from patchbay.ui.form.editor import Editor, absent_words
from patchbay.ui.form.steps import stepped

LONGEST = 10_000
"""Characters that a field of one line is given; more goes to a field of several lines."""


class Line(QLineEdit):
    """A line that tells when it is left, when Backspace finds it empty, and of Up and Down."""

    left = Signal()
    emptied = Signal()
    stepped = Signal(int)

    def __init__(self, *, steps: bool = False) -> None:
        super().__init__()
        self._steps = steps
        self._inner = 0
        self.setMaxLength(10 * LONGEST)
        self.setMinimumWidth(40)

    def put_inside(self, part: QWidget, width: int) -> None:
        """Place a part at the right end, `width` pixels of the design wide."""
        self.setLayout(row(None, part, margins=(0, 1, 2, 1), gap=0))
        self._inner = width
        self.setTextMargins(0, 0, theme.px(width), 0)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and self._inner:
            self.setTextMargins(0, 0, theme.px(self._inner), 0)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        turn = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.emptied.emit()
        elif turn and self._steps and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.stepped.emit(turn)
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class LineEditor(Editor):
    """A text of one line; the value it was given stays exactly that until somebody types."""

    def __init__(self, field: Field, *, steps: bool = False) -> None:
        super().__init__(field)
        self._given: Value = ABSENT
        self.line = Line(steps=steps)
        self.setLayout(column(self.line, gap=0))
        self.line.textEdited.connect(self._take)
        self.line.emptied.connect(self.forget)
        self.line.left.connect(self.left)
        self.set_value(ABSENT)

    @override
    def target(self) -> QWidget:
        return self.line

    @override
    def show_bad(self, *, bad: bool) -> None:
        mark(self.line, bad=bad)

    def _show(self, value: Value, text: str) -> None:
        self._given = value
        if text != self.line.text():
            self.line.setText(text)
            self.line.setCursorPosition(0)
        self._say_absent()

    def _take(self, text: str) -> None:
        raise NotImplementedError

    def _say_absent(self) -> None:
        sent_empty = isinstance(self._given, str) and not self._given
        self.line.setPlaceholderText("empty text" if sent_empty else absent_words(self.field))


class StringEditor(LineEditor):
    """Text; empty text is sent too once somebody has typed, Backspace takes it back."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        if field.secret:
            _mask(self.line)

    @classmethod
    @override
    def holds(cls, field: Field, value: Value) -> bool:
        if not isinstance(value, str):
            return value is ABSENT
        return len(value) <= LONGEST and value.isprintable()

    @override
    def value(self) -> Value:
        return self._given

    @override
    def set_value(self, value: Value) -> None:
        self._show(value, value if isinstance(value, str) else "")

    @override
    def fault(self) -> str:
        return "" if self._given is ABSENT else parse(self.field, self._given).message

    @override
    def _take(self, text: str) -> None:
        self._given = text
        self._say_absent()
        self.edited.emit()


class NumberEditor(LineEditor):
    """A whole or broken number, exact whatever its size; holds what it cannot read as text."""

    def __init__(self, field: Field) -> None:
        super().__init__(field, steps=field.kind is FieldKind.INTEGER)
        self.line.stepped.connect(self._step)
        limits = field.limits
        bounded = limits.minimum is not None and limits.maximum is not None
        if bounded and field.kind is FieldKind.INTEGER:
            self.line.put_inside(Steppers(self._step), 18)

    @classmethod
    @override
    def holds(cls, field: Field, value: Value) -> bool:
        if isinstance(value, str):
            return 0 < len(value) <= LONGEST and bool(parse(field, value).message)
        return value is not None and fits(field, value)

    @override
    def value(self) -> Value:
        return self._given

    @override
    def set_value(self, value: Value) -> None:
        self._show(value, value if isinstance(value, str) else spell(self.field, value))

    @override
    def fault(self) -> str:
        text = self.line.text()
        return parse(self.field, text).message if text.strip() else ""

    @override
    def _take(self, text: str) -> None:
        read = parse(self.field, text)
        self._given = text if read.message and text.strip() else read.value
        self._say_absent()
        self.edited.emit()

    def _step(self, turn: int) -> None:
        value = stepped(self.field, self._given, turn)
        if value is not None:
            self._show(value, spell(self.field, value))
            self.line.selectAll()
            self.edited.emit()


def mark(field: QWidget, *, bad: bool) -> None:
    """Give a field the border of a fault, or take it."""
    if bool(field.property("bad")) != bad:
        field.setProperty("bad", bad or None)
        repolish(field)


def _mask(line: Line) -> None:
    """Hide what is typed; it shows while the eye is held."""
    eye = IconButton("eye", "Show while held", small=True)
    eye.setCursor(Qt.CursorShape.ArrowCursor)
    line.setEchoMode(QLineEdit.EchoMode.Password)
    line.put_inside(eye, 24)
    eye.pressed.connect(lambda: line.setEchoMode(QLineEdit.EchoMode.Normal))
    eye.released.connect(lambda: line.setEchoMode(QLineEdit.EchoMode.Password))
