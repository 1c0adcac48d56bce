"""What every kind of field has in common."""

from enum import Enum
from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from patchbay.core.calls.arguments import fits
from patchbay.core.calls.fields import ABSENT, Field, Value
from patchbay.core.values import JsonPath

NOT_SENT = "not sent"


class Shape(Enum):
    """How a row is laid out around its editor."""

    FIELD = "field"
    BOX = "box"
    GROUP = "group"


class Inner(Protocol):
    """What a row is to those who only look for the place of a fault."""

    def place(self, path: JsonPath) -> "tuple[Inner, JsonPath]":
        """The innermost row for a part of the value, and what is left of the path."""
        ...

    @property
    def message(self) -> str:
        """What is wrong with it, as shown; empty when nothing is."""
        ...

    def show_fault(self, message: str) -> None: ...


class Editor(QWidget):
    """Edits the value of one field; its row says the rest.

    `edited` tells that a person changed the value, `left` that the focus has gone from it, and
    `faulted` that a row inside it has another fault than before.
    """

    edited = Signal()
    left = Signal()
    faulted = Signal()
    shape = Shape.FIELD

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field

    @classmethod
    def holds(cls, field: Field, value: Value) -> bool:
        """Whether one for this field can show the value and give back exactly the same."""
        return fits(field, value)

    def value(self) -> Value:
        """What it holds; what cannot be understood as text, or absent where that is impossible."""
        raise NotImplementedError

    def set_value(self, value: Value) -> None:
        raise NotImplementedError

    def fault(self) -> str:
        """Why what was typed means nothing; empty when it means something, or is missing."""
        return ""

    def forget(self) -> None:
        """Back to not sent, by a person."""
        if self.value() is not ABSENT:
            self.set_value(ABSENT)
            self.edited.emit()

    def press(self) -> None:
        """What a click on the name does: by itself, put the focus into the field."""
        self.target().setFocus(Qt.FocusReason.MouseFocusReason)

    def build(self) -> None:
        """Make what is only wanted once it is seen."""

    def check(self) -> bool:
        """Show what is wrong with the rows inside; whether all of them are fine."""
        return True

    @property
    def is_unreadable(self) -> bool:
        """What was typed cannot be given back as a value."""
        return False

    def show_bad(self, *, bad: bool) -> None:
        """Mark the field itself."""

    def inner(self, step: str | int) -> "Inner | None":
        """The row of a part of the value, built if need be."""
        del step
        return None

    def target(self) -> QWidget:
        """Where the focus goes, and what a screen reader speaks about."""
        return self

    def speak(self, name: str, description: str) -> None:
        """Give a screen reader the field's name, and all that stands around it."""
        self.target().setAccessibleName(name)
        self.target().setAccessibleDescription(description)

    def corner(self) -> str:
        """The words about type and state at the right of the name."""
        return self.field.type_text


def absent_words(field: Field) -> str:
    """What an empty field says: that nothing is sent, and what the server takes then."""
    if field.default is not ABSENT and field.placeholder:
        default = f"default {field.placeholder}"
        return default if field.required else f"{NOT_SENT}, {default}"
    example = field.placeholder or _SHAPES.get(field.format, "")
    such = f"such as {example}" if example else ""
    if field.required:
        return such
    return f"{NOT_SENT}, {such}" if such else NOT_SENT


_SHAPES = {
    "date": "2026-11-30",
    "date-time": "2026-11-30T14:05:00Z",
    "time": "14:05:00Z",
    "duration": "PT5M",
}
