"""The form of a tool or a prompt, made from its fields."""

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QScrollArea, QStackedLayout, QWidget
from typing_extensions import override

from patchbay.core.calls.arguments import arguments as sent
from patchbay.core.calls.arguments import initial
from patchbay.core.calls.arrival import pointer
from patchbay.core.calls.fields import Field, FieldKind
from patchbay.core.calls.validation import Mismatch, validate
from patchbay.core.values import Json, JsonObject, as_object
from patchbay.ui.controls import column, scroll
from patchbay.ui.form.descriptions import FaultWords, Words
from patchbay.ui.form.groups import Rows
from patchbay.ui.form.json_view import JsonView
from patchbay.ui.form.keys import RowKeys
from patchbay.ui.form.making import EditorMaker
from patchbay.ui.form.row import Row
from patchbay.ui.form.tab_order import TabOrder

_ROWS, _TEXT = 0, 1


class Form(QWidget):
    """Holds the arguments of one call, as rows or as JSON text.

    `edited` tells that a person changed something, `faults_changed` how many fields need
    attention, `json_shown` that rows and text have changed places.
    """

    edited = Signal()
    faults_changed = Signal(int)
    json_shown = Signal(bool)

    def __init__(self, root: Field, schema: Json, *, empty: str = "No arguments.") -> None:
        super().__init__()
        self._root, self._schema = root, schema
        self._rows = Rows(root.fields, EditorMaker())
        self._text = JsonView(root)
        self._fault, self._note = FaultWords(), Words("", "hint")
        self._area = self._scrolled()
        self._faults = 0
        self._mismatches: tuple[Mismatch, ...] = ()
        self._before: JsonObject | None = None
        self._tab_order = TabOrder(self._rows)
        self._pages = QStackedLayout()
        self._pages.addWidget(self._area)
        self._pages.addWidget(self._text)
        self.setLayout(self._pages)
        self.keys = RowKeys(self, self._area)
        self._connect(empty)
        self._start_with(as_object(initial(root)))
        self.edited.connect(self._forget_before)

    @property
    def root(self) -> Field:
        return self._root

    @property
    def faults(self) -> int:
        """How many fields need attention."""
        return self._faults

    @property
    def is_json(self) -> bool:
        """The arguments are shown as text."""
        return self._pages.currentIndex() == _TEXT

    @property
    def is_json_only(self) -> bool:
        """There are no rows for these arguments."""
        return self._root.kind is FieldKind.JSON

    def arguments(self) -> JsonObject | None:
        """What to send; `None` when it does not fit the schema, and then the fields are marked."""
        self._mismatches = ()
        found = self._text.arguments() if self.is_json else self.raw()
        typed_well = found is not None if self.is_json else self._rows.check()
        if found is not None:
            self._compare(found)
        self._count()
        if self._faults or not typed_well:
            self._show_fault(0)
            return None
        return found

    def raw(self) -> JsonObject:
        """The arguments as far as they can be told, without a look at the schema."""
        if self.is_json:
            return self._text.arguments() or {}
        return sent(self._root, self._rows.value())

    def held(self) -> JsonObject | None:
        """All that was filled in, whether or not it fits the schema.

        `None` when there is a text in it that means nothing; the focus is put there then.
        """
        if not self.is_json:
            return None if self._finds_unreadable() else self.raw()
        found = self._text.arguments()
        if found is None:
            self._count()
            self._text.focus()
        return found

    def set_arguments(self, arguments: JsonObject) -> None:
        """Take other arguments; a row that cannot show its part shows it as JSON."""
        self._clear_faults()
        if self.is_json:
            self._text.show_arguments(arguments)
        else:
            self._rows.set_value(arguments)
        self._count()

    def reset(self) -> None:
        """Begin again; `undo_reset` brings back what was there, until something is edited."""
        before = self.raw()
        self._clear_faults()
        self._start_with(as_object(initial(self._root)))
        self._count()
        self.edited.emit()
        self._before = before

    @property
    def can_undo_reset(self) -> bool:
        return self._before is not None

    def undo_reset(self) -> None:
        if self._before is not None:
            self.set_arguments(self._before)
            self.edited.emit()

    def show_json(self, *, on: bool) -> bool:
        """Change between rows and text; whether that could be done.

        JSON that cannot be read keeps the text, and a row whose own JSON cannot keeps the rows.
        """
        if on != self.is_json and not self.is_json_only:
            self._to_text() if on else self._to_rows()
        return on == self.is_json

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        self._tab_order.follow()
        return super().focusNextPrevChild(next)

    def focus_first(self) -> None:
        first = self._rows.first()
        if self.is_json:
            self._text.focus()
        elif first:
            first.focus()

    def show_next_fault(self) -> None:
        """Put the focus into the next field that needs attention, round and round."""
        here = self.focusWidget()
        faulty = enumerate(self._faulty())
        at = next((place for place, row in faulty if here and row.isAncestorOf(here)), -1)
        self._show_fault(at + 1)

    def _scrolled(self) -> QScrollArea:
        content = QWidget()
        content.setLayout(
            column(self._note, self._fault, self._rows, None, margins=(16, 4, 16, 12), gap=12)
        )
        self._note.hide()
        return scroll(content)

    def _connect(self, empty: str) -> None:
        self._rows.edited.connect(self.edited)
        self._rows.faulted.connect(self._count)
        self._text.edited.connect(self._text_edited)
        if self.is_json_only:
            self._text.say_why(self._root.reason)
            self._pages.setCurrentIndex(_TEXT)
        elif not self._root.fields:
            self._say(empty)

    def _start_with(self, value: JsonObject) -> None:
        if self.is_json:
            self._text.show_arguments(sent(self._root, value))
        else:
            self._rows.set_value(value)

    def _to_text(self) -> None:
        if self._finds_unreadable():
            return
        arguments = self.raw()
        self._clear_faults()
        self._text.show_arguments(arguments)
        self._turn_to(_TEXT)

    def _finds_unreadable(self) -> bool:
        """Whether a row holds what cannot be given back; the first such row gets the focus."""
        rows = [row for row in self._rows.findChildren(Row) if row.editor.is_unreadable]
        for row in rows:
            row.check()
        if rows:
            min(rows, key=lambda row: _place(row, self._rows)).focus()
        return bool(rows)

    def _to_rows(self) -> None:
        arguments = self._text.arguments()
        if arguments is None:
            self._count()
            self._text.focus()
            return
        self._clear_faults()
        self._rows.set_value(arguments)
        self._turn_to(_ROWS)

    def _turn_to(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        self._count()
        self.focus_first()
        self.json_shown.emit(self.is_json)

    def _compare(self, arguments: JsonObject) -> None:
        found = validate(self._schema, arguments)
        unusable = next((one.message for one in found if one.schema_fault), "")
        if unusable:
            self._say(f"{unusable}. The arguments are sent as they are.")
        self._mismatches = tuple(one for one in found if not one.schema_fault)
        if self.is_json:
            self._text.say_mismatches([(one.path, one.message) for one in self._mismatches])
        else:
            for mismatch in self._mismatches:
                self._mark(mismatch)

    def _mark(self, mismatch: Mismatch) -> None:
        """Show a mismatch at the innermost row it belongs to, or over all rows."""
        first, *rest = mismatch.path or ("",)
        row = self._rows.row(str(first))
        if row is None:
            self._fault.say(f"{first}: {mismatch.message}" if first else mismatch.message)
            return
        place, left = row.place(tuple(rest))
        inside = f"{pointer(left)}: " if left else ""
        if not place.message:
            place.show_fault(f"{inside}{mismatch.message}")

    def _show_fault(self, place: int) -> None:
        faulty = self._faulty()
        if self.is_json:
            self._text.focus()
            for mismatch in self._mismatches[:1]:
                self._text.go_to(mismatch.path)
        elif faulty:
            row = faulty[place % len(faulty)]
            row.focus()
            self._area.ensureWidgetVisible(row, 0, 24)
        elif self._fault.text():
            self._area.ensureWidgetVisible(self._fault)

    def _clear_faults(self) -> None:
        self._mismatches = ()
        self._fault.say("")
        for row in self._faulty():
            row.show_fault("")

    def _forget_before(self) -> None:
        self._before = None

    def _text_edited(self) -> None:
        self._mismatches = ()
        self._count()
        self.edited.emit()

    def _faulty(self) -> list[Row]:
        """The rows that need attention, from top to bottom."""
        rows = [row for row in self._rows.findChildren(Row) if row.message]
        return sorted(rows, key=lambda row: _place(row, self._rows))

    def _count(self) -> None:
        if self.is_json:
            faults = len(self._mismatches) or int(bool(self._text.fault))
        else:
            faults = len(self._faulty()) + int(bool(self._fault.text()))
        if faults != self._faults:
            self._faults = faults
            self.faults_changed.emit(faults)

    def _say(self, note: str) -> None:
        self._note.setText(note)
        self._note.setVisible(bool(note))


def _place(row: QWidget, within: QWidget) -> tuple[int, int]:
    at = row.mapTo(within, QPoint())
    return at.y(), at.x()
