"""Lists: numbered rows that can be added, moved and removed."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.calls.arguments import NEEDS_VALUE, fits, initial_item
from patchbay.core.calls.fields import ABSENT, Field, FieldKind, Value
from patchbay.core.values import Json, as_list
from patchbay.ui import theme
from patchbay.ui.controls import Button, IconButton, Label, column, row
from patchbay.ui.form.editor import Editor, Inner
from patchbay.ui.form.row import Maker, Row

MOST_ITEMS = 100
"""Items that are shown as rows; a longer list is edited as JSON."""

_TOP = Qt.AlignmentFlag.AlignTop


class _AddButton(Button):
    emptied = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace:
            self.emptied.emit()
        else:
            super().keyPressEvent(event)


class Item(QWidget):
    """One item: its number, its row, and the way to remove it."""

    def __init__(self, array: "ArrayEditor", field: Field, maker: Maker) -> None:
        super().__init__()
        self.row = Row(field, maker, item="item")
        self._number = Label("", "monohint")
        self.remove = IconButton("x", "Remove item", small=True, keys="Alt+Delete")
        self.remove.clicked.connect(lambda: array.remove(self))
        folds = field.kind is FieldKind.OBJECT  # then its head has the number
        self._number.setVisible(not folds)
        end = column(self.remove, None, margins=(0, 0 if folds else 2, 0, 0), gap=0)
        layout = row(self._number, (self.row, 1), end, gap=4)
        layout.setAlignment(self._number, _TOP)
        self.setLayout(layout)

    def number(self, place: int, width: int, name: str) -> None:
        self._number.setFixedSize(width, theme.px(28))
        self._number.setText(str(place + 1))
        self.row.set_item(f"{name} {place + 1}".strip())
        self.remove.set_name(f"Remove {name} {place + 1}".replace("  ", " "), "Alt+Delete")


class ArrayEditor(Editor):
    """A list of one kind of item. Not sent and empty are told apart at its foot."""

    def __init__(self, field: Field, maker: Maker) -> None:
        super().__init__(field)
        self._maker = maker
        self._item_field = field.item or Field("", FieldKind.JSON, "json")
        self._items: list[Item] = []
        self._is_sent = False
        self._rows: QVBoxLayout = column(gap=4)
        self._add = _AddButton("Add item", "link", icon="plus", tip="Alt+Insert")
        self._says = Label("", "hint")
        self._foot = row(self._add, self._says, None)
        self.setLayout(column(self._rows, self._foot, gap=4))
        self._add.clicked.connect(lambda: self.insert(len(self._items)))
        self._add.emptied.connect(self.forget)
        self._follow()

    @classmethod
    @override
    def holds(cls, field: Field, value: Value) -> bool:
        if value is not ABSENT and not fits(field, value):
            return False
        return len(as_list(value)) <= MOST_ITEMS

    @override
    def value(self) -> Value:
        if not self._items:
            return [] if self._is_sent else ABSENT
        return [item.row.value() for item in self._items]

    @override
    def set_value(self, value: Value) -> None:
        values: list[Json] = as_list(value)
        self._is_sent = value is not ABSENT
        for item in self._items[len(values) :]:
            self._drop(item)
        for place, part in enumerate(values):
            if place == len(self._items):
                self._put(place)
            self._items[place].row.set_value(part)
        self._follow()

    @override
    def target(self) -> QWidget:
        return self._add

    @override
    def speak(self, name: str, description: str) -> None:
        super().speak(f"Add item to {name}", description)

    @override
    def inner(self, step: str | int) -> Inner | None:
        known = isinstance(step, int) and 0 <= step < len(self._items)
        return self._items[int(step)].row if known else None

    @override
    def check(self) -> bool:
        fine = [item.row.check() for item in self._items]
        for place, item in enumerate(self._items):
            if item.row.value() is ABSENT and not item.row.message:
                item.row.show_fault(NEEDS_VALUE)
            fine[place] = fine[place] and not item.row.message
        return all(fine)

    def insert(self, place: int) -> None:
        """Add an item there, by a person."""
        if len(self._items) >= MOST_ITEMS:
            return
        item = self._put(place)
        item.row.set_value(initial_item(self._item_field))
        item.row.reveal()
        self._tell()
        item.row.focus()

    def remove(self, item: Item) -> None:
        place = self._items.index(item)
        self._drop(item)
        self._tell()
        near = self._items[min(place, len(self._items) - 1)] if self._items else None
        if near:
            near.row.focus()
        else:
            self._add.setFocus(Qt.FocusReason.OtherFocusReason)

    def shift(self, item: Item, by: int) -> None:
        """Exchange an item with its neighbour."""
        place = self._items.index(item)
        to = place + by
        if not 0 <= to < len(self._items):
            return
        focused = self._focused()
        self._items.insert(to, self._items.pop(place))
        self._rows.removeWidget(item)
        self._rows.insertWidget(to, item)
        self._tell()
        if focused is not None and item.isAncestorOf(focused):
            focused.setFocus(Qt.FocusReason.OtherFocusReason)

    def item_of(self, widget: QWidget | None) -> Item | None:
        """The item in which a widget stands."""
        if widget is None:
            return None
        return next((item for item in self._items if item.isAncestorOf(widget)), None)

    def place_of(self, item: Item) -> int:
        return self._items.index(item)

    def _focused(self) -> QWidget | None:
        return self.window().focusWidget()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._follow()

    def _put(self, place: int) -> Item:
        item = Item(self, self._item_field, self._maker)
        self._items.insert(place, item)
        self._rows.insertWidget(place, item)
        item.show()  # at once: it may be given the focus
        item.row.edited.connect(self.edited)
        item.row.faulted.connect(self.faulted)
        return item

    def _drop(self, item: Item) -> None:
        self._items.remove(item)
        self._rows.removeWidget(item)
        item.hide()
        item.deleteLater()

    def _tell(self) -> None:
        self._is_sent = True
        self._follow()
        self.edited.emit()

    def _follow(self) -> None:
        digits = len(str(len(self._items)))
        width = self.fontMetrics().horizontalAdvance("0") * digits + 4
        numbered = self._items and self._item_field.kind is not FieldKind.OBJECT
        self._foot.setContentsMargins(width + 4 if numbered else 0, 0, 0, 0)
        for place, item in enumerate(self._items):
            item.number(place, width, self.field.name)
        full = len(self._items) >= MOST_ITEMS
        self._add.setVisible(not full)
        self._says.setText(self._words(full=full))
        self._says.setVisible(bool(self._says.text()))

    def _words(self, *, full: bool) -> str:
        if full:
            return f"{MOST_ITEMS} items; more can be added in the JSON view"
        if self._items:
            return ""
        if self._is_sent:
            return "empty: sent as [ ]"
        return "" if self.field.required else "empty: not sent"
