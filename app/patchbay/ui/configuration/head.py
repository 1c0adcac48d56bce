"""The bar that names a config."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame

from patchbay.core.config.model import ConfigFile, Problem, Severity
from patchbay.ui.controls import Badge, ElidedLabel, IconButton, IconLabel, Label, row
from patchbay.ui.figures import counted

_HEIGHT = 44
_TONES = {Severity.ERROR: "danger", Severity.WARNING: "warn", Severity.NOTE: "neutral"}


class FileHead(QFrame):
    """Which client's file it is, where it is, and how many problems were found."""

    def __init__(self, file: ConfigFile) -> None:
        super().__init__()
        self.setProperty("ground", "topbar")
        self.setFixedHeight(_HEIGHT)
        self._problems = Badge("", "warn")
        self._problems.hide()
        path = ElidedLabel(str(file.path), "mono", Qt.TextElideMode.ElideMiddle)
        copy = IconButton("copy", "Copy the path of the file", small=True)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(str(file.path)))
        self.setLayout(
            row(
                IconLabel("file-braces", "text2"),
                Label(file.label, "strong"),
                (path, 1),
                self._problems,
                copy,
                margins=(16, 0, 12, 0),
            )
        )

    def say_problems(self, problems: Sequence[Problem]) -> None:
        """Their number, in the colour of the worst."""
        worst = next((s for s in Severity if any(p.severity is s for p in problems)), Severity.NOTE)
        self._problems.set(counted(len(problems), "problem"), _TONES[worst])
        self._problems.setVisible(bool(problems))
