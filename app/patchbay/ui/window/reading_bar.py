"""A strip below the page for configs that take a moment to read."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import Shiboken

from patchbay.ui.controls import ElidedLabel, Spinner, frame, row


class ReadingBar(QWidget):
    """Names the files that are being read; hidden while there is none."""

    def __init__(self) -> None:
        super().__init__()
        self._paths: list[Path] = []
        self._words = ElidedLabel("", "small")
        bar = frame("bar", row(Spinner(), (self._words, 1), margins=(16, 0, 16, 0)), height=36)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(bar)
        self.hide()

    @contextmanager
    def reading(self, path: Path) -> Generator[None]:
        """Tell that a file is being read, for as long as the block lasts."""
        self._paths.append(path)
        self._tell()
        try:
            yield
        finally:
            self._paths.remove(path)
            if Shiboken.isValid(self):  # reading ends with the window, too
                self._tell()

    def _tell(self) -> None:
        names = ", ".join(path.name for path in self._paths)
        self._words.setText(f"Reading {names}…")
        self.setVisible(bool(names))
