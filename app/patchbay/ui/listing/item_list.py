"""A searchable list of what a server offers."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import Label, column, frame, row
from patchbay.ui.listing.items import Item
from patchbay.ui.listing.model import ItemModel
from patchbay.ui.listing.painting import COMPACT_ROW, ItemPainter
from patchbay.ui.listing.parts import Chooser, FilterField, RowsView

COMPACT_ABOVE = 60
"""More items than this are shown in one line each."""


class ItemList(QWidget):
    """A search field over a list, and the drop-down that can stand for both.

    `chosen` tells the key of an item that somebody chose. What is chosen stays chosen while the
    list is filtered, and when other items arrive as long as its key is among them.
    """

    chosen = Signal(str)

    def __init__(self, placeholder: str, name: str, keys: str = "Ctrl+T") -> None:
        super().__init__()
        self._key = ""
        self._wants_compact: bool | None = None
        self._model = ItemModel(self)
        self.view = RowsView(self._model)
        self.view.setAccessibleName(name)
        self.view.setMinimumHeight(theme.px(COMPACT_ROW))
        self._paints = ItemPainter(self.view)
        self.view.setItemDelegate(self._paints)
        self.chooser = Chooser(name)
        self.search = FilterField(placeholder, keys)
        self._absent = Label("Nothing found", "strong", wrap=True)
        self._hint = Label("No name or description fits.", "hint", wrap=True)
        self._nothing = self._make_nothing()
        self._note = Label("", "hint", wrap=True)
        self._foot = frame("", row(self._note, margins=(16, 4, 12, 8)))
        self._foot.hide()
        top = row(self.search, margins=(12, 8, 12, 4))
        self.setLayout(column(top, (self.view, 1), (self._nothing, 1), self._foot, gap=0))
        self._connect()
        self._follow()

    @property
    def items(self) -> tuple[Item, ...]:
        return self._model.items

    @property
    def key(self) -> str:
        """The key of the chosen item; empty when none is."""
        return self._key

    def show_items(self, items: Sequence[Item]) -> None:
        """Take other items; the choice stays if it can, and nothing is told."""
        self._model.show(items, self.search.text())
        self.chooser.items.show(items)
        if not any(item.key == self._key for item in items):
            self._key = ""
        self._fit_rows()
        self._follow()

    def show_item(self, item: Item) -> None:
        """Show another state of one item: of its name and words only the pills may differ."""
        self._model.replace(item)
        self.chooser.items.replace(item)

    def choose(self, key: str) -> None:
        """Show another choice without telling anybody."""
        self._key = key if any(item.key == key for item in self.items) else ""
        self._follow()

    def set_compact(self, compact: bool | None) -> None:  # noqa: FBT001 - None lets the list decide
        """Rows of one line, of two, or as many items ask for."""
        self._wants_compact = compact
        self._fit_rows()

    def set_note(self, note: str) -> None:
        """A few words at the foot of the list; none hide it."""
        self._note.setText(note)
        self._foot.setVisible(bool(note))

    def focus_filter(self) -> None:
        self.search.take_keys()

    @override
    def sizeHint(self) -> QSize:
        return QSize(theme.px(224), theme.px(300))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._fit_rows()

    def _connect(self) -> None:
        self.search.textChanged.connect(self._narrow)
        self.search.returnPressed.connect(lambda: self._take_row(0))
        self.search.down.connect(self._enter_list)
        self.view.left_above.connect(self.focus_filter)
        self.view.selectionModel().currentChanged.connect(self._take)
        self.chooser.activated.connect(self._take_place)

    def _make_nothing(self) -> QWidget:
        for label in (self._absent, self._hint):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return frame(
            "", column(None, self._absent, self._hint, None, margins=(16, 8, 16, 8), gap=4)
        )

    def _narrow(self, typed: str) -> None:
        self._model.narrow(typed)
        self._follow()

    def _enter_list(self) -> None:
        if self._model.rowCount():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            if not self.view.currentIndex().isValid():
                self._take_row(0)

    def _take_row(self, row: int) -> None:
        if row < self._model.rowCount():
            self.view.setCurrentIndex(self._model.index(row))

    def _take(self, index: QModelIndex) -> None:
        if index.isValid():
            self._tell(self._model.item(index).key)

    def _take_place(self, place: int) -> None:
        self._tell(self.chooser.items.item(self.chooser.items.index(place)).key)

    def _tell(self, key: str) -> None:
        if key != self._key:
            self._key = key
            self._follow()
            self.chosen.emit(key)

    def _follow(self) -> None:
        """Show the choice in the list and in the drop-down, and what there is to say."""
        row = self._model.row_of(self._key)
        index = QModelIndex() if row is None else self._model.index(row)
        if index != self.view.currentIndex():
            self.view.setCurrentIndex(index)
        place = self.chooser.items.row_of(self._key)
        self.chooser.setCurrentIndex(-1 if place is None else place)
        self._say_nothing()

    def _say_nothing(self) -> None:
        nothing = not self._model.rowCount()
        self.view.setVisible(not nothing)
        self._nothing.setVisible(nothing)

    def _fit_rows(self) -> None:
        many = len(self.items) > COMPACT_ABOVE
        self._paints.compact = many if self._wants_compact is None else self._wants_compact
        self.view.scheduleDelayedItemsLayout()
