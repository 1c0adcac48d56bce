"""A box to paste into that stays quick whatever it is given."""

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit
from typing_extensions import override

from patchbay.ui.controls.wrapping import wrap_again, wrap_for

MOST_SHOWN = 200_000
"""Characters that are written into the box: on one line that many take Qt 130 ms."""


class PasteBox(QPlainTextEdit):
    """Holds a text; of a very long one it shows the beginning, and takes another one or none."""

    def __init__(self) -> None:
        super().__init__()
        self._whole: str | None = None
        self.setTabChangesFocus(True)
        self.textChanged.connect(lambda: wrap_again(self))

    @property
    def is_cut(self) -> bool:
        """Whether only the beginning is shown."""
        return self._whole is not None

    def text(self) -> str:
        return self.toPlainText() if self._whole is None else self._whole

    def set_text(self, text: str) -> None:
        self._whole = text if len(text) > MOST_SHOWN else None
        shown = text[:MOST_SHOWN]
        self.clear()
        wrap_for(self, shown)
        self.setReadOnly(self.is_cut)
        self.setPlainText(shown)

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        if self.is_cut and e.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif self.is_cut and e.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.set_text("")
        else:
            super().keyPressEvent(e)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        coming = source.text()
        if self.is_cut:
            self.set_text(coming)
        elif len(coming) + self.document().characterCount() > MOST_SHOWN:
            self.set_text(self._with(coming))
        else:
            wrap_for(self, coming)
            super().insertFromMimeData(source)

    def _with(self, coming: str) -> str:
        """The text as it would be with `coming` in the place of the selection."""
        cursor = self.textCursor()
        held, first, last = self.text(), cursor.selectionStart(), cursor.selectionEnd()
        units = held.encode("utf-16-le", "surrogatepass")
        before, after = units[: 2 * first], units[2 * last :]
        return _letters(before) + coming + _letters(after)


def _letters(units: bytes) -> str:
    return units.decode("utf-16-le", "surrogatepass")
