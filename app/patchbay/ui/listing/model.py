"""The items of a list as a Qt model."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.ui.listing.items import Item, Sieve

Index = QModelIndex | QPersistentModelIndex

ITEM_ROLE = Qt.ItemDataRole.UserRole + 1
"""The item of a row."""


class ItemModel(QStringListModel):
    """Holds all items and which of them are shown.

    Qt's own model of strings counts the rows: a view that lays out 10,000 of them asks for the
    count 10,000 times, and that takes too long in Python.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: tuple[Item, ...] = ()
        self._sieve: Sieve | None = None
        self._known: dict[str, int] = {}
        self._places: list[int] = []
        self._rows: dict[str, int] = {}

    @property
    def items(self) -> tuple[Item, ...]:
        return self._items

    def show(self, items: Sequence[Item], typed: str = "") -> None:
        """Take other items."""
        self._items = tuple(items)
        self._known = {item.key: place for place, item in enumerate(self._items)}
        self._sieve = None
        self.narrow(typed)

    def narrow(self, typed: str) -> None:
        """Show only what fits."""
        if typed.strip():
            # Made when somebody types: the drop-down needs none, and 10,000 items take 8 ms.
            self._sieve = self._sieve or Sieve(self._items)
            places = self._sieve.places(typed)
        else:
            places = list(range(len(self._items)))
        self._places = places
        self._rows = {self._items[place].key: row for row, place in enumerate(places)}
        self.setStringList([self._items[place].name for place in places])

    def replace(self, item: Item) -> None:
        """Show another state of the item with this key; it is still found by the same words."""
        place = self._known.get(item.key)
        if place is None or self._items[place] == item:
            return
        self._items = (*self._items[:place], item, *self._items[place + 1 :])
        if (row := self._rows.get(item.key)) is not None:
            self.dataChanged.emit(self.index(row), self.index(row))

    def item(self, index: Index) -> Item:
        return self._items[self._places[index.row()]]

    def row_of(self, key: str) -> int | None:
        return self._rows.get(key)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        editable = Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled
        return super().flags(index) & ~editable

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        told = _TOLD.get(role)
        if told is None or not 0 <= index.row() < len(self._places):
            return None
        return told(self.item(index))


_TOLD: dict[int, Callable[[Item], Any]] = {
    Qt.ItemDataRole.DisplayRole: lambda item: item.name,
    Qt.ItemDataRole.ToolTipRole: lambda item: item.tip or None,
    Qt.ItemDataRole.AccessibleTextRole: lambda item: ", ".join(
        (item.name, *(pill.text for pill in item.pills))
    ),
    Qt.ItemDataRole.AccessibleDescriptionRole: lambda item: item.detail,
    ITEM_ROLE: lambda item: item,
}
