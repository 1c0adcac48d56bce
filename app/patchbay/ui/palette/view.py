"""The list of rows that the palette and the map of keys show."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QListView
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.palette.painting import HEADING, ROW, RowPainter
from patchbay.ui.palette.sections import Heading, Offer, Row
from patchbay.ui.palette.spelling import spelled
from patchbay.ui.rows import Column, RowsModel


class RowsView(QListView):
    """Shows rows; headings cannot be chosen, and stepping passes over them."""

    taken = Signal(object)
    """The offer of a row that was clicked."""

    def __init__(self, name: str, *, all_keys: bool = False) -> None:
        super().__init__()
        self._model = RowsModel[Row]((Column("Row", said),), parent=self)
        self._paints = RowPainter(self, all_keys=all_keys)
        self.setModel(self._model)
        self.setItemDelegate(self._paints)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.clicked.connect(self._take)

    @property
    def rows(self) -> Sequence[Row]:
        return self._model.rows

    @property
    def offer(self) -> Offer | None:
        """The chosen one."""
        index = self.currentIndex()
        row = self._model.row(index) if index.isValid() else None
        return row if isinstance(row, Offer) else None

    @property
    def tall(self) -> int:
        """The height of all rows."""
        headings = sum(isinstance(row, Heading) for row in self.rows)
        return theme.px(HEADING) * headings + theme.px(ROW) * (len(self.rows) - headings)

    def show_rows(self, rows: Sequence[Row], typed: str = "") -> None:
        """Take other rows; none is chosen."""
        self._paints.typed = typed
        self._model.set_rows(rows)

    def step(self, by: int) -> None:
        """Choose the offer so many rows below or above; one step goes around the end."""
        places = [place for place, row in enumerate(self.rows) if isinstance(row, Offer)]
        if not places:
            return
        now = self.currentIndex().row()
        at = places.index(now) if now in places else -1 if by > 0 else 0
        far = abs(by) > 1
        at = min(max(at + by, 0), len(places) - 1) if far else (at + by) % len(places)
        self.setCurrentIndex(self._model.index(places[at], 0))
        if at == 0:
            self.scrollToTop()  # its heading as well

    def press(self, key: int) -> bool:
        """Whether a key moves the choice."""
        if rows := _STEPS.get(key):
            self.step(rows)
        elif pages := _PAGES.get(key):
            seen = self.viewport().height() // theme.px(ROW)
            self.step(pages * max(seen - 1, 2))
        else:
            return False
        return True

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.offer is None:
            self.step(1)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.press(event.key()):
            super().keyPressEvent(event)

    def _take(self, index: QModelIndex) -> None:
        if isinstance(row := self._model.row(index), Offer):
            self.taken.emit(row)


_STEPS: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_PAGES: dict[int, int] = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}


def said(row: Row) -> str:
    """A row as a screen reader says it."""
    if isinstance(row, Heading):
        return row.text
    keys = " or ".join(map(spelled, row.keys))
    return ", ".join(part for part in (row.text, row.lacking or row.detail, keys) if part)
