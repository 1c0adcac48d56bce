"""One line that says how a run ended, and what can be done with its result."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from patchbay.core.calls.run import Run, Status
from patchbay.core.errors import AppError, Kind
from patchbay.ui import figures
from patchbay.ui.controls import Button, ElidedLabel, IconLabel, Label, row
from patchbay.ui.results.strip import icon_of

_WIDE_FROM = 400


class StatusLine(QWidget):
    """`OK  182 ms · 34 KB` with Copy, Save and Raw beside it."""

    copy_wanted = Signal()
    save_wanted = Signal()
    raw_toggled = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._icon = IconLabel("circle-check", "ok")
        self._verdict = Label("", "okstrong")
        self._facts = ElidedLabel("", "small")
        self._copy = Button("Copy", "ghost", icon="copy", keys="")
        self._save = Button("Save", "ghost", icon="download")
        self._raw = Button("Raw", "ghost", icon="braces")
        self._raw.setCheckable(True)
        self._copy.clicked.connect(self.copy_wanted)
        self._save.clicked.connect(self.save_wanted)
        self._raw.toggled.connect(self.raw_toggled)
        self.setLayout(
            row(
                self._icon,
                2,
                self._verdict,
                4,
                (self._facts, 1),
                self._copy,
                self._save,
                self._raw,
                margins=(16, 6, 8, 6),
                gap=2,
            )
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_run(self, run: Run) -> None:
        """Say how `run` ended; a running one has its own card."""
        words, tone = verdict(run)
        self._icon.set_icon(*_icon(run))
        self._verdict.setText(words)
        self._verdict.set_role(f"{tone}strong" if tone else "strong")
        self._facts.setText(facts(run))
        for button in (self._save, self._raw):
            button.setVisible(run.result is not None)

    def show_raw(self, *, on: bool) -> None:
        """Let the button say whether the raw result is shown."""
        self._raw.setChecked(on)

    def toggle_raw(self) -> None:
        if self._raw.isVisibleTo(self):
            self._raw.toggle()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for button in (self._copy, self._save, self._raw):
            button.set_wide(wide=self.width() >= _WIDE_FROM)


def verdict(run: Run) -> tuple[str, str]:
    """What happened, in two words, and its tone."""
    if run.is_error:
        return "Tool error", "error"
    if run.status is Status.FAILED:
        return _no_answer(run.error), "error"
    if run.status is Status.CANCELLED:
        return "Cancelled", ""
    return "OK", "ok"


def facts(run: Run) -> str:
    took = figures.duration(run.took or 0)
    if run.result is not None:
        return f"{took}  ·  {figures.size(run.result.size)}" if run.result.size else took
    return f"after {took}"


def _no_answer(error: AppError | None) -> str:
    kind = error.kind if error else Kind.FAULT
    return {Kind.DEADLINE: "No answer in time", Kind.REFUSED: "Refused"}.get(kind, "No answer")


def _icon(run: Run) -> tuple[str, str]:
    late = run.error is not None and run.error.kind is Kind.DEADLINE
    return ("clock-alert", "danger") if late else icon_of(run)
