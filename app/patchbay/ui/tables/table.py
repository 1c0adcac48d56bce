"""A table of one-line rows, all of one height, under a head that cannot be dragged."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QItemSelectionModel, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.rows import RowsModel
from patchbay.ui.tables.painting import CellPainter

_HEAD = 28


@dataclass(frozen=True, slots=True)
class ColumnRoom:
    """The width of a column and the distance of its title from its edge, in pixels of the design.

    A width of 0 takes what is left.
    """

    width: int
    pad: int = 8


class RowTable(QTableView):
    """Shows a `RowsModel`; whole rows are chosen, Ctrl+C asks for a copy of them."""

    copy_wanted = Signal()
    end_wanted = Signal()
    start_wanted = Signal()

    def __init__(
        self, model: RowsModel[Any], rooms: Sequence[ColumnRoom], paints: CellPainter, height: int
    ) -> None:
        super().__init__()
        self._rooms, self._row_height = tuple(rooms), height
        self.setModel(model)
        self.setItemDelegate(paints)
        paints.setParent(self)
        self.setHorizontalHeader(_Head(self, self._rooms))
        self._set_behaviour()
        self._fit()

    def chosen_rows(self) -> list[int]:
        """The places of the chosen rows, from the top."""
        chosen: QItemSelectionModel = self.selectionModel()
        return sorted(index.row() for index in chosen.selectedRows())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        elif event.key() == Qt.Key.Key_End:
            self.end_wanted.emit()
        elif event.key() == Qt.Key.Key_Home:
            self.start_wanted.emit()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        current = self.currentIndex()
        if not (self.hasFocus() and current.isValid()):
            return
        cell = self.visualRect(current)
        ring = QRect(0, cell.y(), self.viewport().width(), cell.height())
        painter = QPainter(self.viewport())
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.drawRect(ring.adjusted(1, 1, -1, -1))
        painter.end()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._fit()

    def _set_behaviour(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def _fit(self) -> None:
        self.verticalHeader().setMinimumSectionSize(theme.px(self._row_height))
        self.verticalHeader().setDefaultSectionSize(theme.px(self._row_height))
        head = self.horizontalHeader()
        for place, room in enumerate(self._rooms):
            if room.width:
                head.setSectionResizeMode(place, QHeaderView.ResizeMode.Fixed)
                head.resizeSection(place, theme.px(room.width))
            else:
                head.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)


class _Head(QHeaderView):
    """The titles, each above the words of its column."""

    def __init__(self, parent: QWidget, rooms: tuple[ColumnRoom, ...]) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._rooms = rooms
        self.setMinimumSectionSize(8)
        self.setHighlightSections(False)
        self.setSectionsClickable(False)

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), theme.px(_HEAD))

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        painter.save()
        painter.fillRect(rect, theme.colour("inset"))
        painter.fillRect(rect.x(), rect.bottom(), rect.width(), 1, theme.colour("line"))
        painter.setFont(theme.font(12, 500))
        painter.setPen(theme.colour("text3"))
        pad = theme.px(self._rooms[logicalIndex].pad)
        model = self.model()
        title = model.headerData(logicalIndex, self.orientation())
        side = model.headerData(logicalIndex, self.orientation(), Qt.ItemDataRole.TextAlignmentRole)
        is_right = bool(side & Qt.AlignmentFlag.AlignRight)
        room = rect.adjusted(0, 0, -pad, 0) if is_right else rect.adjusted(pad, 0, 0, 0)
        painter.drawText(room, int(side), str(title))
        painter.restore()
