"""The whole text of one log line, below the table."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from patchbay.core.sessions.log import LogLine
from patchbay.ui.controls import ElidedLabel, IconButton, Label, clear, column, frame, row
from patchbay.ui.figures import size
from patchbay.ui.log.lines import as_text, clock, level
from patchbay.ui.results.text import LARGEST, ReadOnlyText

_HEAD = 30


class LineDetail(QFrame):
    """Wraps what the table elides; Escape or the cross closes it."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "surface")
        self.setAccessibleName("Chosen line")
        self._line: LogLine | None = None
        self._about = ElidedLabel("", "hint")
        copy = IconButton("copy", "Copy this line", small=True)
        close = IconButton("x", "Close the line", small=True, keys="Esc")
        self._head = frame(
            "topbar",
            row(Label("Line", "section"), (self._about, 1), copy, close, margins=(16, 0, 12, 0)),
            height=_HEAD,
        )
        self._body = self._make_body("")
        self._room = row((self._body, 1), margins=(8, 0, 8, 0))
        self.setLayout(column(self._head, (self._room, 1), gap=0))
        copy.clicked.connect(self._copy)
        close.clicked.connect(self.closed)

    @property
    def text(self) -> str:
        return self._body.toPlainText()

    def show_line(self, line: LogLine) -> None:
        self._line = line
        parts = [clock(line), line.source.value, level(line)]
        shown = line.text[:LARGEST]
        if len(line.text) > LARGEST:
            parts.append(f"its first {size(LARGEST)} of {size(len(line.text))}; Copy takes it all")
        self._about.setText("  ·  ".join(part for part in parts if part))
        body = self._make_body(shown)
        clear(self._room)
        self._room.addWidget(body, 1)
        self._body = body

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _copy(self) -> None:
        if self._line is not None:
            QGuiApplication.clipboard().setText(as_text([self._line]))

    def _make_body(self, text: str) -> ReadOnlyText:
        body = ReadOnlyText(text, code=True)
        body.setAccessibleName("Text of the line")
        return body
