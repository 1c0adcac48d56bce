"""The file's own text beside what was read from it."""

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from patchbay.core.config.model import ConfigFile, Place, Problem
from patchbay.ui.configuration.code_view import CodeView
from patchbay.ui.configuration.file_text import FileText
from patchbay.ui.controls import ElidedLabel, IconButton, Label, column, hline, row
from patchbay.ui.figures import counted, size

_YAML = (".yaml", ".yml")


class TextPane(QWidget):
    """A head that says what is shown, and the text; secrets show while the eye is pressed."""

    def __init__(self, file: ConfigFile) -> None:
        super().__init__()
        self._file = file
        self.view = CodeView(yaml=file.path.suffix.lower() in _YAML)
        self._about = ElidedLabel("", "hint")
        self._eye = IconButton("eye", "Show secrets while pressed", small=True)
        self._eye.pressed.connect(lambda: self.view.reveal(secrets=True))
        self._eye.released.connect(lambda: self.view.reveal(secrets=False))
        self._eye.hide()
        head = row(Label("Text", "section"), (self._about, 1), self._eye, margins=(16, 4, 12, 4))
        self.setLayout(column(head, hline(), (self.view, 1), gap=0))
        self.setMinimumWidth(220)

    def show_text(self, text: FileText, problems: Iterable[Problem]) -> None:
        self.view.show_text(text, problems)
        self._eye.setVisible(text.has_secrets)
        parts = [counted(text.total_lines, "line")]
        if text.is_cut:
            parts = [
                f"lines {text.first_line:,} to {text.last_line:,} of {text.total_lines:,}:"
                f" the file is large ({size(len(self._file.text))})"
            ]
        self._about.setText("  ·  ".join([*parts, "as it was read; nothing is written"]))

    def go_to(self, place: Place) -> None:
        self.view.go_to(place)
