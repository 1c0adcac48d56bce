"""Finds servers in what somebody pastes, and lets them be chosen and named."""

import asyncio
from collections.abc import Collection

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from patchbay.core.errors import AppError
from patchbay.core.pasting.pasting import Pasted, paste
from patchbay.ui import theme
from patchbay.ui.controls import Button, Label, clear, column, row, scroll
from patchbay.ui.dialogs.found_servers import FoundServers
from patchbay.ui.dialogs.new_server import NewServer
from patchbay.ui.dialogs.paste_box import MOST_SHOWN, PasteBox
from patchbay.ui.dialogs.refused import check_masked
from patchbay.ui.dialogs.server_preview import failed, noted
from patchbay.ui.differences import in_thread_if_long
from patchbay.ui.tasks import spawn

_PAUSE_MS = 120
_TALL = 150
_EXAMPLES = (
    "JSON or YAML with servers, one server's object, an install link, a “claude mcp add” line, "
    "a command line or an address: anything that names a server is read."
)


class PastePage(QWidget):
    """A box to paste into, and below it what was found in it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.box = PasteBox()
        self.box.setProperty("field", "true")
        self.box.setProperty("mono", "true")
        self.box.setPlaceholderText('{"mcpServers": {"charts": {"command": "npx", …}}}')
        self.box.setAccessibleName("Text to find servers in")
        self.box.setFixedHeight(theme.px(_TALL))
        self.pasted = Pasted()
        self.servers = FoundServers(())
        self._taken: Collection[str] = ()
        self._work: asyncio.Task[None] | None = None
        self._read_text = ""
        self._below = column(gap=8)
        below = QWidget()
        below.setLayout(column(self._below, None, gap=0))
        self.setLayout(column(self.box, (scroll(below), 1), gap=8))
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._begin)
        self.box.textChanged.connect(self._pause.start)
        self._show()

    @property
    def settled(self) -> bool:
        """Whether what was found is what the text says."""
        return self._read_text == self.box.text()

    def set_taken(self, names: Collection[str]) -> None:
        """The names that are there in the file already."""
        self._taken = names
        self.servers.set_taken(names)

    def set_text(self, text: str) -> None:
        self.box.set_text(text)

    def chosen(self) -> tuple[NewServer, ...]:
        """The servers that are wanted, under free names; none while the text is being read."""
        return self.servers.chosen() if self.settled else ()

    def _begin(self) -> None:
        if self._work is not None:
            self._work.cancel()
        if not self.settled:
            self._work = spawn(self, self._read(self.box.text()))

    async def _read(self, text: str) -> None:
        found = await in_thread_if_long(len(text), lambda: _servers_in(text))
        self.pasted = found if text.strip() else Pasted()
        self._read_text = text
        self._show()

    def _show(self) -> None:
        clear(self._below)
        if self.box.is_cut:
            self._below.addWidget(self._say_cut())
        self.servers = FoundServers(self.pasted.servers)
        self.servers.set_taken(self._taken)
        self.servers.changed.connect(self.changed)
        if self.pasted.problem is not None:
            self._below.addWidget(failed(self.pasted.problem))
        elif not self.pasted.servers:
            self._below.addWidget(Label(_EXAMPLES, "hint", wrap=True))
        self._below.addWidget(self.servers)
        if self.pasted.notes:
            self._below.addWidget(noted(self.pasted.notes))
        self.changed.emit()

    def _say_cut(self) -> QWidget:
        told = f"The first {MOST_SHOWN:,} of {len(self.box.text()):,} characters; all are read."
        empty = Button("Empty the box", "link")
        empty.clicked.connect(lambda: self.box.set_text(""))
        said = QWidget()
        said.setLayout(row((Label(told, "hint", wrap=True), 1), empty))
        return said


def _servers_in(text: str) -> Pasted:
    try:
        check_masked(text)
    except AppError as problem:
        return Pasted(problem=problem)
    return paste(text)
