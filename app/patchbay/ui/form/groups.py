"""Objects: rows one under another, two short ones side by side."""

from collections.abc import Iterator

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.calls.arguments import assemble
from patchbay.core.calls.fields import ABSENT, Field, FieldKind, Value
from patchbay.core.values import JsonObject, as_object
from patchbay.ui.controls import column, frame, row
from patchbay.ui.form.descriptions import Words
from patchbay.ui.form.editor import NOT_SENT, Editor, Inner, Shape
from patchbay.ui.form.row import Maker, Row

_SHORT_KINDS = (FieldKind.CHOICE, FieldKind.INTEGER, FieldKind.NUMBER)
_LONGEST_SHORT_NAME = 16
_AT_ONCE, _IN_A_STEP, _IN_A_BLOCK = 12, 6, 24


class Rows(QWidget):
    """The rows of one object. Many are built a few at a time, so that the window goes on living.

    What a row that is not built yet will hold waits in `_waiting`; names that the form does not
    know are kept in it for ever.
    """

    edited = Signal()
    faulted = Signal()

    def __init__(self, fields: tuple[Field, ...], maker: Maker) -> None:
        super().__init__()
        self._maker = maker
        self._lines = list(_paired(fields))
        self._known = [field.name for field in fields]
        self._rows: dict[str, Row] = {}
        self._waiting: JsonObject = {}
        self._extra = Words("", "hint")
        self._extra.hide()
        self._column: QVBoxLayout = column(self._extra, gap=12)
        self.setLayout(self._column)
        self._last: QVBoxLayout | None = None
        self._build(_AT_ONCE)

    def value(self) -> JsonObject:
        held = {**self._waiting, **{name: row.value() for name, row in self._rows.items()}}
        known = {name: held.pop(name) for name in self._known if name in held}
        return {**known, **held}

    def set_value(self, value: JsonObject) -> None:
        self._waiting = {name: part for name, part in value.items() if name not in self._rows}
        for name, built in self._rows.items():
            part = value.get(name, ABSENT)
            if part is not ABSENT or built.value() is not ABSENT or built.message:
                built.set_value(part)
        unknown = [name for name in value if name not in self._known]
        self._extra.setText(f"Also sent: {', '.join(unknown)}. The JSON view shows the values.")
        self._extra.setVisible(bool(unknown))

    def row(self, name: str) -> Row | None:
        """The row of a property, built if need be."""
        while name not in self._rows and self._lines:
            self._build(1)
        return self._rows.get(name)

    def first(self) -> Row | None:
        return next(iter(self._rows.values()), None)

    def check(self) -> bool:
        verdicts = [built.check() for built in self._rows.values()]  # every row shows its own
        return all(verdicts)

    def _build(self, lines: int) -> None:
        """Build the next lines now, and the others when the window has nothing else to do."""
        now, self._lines = self._lines[:lines], self._lines[lines:]
        for fields in now:
            rows = [self._made(field) for field in fields]
            if len(rows) == 1:
                self._block().addWidget(rows[0])
            else:
                self._block().addLayout(_side_by_side(rows))
            for built in rows:
                built.show()  # at once: it may be given the focus
        if self._lines:
            QTimer.singleShot(0, self, lambda: self._build(_IN_A_STEP))

    def _block(self) -> QVBoxLayout:
        """Where the next line goes: laying out blocks costs less than all lines every time."""
        if self._last is None or self._last.count() >= _IN_A_BLOCK:
            self._last = column(gap=12)
            self._column.insertWidget(self._column.count() - 1, frame("", self._last))
        return self._last

    def _made(self, field: Field) -> Row:
        made = Row(field, self._maker)
        self._rows[field.name] = made
        value = self._waiting.pop(field.name, ABSENT)
        if value is not ABSENT:
            made.set_value(value)
        made.edited.connect(self.edited)
        made.faulted.connect(self.faulted)
        return made


class GroupEditor(Editor):
    """An object. Its rows are built when it is opened first."""

    shape = Shape.GROUP

    def __init__(self, field: Field, maker: Maker) -> None:
        super().__init__(field)
        self._maker = maker
        self._rows: Rows | None = None
        self._value: Value = ABSENT
        self._column = column(gap=0)
        self.setLayout(self._column)

    @override
    def value(self) -> Value:
        if self._rows is None:
            return self._value
        value = self._rows.value()
        if any(part is not ABSENT for part in value.values()):
            return value
        return value if self._value is not ABSENT and self._value else self._value

    @override
    def set_value(self, value: Value) -> None:
        self._value = value
        if self._rows is not None:
            self._rows.set_value(as_object(value))

    @override
    def build(self) -> None:
        if self._rows is not None:
            return
        self._rows = Rows(self.field.fields, self._maker)
        self._rows.set_value(as_object(self._value))
        self._rows.edited.connect(self._take)
        self._rows.faulted.connect(self.faulted)
        self._column.addWidget(self._rows)
        self._rows.show()

    @override
    def check(self) -> bool:
        return self._rows is None or self._rows.check()

    @override
    def inner(self, step: str | int) -> Inner | None:
        self.build()
        return self._rows.row(step) if self._rows and isinstance(step, str) else None

    @override
    def corner(self) -> str:
        kind = self.field.type_text.partition(",")[0]
        value = self.value()
        if value == {}:
            return f"{kind}, sent empty"
        held = as_object(value)
        count = sum(self._is_set(name, part) for name, part in held.items())
        if not count:
            return kind if self.field.required else f"{kind}, {NOT_SENT}"
        return f"{kind}, {count} of {max(len(self.field.fields), len(held))} set"

    def _is_set(self, name: str, part: Value) -> bool:
        child = self.field.field(name)
        return (assemble(child, part) if child else part) is not ABSENT

    def _take(self) -> None:
        if self._rows is not None:
            self._value = self._rows.value()
        self.edited.emit()


def _paired(fields: tuple[Field, ...]) -> Iterator[tuple[Field, ...]]:
    """Two short fields that follow one another share a line."""
    waiting: Field | None = None
    for field in fields:
        if waiting and _is_short(field):
            yield waiting, field
            waiting = None
            continue
        if waiting:
            yield (waiting,)
            waiting = None
        if _is_short(field):
            waiting = field
        else:
            yield (field,)
    if waiting:
        yield (waiting,)


def _is_short(field: Field) -> bool:
    plain = field.kind in _SHORT_KINDS and not field.description and not field.nullable
    return plain and len(field.name) <= _LONGEST_SHORT_NAME


def _side_by_side(rows: list[Row]) -> QHBoxLayout:
    line = row(gap=12)
    for part in rows:
        line.addWidget(part, 1, Qt.AlignmentFlag.AlignTop)
    return line
