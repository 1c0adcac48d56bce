"""The keys that work in the rows of a form."""

from typing import TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QScrollArea, QWidget

from patchbay.ui.form.arrays import MOST_ITEMS, ArrayEditor, Item
from patchbay.ui.form.row import Row

T = TypeVar("T", bound=QWidget)


class RowKeys(QObject):
    """Acts on the innermost row or list around the focus; each act has its keys and its method."""

    def __init__(self, form: QWidget, area: QScrollArea) -> None:
        super().__init__(form)
        self._form, self._area = form, area
        for keys, act in (
            ("Ctrl+Shift+N", self.toggle_null),
            ("Alt+Insert", self.add_item),
            ("Alt+Delete", self.remove_item),
            ("Alt+Up", lambda: self.move_item(-1)),
            ("Alt+Down", lambda: self.move_item(1)),
        ):
            shortcut = QShortcut(QKeySequence(keys), form)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def toggle_null(self) -> None:
        """Null on or off in the field with the focus."""
        row = next((row for row in self._around(Row) if row.field.nullable), None)
        if row:
            row.toggle_null()

    def add_item(self) -> None:
        """Add an item to the list with the focus, after the item with the focus."""
        for array in self._around(ArrayEditor)[:1]:
            item = array.item_of(self._form.focusWidget())
            array.insert(array.place_of(item) + 1 if item else MOST_ITEMS)

    def remove_item(self) -> None:
        for array, item in self._item():
            array.remove(item)

    def move_item(self, by: int) -> None:
        for array, item in self._item():
            array.shift(item, by)
            self._area.ensureWidgetVisible(item, 0, 24)

    def _item(self) -> list[tuple[ArrayEditor, Item]]:
        """The innermost list around the focus whose item has it; empty when there is none."""
        focused = self._form.focusWidget()
        found = ((array, array.item_of(focused)) for array in self._around(ArrayEditor))
        return [(array, item) for array, item in found if item][:1]

    def _around(self, kind: type[T]) -> list[T]:
        """The widgets of a kind around the focus, innermost first."""
        found: list[T] = []
        widget = self._form.focusWidget()
        while widget is not None and widget is not self._form:
            if isinstance(widget, kind):
                found.append(widget)
            widget = widget.parentWidget()
        return found
