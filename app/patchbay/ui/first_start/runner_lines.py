"""The programs that start servers: found, or what to do about it."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from patchbay.core.sessions.runners import Runner
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import IconLabel, Label, clear, column, row


class RunnerLines(QWidget):
    """A small line for each; hidden until they were looked for."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = column(gap=2)
        title = Label("What most servers are started with", "section")
        self.setLayout(column(title, self._lines, gap=6))
        self.hide()

    def show_runners(self, runners: Sequence[Runner]) -> None:
        clear(self._lines)
        for runner in runners:
            icon = IconLabel("circle-alert" if runner.advice else "check", "text3", 14)
            told = QWidget()
            told.setLayout(row(icon, (Label(in_words(runner), "hint", wrap=True), 1), gap=6))
            self._lines.addWidget(told)
        self.setVisible(bool(runners))


def in_words(runner: Runner) -> str:
    found = "found" if runner.path is not None else "not found"
    named = f"{runner.name} {runner.version}".strip()
    advice = f": {runner.advice}" if runner.advice else ""
    return visible(f"{named} {found}{advice}")
