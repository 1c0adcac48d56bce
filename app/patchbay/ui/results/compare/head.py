"""Which two runs are compared, how each of them ended, and the way back."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from patchbay.core.calls.run import Run
from patchbay.ui import theme
from patchbay.ui.controls import (
    ElidedLabel,
    IconButton,
    IconLabel,
    Label,
    column,
    frame,
    row,
)
from patchbay.ui.results.status_line import facts, verdict
from patchbay.ui.results.strip import icon_of

_SIGN = 10


class Choice(QWidget):
    """One of the two runs: a drop-down, and below it how the run ended.

    `sign` is what its lines begin with in the differences.
    """

    chosen = Signal(object)

    def __init__(self, name: str, sign: str, tone: str) -> None:
        super().__init__()
        self._runs: Sequence[Run] = ()
        self.box = QComboBox()
        self.box.setAccessibleName(name)
        self.box.setToolTip(name)
        self.box.setMinimumContentsLength(6)
        self.box.setMaxVisibleItems(16)
        self.box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._icon = IconLabel("circle-check", "ok", 14)
        self._verdict = ElidedLabel("", "small")
        self._facts = ElidedLabel("", "hint")
        mark = Label(sign, f"{tone}strong")
        mark.setFixedWidth(theme.px(_SIGN))
        self.setLayout(
            column(
                row(mark, (self.box, 1), gap=4),
                row(_SIGN, self._icon, (self._verdict, 1), gap=4),
                row(_SIGN, (self._facts, 1), gap=4),
                gap=4,
            )
        )
        self.box.activated.connect(self._choose)

    def show_runs(self, runs: Sequence[Run], chosen: Run) -> None:
        """Offer these, newest first, one of them chosen."""
        self._runs = tuple(reversed(runs))
        with QSignalBlocker(self.box):
            self.box.clear()
            for run in self._runs:
                self.box.addItem(f"#{run.number}  {run.started:%H:%M:%S}")
            self.box.setCurrentIndex(self._runs.index(chosen))
        self._icon.set_icon(*icon_of(chosen))
        self._verdict.setText(verdict(chosen)[0])
        self._facts.setText(facts(chosen))

    def _choose(self, place: int) -> None:
        self.chosen.emit(self._runs[place])


class Head(QWidget):
    """Two choices, of which the left is always the older run."""

    chosen = Signal(object, object)
    close_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.older = Choice("Older run", "-", "error")
        self.newer = Choice("Newer run", "+", "ok")
        self.close_button = IconButton("x", "Close the comparison", small=True, keys="Esc")
        self._pair: tuple[Run, Run] | None = None
        choices = row(
            (self.older, 1),
            (self.newer, 1),
            column(self.close_button, None),
            margins=(12, 8, 8, 8),
            gap=12,
        )
        self.setLayout(column(frame("topbar", choices), gap=0))
        self.older.chosen.connect(self._choose_older)
        self.newer.chosen.connect(self._choose_newer)
        self.close_button.clicked.connect(self.close_wanted)

    def show_pair(self, runs: Sequence[Run], older: Run, newer: Run) -> None:
        """Offer each side what leaves the older run on the left."""
        self._pair = older, newer
        self.older.show_runs(runs[: runs.index(newer)], older)
        self.newer.show_runs(runs[runs.index(older) + 1 :], newer)

    def _choose_older(self, run: Run) -> None:
        if self._pair is not None:
            self.chosen.emit(run, self._pair[1])

    def _choose_newer(self, run: Run) -> None:
        if self._pair is not None:
            self.chosen.emit(self._pair[0], run)
