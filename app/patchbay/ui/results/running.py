"""A call that is on its way: how far it is, how long it takes, and how to stop it."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.calls.run import Progress, Run, Status
from patchbay.ui import figures, theme
from patchbay.ui.controls import (
    Button,
    ElidedLabel,
    Label,
    Spinner,
    column,
    frame,
    row,
)
from patchbay.ui.results.block import Block, Body

_TICK_MS = 100
_STEPS_SHOWN = 50
_STEPS_A_TICK = 4
"""Of more that came in a tenth of a second, nobody reads the first; laying them out takes long."""
_FULL = 1_000


class StepsBody(Body):
    """The progress messages so far, oldest first; only the last ones when there are many."""

    def __init__(self) -> None:
        super().__init__()
        self._box = QVBoxLayout()
        self._box.setContentsMargins(10, 4, 8, 6)
        self._box.setSpacing(0)
        self.setLayout(self._box)

    def add(self, step: Progress) -> None:
        if self._box.count() >= _STEPS_SHOWN and (oldest := self._box.takeAt(0)):
            _drop(oldest.widget())
        self._box.addWidget(_step(step))
        self.extent_changed.emit()

    @override
    def extent(self) -> tuple[int, int]:
        height = self._box.sizeHint().height()
        return height, height


class RunningCard(QWidget):
    """Follows one run until it ends; ticks ten times a second while it can be seen."""

    cancel_wanted = Signal()

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run
        self._taken = 0
        self._message = ElidedLabel("", "strong")
        self._elapsed = Label("", "small")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName("Progress")
        self._hint = ElidedLabel("", "hint")
        self._cancel = Button("Cancel", icon="x", keys="Ctrl+.")
        self._cancel.clicked.connect(self._stop)
        self._steps = StepsBody()
        self._steps_block = Block("Progress", "", self._steps)
        self._steps_block.hide()
        self.setLayout(column(self._card(), self._steps_block, gap=12))
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self.tick)
        self.tick()

    @property
    def is_ticking(self) -> bool:
        return self._timer.isActive()

    def tick(self) -> None:
        """Show what has changed since the last time."""
        run = self._run
        if run.status is not Status.RUNNING or not self.isVisible():
            self._timer.stop()
        if run.status is not Status.RUNNING:
            return
        self._elapsed.setText(_clock(run.elapsed))
        most = _STEPS_A_TICK if self._taken else _STEPS_SHOWN
        for step in run.progress[self._taken :][-most:]:
            self._steps.add(step)
        if len(run.progress) != self._taken:
            self._taken = len(run.progress)
            self._steps_block.set_meta(figures.counted(self._taken, "message"))
            self._steps_block.show()
            self._show_progress(run.progress[-1])
        elif not run.progress:
            self._message.setText(f"Waiting for {run.name}")
            self._bar.setRange(0, 0)
        self._hint.setText(_hint(run))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.tick()
        self._timer.start()

    def _card(self) -> QWidget:
        return frame(
            "block",
            column(
                row(Spinner(), (self._message, 1), self._elapsed),
                self._bar,
                row((self._hint, 1), self._cancel),
                margins=(12, 10, 12, 10),
            ),
        )

    def _show_progress(self, step: Progress) -> None:
        self._message.setText(step.message or f"Waiting for {self._run.name}")
        if (share := share_of(step)) is None:
            self._bar.setRange(0, 0)
        else:
            self._bar.setRange(0, _FULL)
            self._bar.setValue(round(share * _FULL))

    def _stop(self) -> None:
        self._cancel.setEnabled(False)
        self._message.setText("Telling the server to stop")
        self.cancel_wanted.emit()


def share_of(step: Progress) -> float | None:
    """From 0 to 1, or `None` when the server gave no total."""
    if not step.total or step.total <= 0:
        return None
    return min(max(step.done / step.total, 0.0), 1.0)


def amount(step: Progress) -> str:
    """`60 %`, or the bare count."""
    share = share_of(step)
    return f"{step.done:g}" if share is None else f"{share * 100:.0f} %"


def steps_block(run: Run) -> Block | None:
    """The progress messages of a run that has ended."""
    if not run.progress:
        return None
    body = StepsBody()
    for step in run.progress[-_STEPS_SHOWN:]:
        body.add(step)
    return Block("Progress", figures.counted(len(run.progress), "message"), body)


def _step(step: Progress) -> QWidget:
    line = QWidget()
    at, share = Label(_clock(step.at), "monohint"), Label(amount(step), "monohint")
    at.setFixedWidth(theme.px(60))
    share.setFixedWidth(theme.px(56))
    layout: QHBoxLayout = row(
        at, share, (ElidedLabel(step.message, "mono"), 1), margins=(0, 2, 0, 2)
    )
    line.setLayout(layout)
    return line


def _drop(widget: QWidget | None) -> None:
    if widget:
        widget.hide()
        widget.deleteLater()


def _hint(run: Run) -> str:
    if not run.progress:
        return "No message from the server yet"
    last = run.progress[-1]
    ago = max(run.elapsed - last.at, 0)
    return f"{amount(last)}  ·  last message {_clock(ago)} ago"


def _clock(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 60 else figures.duration(seconds)
