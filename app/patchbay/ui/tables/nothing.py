"""What a table or a list says while it has no rows."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractItemView

from patchbay.ui.controls import Label, column


class Nothing(QObject):
    """Two centred lines inside the table: what is absent, and what brings it."""

    def __init__(self, table: QAbstractItemView) -> None:
        super().__init__(table)
        self._title, self._hint = Label("", "strong", wrap=True), Label("", "hint", wrap=True)
        for label in (self._title, self._hint):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        table.viewport().setLayout(
            column(None, self._title, self._hint, None, margins=(16, 8, 16, 8), gap=4)
        )

    @property
    def text(self) -> str:
        return "" if self._title.isHidden() else self._title.text()

    def say(self, title: str, hint: str = "") -> None:
        """No title hides both."""
        self._title.setText(title)
        self._hint.setText(hint)
        self._title.setVisible(bool(title))
        self._hint.setVisible(bool(title and hint))
