"""A difference with what there is to do with it: count, go through, show secrets."""

import asyncio

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import ElidedLabel, IconButton, Label, column, frame, row
from patchbay.ui.differences.lines import DifferenceLines
from patchbay.ui.differences.rows import Rows, compared
from patchbay.ui.differences.texts import MaskedText, in_thread_if_long
from patchbay.ui.tasks import spawn

AROUND = 3
WHOLE = 10_000_000
"""More lines around a change than any text has."""

_LEAST = 96


class DifferenceView(QWidget):
    """Shows what leads from one text to another; `nothing` is said where they are the same.

    Secrets are dots until the eye is held. F7 and Shift+F7 go from change to change.
    """

    def __init__(self, nothing: str = "Nothing differs.") -> None:
        super().__init__()
        self.lines = DifferenceLines()
        self.eye = IconButton("eye", "Show secrets while held", small=True)
        self.earlier = IconButton("chevron-up", "Previous change", small=True, keys="Shift+F7")
        self.later = IconButton("chevron-down", "Next change", small=True, keys="F7")
        self._count = ElidedLabel("", "small")
        self._nothing = Label(nothing, "hint", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._work: asyncio.Task[None] | None = None
        self._rows = Rows()
        self.setLayout(column(self._framed(), gap=0))
        self.setFocusProxy(self.lines)
        self.eye.pressed.connect(lambda: self.lines.set_open(is_open=True))
        self.eye.released.connect(lambda: self.lines.set_open(is_open=False))
        self.earlier.clicked.connect(lambda: self.lines.go_to_change(-1))
        self.later.clicked.connect(lambda: self.lines.go_to_change(1))
        self._take(Rows())

    @property
    def rows(self) -> Rows:
        return self._rows

    @property
    def settled(self) -> bool:
        """Whether what is shown is what was asked for last."""
        return self._work is None or self._work.done()

    def compare(self, before: MaskedText, after: MaskedText, around: int = AROUND) -> None:
        """Show this difference, a moment later when the texts are long."""
        if self._work is not None:
            self._work.cancel()
        self._work = spawn(self, self._compare(before, after, around))

    def clear(self, words: str, *, is_problem: bool = False) -> None:
        """Show no difference, and say why."""
        if self._work is not None:
            self._work.cancel()
        self._take(Rows())
        self._count.setText("")
        self._say(words, "error" if is_problem else "hint")

    @override
    def sizeHint(self) -> QSize:
        head = theme.px(30) + 4  # with the lines around and below it
        return QSize(theme.px(480), max(self.lines.sizeHint().height(), theme.px(_LEAST)) + head)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(200), theme.px(_LEAST))

    def _say(self, words: str, role: str) -> None:
        self._nothing.setText(words)
        self._nothing.set_role(role)

    def _framed(self) -> QWidget:
        head = frame(
            "blockhead",
            row((self._count, 1), self.eye, self.earlier, self.later, margins=(12, 0, 4, 0), gap=2),
        )
        head.setMinimumHeight(theme.px(30))
        self._pages.addWidget(self.lines)
        self._pages.addWidget(self._nothing)
        return frame("block", column(head, (self._pages, 1), margins=(1, 1, 1, 1), gap=0))

    async def _compare(self, before: MaskedText, after: MaskedText, around: int) -> None:
        length = len(before.open) + len(after.open)
        self._take(await in_thread_if_long(length, lambda: compared(before, after, around)))

    def _take(self, rows: Rows) -> None:
        self._rows = rows
        self.lines.show_rows(rows)
        self._count.setText(rows.words)
        self.eye.setVisible(rows.has_secrets)
        for button in (self.earlier, self.later):
            button.setVisible(bool(rows.changes))
        self._pages.setCurrentWidget(self.lines if rows.all else self._nothing)
        self.updateGeometry()
