"""Adds servers to a file: one by form, or as many as are found in a text."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from patchbay.core.editing.names import free_name
from patchbay.ui.controls import Button, Label, Segments, column, row, scroll
from patchbay.ui.dialogs.deciding import RoomyDialog
from patchbay.ui.dialogs.new_server import NewServer, NewServers
from patchbay.ui.dialogs.paste_page import PastePage
from patchbay.ui.dialogs.server_form import ServerForm
from patchbay.ui.dialogs.targets import Target, TargetChoice
from patchbay.ui.figures import counted

_WIDTH, _HEIGHT = 664, 600
_FORM, _PASTE = 0, 1


async def ask_for_servers(
    parent: QWidget | None, targets: Sequence[Target], place: int = 0, pasted: str | None = None
) -> NewServers | None:
    """The servers to add, and to which of the files; `place` is offered first.

    Text in `pasted`, as from the clipboard, is what servers are looked for in; with none there, a
    text is asked for.
    """
    dialog = AddServerDialog(targets, place, pasted, parent)
    dialog.open()
    return await dialog.answer()


class AddServerDialog(RoomyDialog[NewServers | None]):
    """Asks where to, and what; a press of the main button says what is missing."""

    def __init__(
        self,
        targets: Sequence[Target],
        place: int = 0,
        pasted: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, _WIDTH, _HEIGHT, None)
        self.target = TargetChoice(targets, place)
        self.way = Segments("Form", "Paste")
        self.form, self.paste = ServerForm(), PastePage()
        self._taken: frozenset[str] = frozenset()
        self._pages = QStackedWidget()
        self._note = Label("", "hint", wrap=True)
        self.cancel = Button("Cancel")
        self.main = Button("Add server", "primary", icon="plus")
        self.setAccessibleName("Add a server")
        self.fill(self._make_body(), self._make_buttons())
        self._connect()
        self.paste.set_text(pasted or "")
        self._turn(_FORM if pasted is None else _PASTE)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._take_focus()

    def _make_body(self) -> QWidget:
        body = QWidget()
        self._pages.addWidget(scroll(self.form))
        self._pages.addWidget(self.paste)
        told = "Nothing starts. The text of the file changes, and is written when you save it."
        body.setLayout(
            column(
                Label("Add a server", "h2"),
                Label(told, "small", wrap=True),
                6,
                row(Label("To", "label"), (self.target, 1), gap=12),
                4,
                row(self.way, None),
                8,
                (self._pages, 1),
                gap=4,
            )
        )
        return body

    def _make_buttons(self) -> QWidget:
        buttons = QWidget()
        buttons.setLayout(row((self._note, 1), self.cancel, self.main))
        return buttons

    def _connect(self) -> None:
        self.way.chosen.connect(self._turn)
        self.target.chosen.connect(self._follow)
        self.form.changed.connect(self._follow)
        self.paste.changed.connect(self._follow)
        self.cancel.clicked.connect(self.reject)
        self.main.clicked.connect(self._add)

    def _turn(self, place: int) -> None:
        self.way.choose(place)
        self._pages.setCurrentIndex(place)
        self._take_focus()
        self._follow()

    def _take_focus(self) -> None:
        """Where one goes on: into the box, or to the first field that is to be filled."""
        first = self.paste.box if self._pages.currentIndex() == _PASTE else self.form.command
        first.setFocus(Qt.FocusReason.TabFocusReason)

    def _follow(self) -> None:
        self._note.setText("")
        target = self.target.target
        taken = target.names if target else frozenset[str]()
        if taken != self._taken:
            self._taken = taken
            self.form.set_taken(taken)
            self.paste.set_taken(taken)
        count = len(self.paste.chosen()) if self._pages.currentIndex() == _PASTE else 1
        self.main.setText("Add server" if count <= 1 else f"Add {counted(count, 'server')}")

    def _add(self) -> None:
        target = self.target.target
        if target is None:
            self.target.ask_for_new()
            return
        servers = self._servers(target)
        if servers:
            self.give(NewServers(target.path, servers))

    def _servers(self, target: Target) -> tuple[NewServer, ...]:
        if self._pages.currentIndex() == _PASTE:
            return self._pasted_servers()
        server = self.form.server()
        if server is None:
            return ()
        free = free_name(server.name, target.names)
        return (NewServer(free, server.fields, server.source),)

    def _pasted_servers(self) -> tuple[NewServer, ...]:
        servers = self.paste.chosen()
        if not servers:
            self._note.setText("There is no server to add yet.")
            self.paste.box.setFocus(Qt.FocusReason.OtherFocusReason)
        elif told := self.paste.servers.refuses():
            self._note.setText(told)
            return ()
        return servers
