"""What is wrong in a file: where, what, and what to do about it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout, QWidget
from typing_extensions import override

from patchbay.core.config.model import Place, Problem, Severity
from patchbay.core.keychain.kept import is_variable_name
from patchbay.ui import theme
from patchbay.ui.controls import Button, IconLabel, Label, clear, column, row, scroll

ICONS = {
    Severity.ERROR: ("circle-x", "danger"),
    Severity.WARNING: ("triangle-alert", "warn"),
    Severity.NOTE: ("info", "accent"),
}
_MOST_TALL, _LEAST_TALL, _ONE_ROW = 148, 60, 40
_MOST_SHOWN = 200


class ProblemList(QFrame):
    """One row for each problem; its place leads to the text.

    Hidden while there is none, and where the text needs all the room.
    """

    place_wanted = Signal(Place)
    value_wanted = Signal(str)
    """The name of a variable that the person wants to set."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "topbar")
        self.setAccessibleName("Problems")
        self._problems: tuple[Problem, ...] = ()
        self._most = theme.px(_MOST_TALL)
        self._rows = column(margins=(16, 8, 16, 8), gap=4)
        self._content = QWidget()
        self._content.setLayout(self._rows)
        self._area = scroll(self._content)
        self._area.viewport().setAutoFillBackground(False)
        self._content.setObjectName("")
        self._around = column(self._area, gap=0)
        self.setLayout(self._around)
        self.hide()

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self._problems

    def show_problems(self, problems: Sequence[Problem]) -> None:
        if tuple(problems) == self._problems:
            return
        self._problems = tuple(problems)
        clear(self._rows)
        count = Label(f"{len(self._problems):,}", "hint")
        heading = QWidget()
        heading.setLayout(row(Label("Problems", "section"), count, None))
        self._rows.addWidget(heading)
        heading.show()
        for problem in self._problems[:_MOST_SHOWN]:
            widget = self._row(problem)
            self._rows.addWidget(widget)
            widget.show()  # at once: what is hidden still is not measured
        if len(self._problems) > _MOST_SHOWN:
            more = len(self._problems) - _MOST_SHOWN
            self._rows.addWidget(Label(f"{more:,} more problems are not shown", "hint"))
        self._fit()

    def share(self, height: int, needed: int) -> None:
        """Take no more than a third of a height, and only what the text beside it can spare."""
        wanted = max(theme.px(_LEAST_TALL), min(height // 3, theme.px(_MOST_TALL)))
        spared = min(wanted, height - needed)
        most = spared if spared >= theme.px(_ONE_ROW) else 0
        if most != self._most:
            self._most = most
            self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _row(self, problem: Problem) -> QWidget:
        icon = IconLabel(*ICONS[problem.severity], 14)
        icon.setToolTip(problem.severity.value.capitalize())
        words = Label(problem.message, "label", wrap=True, selectable=True)
        parts: list[QWidget] = [words]
        if problem.fix:
            parts.append(Label(problem.fix, "hint", wrap=True, selectable=True))
        told: list[QWidget | QLayout | tuple[QLayout, int]] = [
            column(icon, None, margins=(0, 5, 0, 0)),
            column(self._where(problem), None),
            (column(*parts, margins=(0, 3, 0, 2), gap=1), 1),
        ]
        if is_variable_name(problem.variable):
            told.append(column(self._way_out(problem.variable), None))
        widget = QWidget()
        widget.setLayout(row(*told))
        widget.setAccessibleName(f"{problem.severity.value}: {problem.message}")
        return widget

    def _where(self, problem: Problem) -> QWidget:
        place = problem.place
        if place is None:
            return Label("file", "monohint")
        link = Button(f"{place.line}:{place.column}", "link")
        link.setToolTip(f"Line {place.line}, column {place.column}")
        link.setAccessibleName(f"Go to line {place.line}")
        link.clicked.connect(lambda: self.place_wanted.emit(place))
        return link

    def _way_out(self, variable: str) -> Button:
        link = Button("Set a value", "link")
        link.setAccessibleName(f"Set a value for {variable}")
        link.clicked.connect(lambda: self.value_wanted.emit(variable))
        return link

    def _fit(self) -> None:
        """As tall as the rows need at this width, up to a limit; then they scroll."""
        around = self._rows.contentsMargins()
        wide = self.width() or 400
        needed = self._rows.totalHeightForWidth(wide) if self._problems else 0
        if needed > self._most:
            bar = self._area.verticalScrollBar().sizeHint().width()
            needed = self._rows.totalHeightForWidth(wide - bar)
        # Wrapped labels claim more at the least than they need at this width.
        self._content.setFixedHeight(max(needed, around.top()))
        self.setFixedHeight(min(needed, self._most) + 1)
        self.setVisible(bool(self._problems) and self._most > 0)
        # Qt lays nothing out for a resize that comes while the first one is told.
        self._around.update()
