"""A text that stays in its file, with a search row that opens on demand."""

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtCore import Qt
from typing_extensions import override

from patchbay.core.errors import AppError
from patchbay.core.sessions.decoder import TextFile
from patchbay.ui import theme
from patchbay.ui.controls import Label, SearchField, Spinner, column, frame, row
from patchbay.ui.results.block import Body
from patchbay.ui.results.large_text import LargeText
from patchbay.ui.results.lines import (
    find_in_file,
    find_in_text,
    lines_of_file,
    lines_of_text,
)
from patchbay.ui.results.opening import Opener
from patchbay.ui.tasks import spawn

_WAITING, _LEAST = 120, 320


class LargeTextBody(Body):
    """Waits for its lines, then shows them, or why they are not there."""

    def __init__(self) -> None:
        super().__init__()
        self.view: LargeText | None = None
        self._waiting = Spinner(20)
        self._field = SearchField("Find in this text", "Enter")
        self._verdict = Label("", "hint")
        self._bar = frame("", row((self._field, 1), self._verdict, margins=(8, 6, 8, 2)))
        self._bar.hide()
        self._box = column(self._bar, row(None, self._waiting, None), gap=0)
        self.setLayout(self._box)
        self._field.returnPressed.connect(lambda: spawn(self, self._find()))

    @property
    @override
    def settled(self) -> bool:
        """It shows its text, or why it cannot."""
        return self._waiting.isHidden()

    async def load_file(self, text: Awaitable[TextFile], opener: Opener) -> None:
        """Show what the decoder writes into a file."""
        try:
            written = await text
            lines = await asyncio.to_thread(lines_of_file, written)
        except AppError as error:
            self._fail(str(error))
        except OSError as error:
            self._fail(f"The text could not be read back: {error.strerror}.")
        else:
            self._show(LargeText(lines, find_in_file(written, lines, opener)))

    async def load_text(self, text: Callable[[], str]) -> None:
        """Show a text that is in memory, or is made in the thread."""
        lines = await asyncio.to_thread(lambda: lines_of_text(text()))
        self._show(LargeText(lines, find_in_text(lines)))

    def toggle_search(self) -> None:
        self._bar.setVisible(self._bar.isHidden())
        if not self._bar.isHidden():
            self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.extent_changed.emit()

    @override
    def extent(self) -> tuple[int, int]:
        if self.view is None:
            return theme.px(_WAITING), theme.px(_WAITING)
        bar = 0 if self._bar.isHidden() else self._bar.sizeHint().height()
        tall = self.view.height_of_all() + bar
        return min(tall, theme.px(_LEAST)), tall

    async def _find(self) -> None:
        if self.view:
            try:
                found = await self.view.find_next(self._field.text())
            except AppError as error:
                self._verdict.setText(error.title)
            else:
                self._verdict.setText("" if found else "Not found")

    def _show(self, view: LargeText) -> None:
        self.view = view
        self._waiting.hide()
        self._box.addWidget(view, 1)
        self.extent_changed.emit()

    def _fail(self, words: str) -> None:
        self._waiting.hide()
        self._box.addLayout(row((Label(words, "error", wrap=True), 1), margins=(10, 8, 10, 8)))
        self.extent_changed.emit()
