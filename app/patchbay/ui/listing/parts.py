"""The parts of a searchable list: its search field, its rows, its drop-down."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QListView
from typing_extensions import override

from patchbay.ui.controls import SearchField
from patchbay.ui.listing.model import ItemModel


class FilterField(SearchField):
    """Leads into the list: Down goes there, Enter takes the first hit, Escape empties."""

    down = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_PageDown):
            self.down.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class RowsView(QListView):
    """The rows; Up from the first one leads back to the search field."""

    left_above = Signal()

    def __init__(self, model: ItemModel) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setModel(model)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.scrollTo(self.currentIndex())  # the row that shows the focus

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_above.emit()
        else:
            super().keyPressEvent(event)


class Chooser(QComboBox):
    """The same items as a drop-down, for where there is no room for the list."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.items = ItemModel(self)
        self.setAccessibleName(name)
        self.setModel(self.items)
        self.setMinimumContentsLength(8)
        self.setMaxVisibleItems(16)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
