"""Any list of plain objects as a Qt table."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QColor
from typing_extensions import override

from patchbay.ui import theme

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The plain object of a row."""


@dataclass(frozen=True)
class Column(Generic[T]):
    """What a column says of a row; `colour` names a colour of the theme, or none."""

    title: str
    text: Callable[[T], str]
    right: bool = False
    mono: bool = False
    colour: Callable[[T], str | None] = lambda _row: None
    tip: Callable[[T], str] | None = None


class RowsModel(QAbstractTableModel, Generic[T]):
    """Holds the rows of one table; the page that owns it changes them.

    With a `limit` the oldest rows leave when more arrive.
    """

    def __init__(
        self,
        columns: Sequence[Column[T]],
        rows: Iterable[T] = (),
        *,
        limit: int | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows = list(rows)
        self._limit = limit

    @property
    def rows(self) -> Sequence[T]:
        return self._rows

    def row(self, index: Index) -> T:
        return self._rows[index.row()]

    def set_rows(self, rows: Iterable[T]) -> None:
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def append(self, rows: Iterable[T]) -> None:
        added = list(rows)
        if self._limit is not None:
            added = added[-self._limit :]
            self._drop_oldest(len(self._rows) + len(added) - self._limit)
        if not added:
            return
        first = len(self._rows)
        self.beginInsertRows(QModelIndex(), first, first + len(added) - 1)
        self._rows.extend(added)
        self.endInsertRows()

    def refresh(self, row: int) -> None:
        """Say that what a row shows has changed."""
        if 0 <= row < len(self._rows):
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(self._columns) - 1))

    def replace(self, row: int, value: T) -> None:
        self._rows[row] = value
        self.refresh(row)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._columns)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self.checkIndex(index, QAbstractTableModel.CheckIndexOption.IndexIsValid):
            return None
        row = self._rows[index.row()]
        return row if role == ROW_ROLE else _shown(self._columns[index.column()], row, role)

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        return _alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _drop_oldest(self, count: int) -> None:
        count = min(count, len(self._rows))
        if count <= 0:
            return
        self.beginRemoveRows(QModelIndex(), 0, count - 1)
        del self._rows[:count]
        self.endRemoveRows()


def _shown(column: Column[T], row: T, role: int) -> Any:
    shown = _ROLES.get(role)
    return shown(column, row) if shown else None


def _colour(column: Column[T], row: T) -> QColor | None:
    name = column.colour(row)
    return theme.colour(name) if name else None


def _alignment(column: Column[T]) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


_ROLES: dict[int, Callable[[Column[Any], Any], Any]] = {
    Qt.ItemDataRole.DisplayRole: lambda column, row: column.text(row),
    Qt.ItemDataRole.AccessibleTextRole: lambda column, row: column.text(row),
    Qt.ItemDataRole.TextAlignmentRole: lambda column, _row: _alignment(column),
    Qt.ItemDataRole.FontRole: lambda column, _row: (
        theme.font(12, mono=True) if column.mono else None
    ),
    Qt.ItemDataRole.ForegroundRole: _colour,
    Qt.ItemDataRole.ToolTipRole: lambda column, row: column.tip(row) if column.tip else None,
}
