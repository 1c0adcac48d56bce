"""Going to a line of a text by its number."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit
from typing_extensions import override

from patchbay.core.config.model import Place
from patchbay.ui import theme
from patchbay.ui.controls import STRETCH, IconButton, Label, row
from patchbay.ui.editor.editor import CodeEditor

_PLACE = re.compile(r"\s*(\d{1,9})\s*(?:[:,]\s*(\d{1,9}))?\s*")


class LineBar(QFrame):
    """Takes `12` or `12:5`; Enter goes there and closes the bar."""

    def __init__(self, editor: CodeEditor) -> None:
        super().__init__()
        self._editor = editor
        self.setProperty("ground", "topbar")
        self.field = QLineEdit()
        self.field.setAccessibleName("Line to go to")
        self.said = Label("", "hint")
        close = IconButton("x", "Close", small=True, keys="Esc")
        close.clicked.connect(self.close_bar)
        parts = (Label("Line", "label"), self.field, self.said, STRETCH, close)
        self.setLayout(row(*parts, margins=(16, 5, 12, 6)))
        self.hide()

    def open(self) -> None:
        self.field.setFixedWidth(theme.px(88))
        self.field.clear()
        self._say("of")
        self.show()
        self.field.setFocus()

    def close_bar(self) -> None:
        self.hide()
        self._editor.setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go()
        else:
            super().keyPressEvent(event)

    def _go(self) -> None:
        found = _PLACE.fullmatch(self.field.text())
        line = int(found[1]) if found else 0
        if found and 1 <= line <= self._editor.shown.total_lines:
            self._editor.go_to(Place(line, int(found[2] or 1)))
            self.close_bar()
        else:
            self._say("needs a number from 1 to")

    def _say(self, words: str) -> None:
        self.said.setText(f"{words} {self._editor.shown.total_lines:,}")
        self.field.setAccessibleDescription(self.said.text())
