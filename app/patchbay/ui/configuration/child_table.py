"""Everything a server would get: how it is started, and its whole environment in a table."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.sessions.inspection import ChildVariable, Inspection
from patchbay.ui import theme
from patchbay.ui.configuration.launch_lines import LaunchLines
from patchbay.ui.controls import IconButton, Label, column, frame, row
from patchbay.ui.figures import counted
from patchbay.ui.rows import Column, RowsModel
from patchbay.ui.server_form.hints import DOTS
from patchbay.ui.tables import CellPainter, ColumnRoom, Ink, RowTable, paint_text

_ROW, _HEAD, _MOST_ROWS = 24, 28, 12
_ROOMS = (ColumnRoom(152, 10), ColumnRoom(0), ColumnRoom(112))
_LONGEST = 1_000


class ChildTable(QWidget):
    """Its command, and of its variables names, values and where they come from.

    Secrets show while the eye is pressed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.open = False
        self._shown: tuple[ChildVariable, ...] = ()
        columns: tuple[Column[ChildVariable], ...] = (
            Column("Name", lambda variable: variable.name),
            Column("Value", self._value),
            Column("From", lambda variable: variable.origin),
        )
        self._model = RowsModel(columns, parent=self)
        self.table = RowTable(self._model, _ROOMS, _VariablePainter(self), _ROW)
        self.table.setAccessibleName("What the server gets")
        self.table.copy_wanted.connect(self._copy)
        self._count = Label("", "hint")
        self._launch = LaunchLines()
        eye = IconButton("eye", "Show secrets while pressed", small=True)
        eye.pressed.connect(lambda: self._reveal(secrets=True))
        eye.released.connect(lambda: self._reveal(secrets=False))
        head = row(Label("What the server gets", "section"), self._count, None, eye)
        block = frame("block", column(self.table, margins=(1, 1, 1, 1)))
        self.setLayout(column(head, self._launch, 4, block, margins=(16, 0, 16, 16), gap=4))

    def show_inspection(self, inspection: Inspection) -> None:
        """What the look found out; hidden where there is no such process."""
        self._launch.show_launch(inspection.launch)
        if inspection.child != self._shown:
            self._show_variables(inspection.child)

    def _show_variables(self, variables: tuple[ChildVariable, ...]) -> None:
        self._shown = variables
        self._model.set_rows(variables)
        self._count.setText(counted(len(variables), "variable"))
        rows = min(len(variables), _MOST_ROWS)
        self.table.setFixedHeight(theme.px(_HEAD) + rows * theme.px(_ROW))
        self.setVisible(bool(variables))

    def shown(self, variable: ChildVariable) -> str:
        return DOTS if variable.is_secret and not self.open else variable.value

    def _value(self, variable: ChildVariable) -> str:
        return self.shown(variable)[:_LONGEST]

    def _reveal(self, *, secrets: bool) -> None:
        self.open = secrets
        self._launch.reveal(secrets=secrets)
        self.table.viewport().update()

    def _copy(self) -> None:
        chosen = [self._model.rows[place] for place in self.table.chosen_rows()]
        QGuiApplication.clipboard().setText(
            "\n".join(f"{each.name}={self.shown(each)}" for each in chosen)
        )


class _VariablePainter(CellPainter):
    def __init__(self, owner: ChildTable) -> None:
        super().__init__()
        self._owner = owner

    @override
    def paint_cell(self, painter: QPainter, room: QRect, column: int, row: ChildVariable) -> None:
        words, mono, colour = (
            (row.name, True, "text"),
            (self._owner.shown(row), True, "text2"),
            (row.origin, False, "text3"),
        )[column]
        inner = room.adjusted(theme.px(_ROOMS[column].pad), 0, -theme.px(4), 0)
        paint_text(painter, inner, words, Ink(theme.font(12, mono=mono), colour))
