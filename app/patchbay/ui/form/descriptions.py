"""The words under the name of a field, and those under the field when something is wrong."""

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from patchbay.ui.controls import Button, Label, column

_SHORT = 220
_LONG_WORD = re.compile(r"\S{24}(?=\S)")


class Words(Label):
    """Words that wrap at any width, however long a single one is."""

    def __init__(self, text: str, role: str) -> None:
        super().__init__(breakable(text), role, wrap=True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)


class Description(QWidget):
    """What the server says about a field; a long text shows its beginning and more on demand."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text.strip()
        one = " ".join(self._text.split())
        self._words = Words(one if len(one) <= _SHORT else f"{one[:_SHORT].rstrip()}…", "hint")
        self._layout = column(self._words, gap=0)
        self.setLayout(self._layout)
        if len(one) > _SHORT:
            self._more = Button("Show all", "link")
            self._more.clicked.connect(self._show_all)
            self._layout.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_all(self) -> None:
        self._words.setText(breakable(self._text))
        self._more.hide()


class FaultWords(Words):
    """What is wrong with a field."""

    def __init__(self) -> None:
        super().__init__("", "error")
        self.hide()

    def say(self, message: str) -> None:
        self.setText(breakable(message))
        self.setVisible(bool(message))


def breakable(text: str) -> str:
    """The text with places to break in words that no line could hold."""
    return _LONG_WORD.sub(lambda found: found[0] + "\u200b", text)
