"""A call that is on its way: how far it is, what its server asks, and how to stop it."""

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.calls.ask import Ask
from patchbay.core.calls.run import Progress, Run, Status
from patchbay.ui import figures, theme
from patchbay.ui.asks import AskCards
from patchbay.ui.controls import (
    Button,
    ElidedLabel,
    IconLabel,
    Label,
    Spinner,
    column,
    frame,
    row,
)
from patchbay.ui.results.block import Block, Body
from patchbay.ui.tasks import listen

_TICK_MS = 100
_STEPS_SHOWN = 50
_STEPS_A_TICK = 4
"""Of more that came in a tenth of a second, nobody reads the first; laying them out takes long."""
_FULL = 1_000
_PAUSED = "Paused: the server waits for your answer"


class StepsBody(Body):
    """The progress messages so far, oldest first; only the last ones when there are many."""

    def __init__(self) -> None:
        super().__init__()
        self._box = QVBoxLayout()
        self._box.setContentsMargins(10, 4, 8, 6)
        self._box.setSpacing(0)
        self.setLayout(self._box)

    def add(self, steps: Sequence[Progress]) -> None:
        """All of a tick together: each telling of another height has everything laid out."""
        for step in steps:
            if self._box.count() >= _STEPS_SHOWN and (oldest := self._box.takeAt(0)):
                _drop(oldest.widget())
            self._box.addWidget(_step(step))
        if steps:
            self.extent_changed.emit()

    @override
    def extent(self) -> tuple[int, int]:
        height = self._box.sizeHint().height()
        return height, height


class RunningCard(QWidget):
    """Follows one run until it ends; ticks ten times a second while it can be seen.

    While its server asks something, the question stands above it.
    """

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
        self._spinner, self._paused = Spinner(), IconLabel("circle-pause", "violet")
        self.asks = AskCards()
        self._steps = StepsBody()
        self._steps_block = Block("Progress", "", self._steps)
        self._steps_block.hide()
        self.setLayout(column(self.asks, self._card(), self._steps_block, gap=12))
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self.tick)
        self._shown: tuple[Ask, ...] = ()
        self._show_asks()
        listen(self, run.changed, lambda _: self._follow_asks())
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
        self._steps.add(run.progress[self._taken :][-most:])
        if len(run.progress) != self._taken:
            self._taken = len(run.progress)
            self._steps_block.set_meta(figures.counted(self._taken, "message"))
            self._steps_block.show()
            self._show_progress(run.progress[-1])
        elif not run.progress:
            self._say(f"Waiting for {run.name}")
            self._bar.setRange(0, 0)
        self._hint.setText(_hint(run))
        self._show_halted()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.tick()
        self._timer.start()

    def _card(self) -> QWidget:
        self._foot = frame("", row((self._hint, 1), self._cancel))
        return frame(
            "block",
            column(
                row(self._spinner, self._paused, (self._message, 1), self._elapsed),
                self._bar,
                self._foot,
                margins=(12, 10, 12, 10),
            ),
        )

    def _show_progress(self, step: Progress) -> None:
        self._say(step.message or f"Waiting for {self._run.name}")
        if (share := share_of(step)) is None:
            self._bar.setRange(0, 0)
        else:
            self._bar.setRange(0, _FULL)
            self._bar.setValue(round(share * _FULL))

    def _follow_asks(self) -> None:
        if self._run.asks != self._shown:
            self._show_asks()

    def _show_asks(self) -> None:
        self._shown = self._run.asks
        self.asks.show_asks(self._shown)
        asks = bool(self._shown)
        self._paused.setVisible(asks)
        self._spinner.setVisible(not asks)
        self._cancel.setVisible(not asks)  # each question has such a button of its own
        self._show_halted()
        newest = self._run.progress[-1].message if self._run.progress else ""
        self._say(newest or f"Waiting for {self._run.name}")

    def _show_halted(self) -> None:
        """While the server waits nothing moves; how far it came still counts."""
        halted = bool(self._shown)
        self._bar.setVisible(not halted or self._bar.maximum() > 0)
        self._foot.setVisible(not halted or bool(self._run.progress))

    def _say(self, words: str) -> None:
        self._message.setText(_PAUSED if self._shown else words)

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
    body.add(run.progress[-_STEPS_SHOWN:])
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
