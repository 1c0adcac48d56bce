"""What a server said last on stderr, beside the words about its failure."""

import re
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit

from patchbay.ui import theme
from patchbay.ui.controls import STRETCH, Button, IconButton, Label, column, frame, row
from patchbay.ui.figures import counted

LINES = 8
_WIDTH, _FRAME, _ROW, _LEAST_ROWS = 440, 54, 16, 4
_ERROR = re.compile(r"(?i)error|exception|fatal|panic|denied|refused|cannot|missing|not found")


class LastLines(QFrame):
    """Shows the end of what was printed; a last line that tells of an error is marked."""

    log_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "block")
        self._text = _view()
        self._note = Label("", "hint")
        open_log = Button("Open log", "ghost")
        open_log.clicked.connect(self.log_wanted)
        copy = IconButton("copy", "Copy the last lines", small=True)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._text.toPlainText()))
        title = Label("stderr", "section")
        parts = row(title, self._note, STRETCH, open_log, copy, margins=(10, 0, 4, 0))
        head = frame("blockhead", parts, height=30)
        self.setLayout(column(head, (self._text, 1), margins=(1, 1, 1, 1), gap=0))
        self.setFixedWidth(theme.px(_WIDTH))

    @property
    def is_empty(self) -> bool:
        return not self._text.toPlainText()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show the last of these lines, and how many there are."""
        last = lines[-LINES:]
        self._text.setPlainText("\n".join(last))
        self._note.setText(f"last {len(last)} of {counted(len(lines), 'line')}")
        rows = max(len(last), _LEAST_ROWS)
        self.setFixedHeight(theme.px(_FRAME + rows * _ROW))
        self._text.setExtraSelections([])
        if last and _ERROR.search(last[-1]):
            _mark_last_line(self._text)


def _view() -> QPlainTextEdit:
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setProperty("code", "true")
    view.setProperty("ring", "true")
    view.setAccessibleName("Last lines on stderr")
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    return view


def _mark_last_line(view: QPlainTextEdit) -> None:
    selection = QTextEdit.ExtraSelection()
    look = QTextCharFormat()
    look.setForeground(theme.colour("danger"))
    cursor = QTextCursor(view.document().lastBlock())
    cursor.select(QTextCursor.SelectionType.LineUnderCursor)
    selection.format = look  # pyright: ignore[reportAttributeAccessIssue] - the stub lacks the fields
    selection.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue] - the stub lacks the fields
    view.setExtraSelections([selection])
