"""A command line that somebody types or pastes, and by whose rules it is read."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from patchbay.core.pasting.shell_words import Quoting, likely_quoting
from patchbay.ui.controls import Label, Segments, row

_ALL = (Quoting.POSIX, Quoting.WINDOWS)


class QuotingChoice(QWidget):
    """Guesses whose quoting a line follows until somebody says it."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._was_told = False
        self.segments = Segments("Linux, macOS", "Windows")
        self.setLayout(row(Label("Quotes as in", "hint"), self.segments, None))
        self.segments.chosen.connect(self._take)

    @property
    def quoting(self) -> Quoting:
        return _ALL[self.segments.place]

    def guess(self, line: str) -> None:
        if not self._was_told:
            self.segments.choose(_ALL.index(likely_quoting(line)))

    def _take(self) -> None:
        self._was_told = True
        self.chosen.emit()
