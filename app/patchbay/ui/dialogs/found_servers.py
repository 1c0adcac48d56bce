"""The servers that were found in a text, to be chosen and named."""

import shlex
from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from patchbay.core.config.model import Transport
from patchbay.core.editing.names import free_names
from patchbay.core.pasting.pasted_server import PastedServer
from patchbay.core.trust.visible import visible
from patchbay.core.values import JsonObject
from patchbay.ui import theme
from patchbay.ui.controls import Badge, ElidedLabel, Label, column, frame, row
from patchbay.ui.dialogs.new_server import NewServer, canonical_fields
from patchbay.ui.dialogs.refused import name_problem
from patchbay.ui.dialogs.server_names import renamed
from patchbay.ui.figures import counted
from patchbay.ui.form.lines import Line

_MOST_ROWS, _NAME_WIDTH = 100, 168
_WORDS: dict[Transport | None, str] = {
    Transport.STDIO: "stdio",
    Transport.HTTP: "http",
    Transport.SSE: "sse",
    Transport.WEBSOCKET: "ws",
    None: "incomplete",
}


class FoundServers(QWidget):
    """One row for each server; all are wanted to begin with, under names that are free."""

    changed = Signal()

    def __init__(self, servers: Sequence[PastedServer]) -> None:
        super().__init__()
        self._servers = tuple(servers)
        self._taken: Collection[str] = ()
        self.rows = [_Row(server) for server in servers[:_MOST_ROWS]]
        more = len(servers) - len(self.rows)
        self.rest = QCheckBox(f"and {counted(more, 'more server')}")
        self.rest.setChecked(True)
        self.rest.setVisible(more > 0)
        self.setLayout(column(*self.rows, self.rest, gap=6))
        for each in self.rows:
            each.box.toggled.connect(self._follow)
            each.name.textChanged.connect(self._follow)
        self.rest.toggled.connect(self._follow)
        self._follow()

    def set_taken(self, names: Collection[str]) -> None:
        self._taken = names
        self._follow()

    def chosen(self) -> tuple[NewServer, ...]:
        """Those that are wanted."""
        wanted = self._wanted()
        named = free_names((name for name, _ in wanted), self._taken)
        return tuple(
            NewServer(name, *_written(server))
            for name, (_, server) in zip(named, wanted, strict=True)
        )

    def refuses(self) -> str:
        """Why a name that is wanted cannot be given; the field of it gets the focus."""
        for each in self.rows:
            if each.box.isChecked() and (told := name_problem(each.wanted_name)):
                each.name.setFocus(Qt.FocusReason.OtherFocusReason)
                return told
        return next(filter(None, (name_problem(name) for name, _ in self._wanted())), "")

    def _wanted(self) -> list[tuple[str, PastedServer]]:
        wanted = [(each.wanted_name, each.server) for each in self.rows if each.box.isChecked()]
        if self.rest.isChecked():
            rest = self._servers[len(self.rows) :]
            wanted += [(server.suggested_name, server) for server in rest]
        return wanted

    def _follow(self) -> None:
        shown = [each for each in self.rows if each.box.isChecked()]
        names = free_names((each.wanted_name for each in shown), self._taken)
        for each in self.rows:
            each.tell("")
        for each, name in zip(shown, names, strict=True):
            each.tell(name_problem(each.wanted_name) or renamed(each.wanted_name, name))
        self.changed.emit()


class _Row(QWidget):
    """One server: whether it is wanted, under what name, and what it is."""

    def __init__(self, server: PastedServer) -> None:
        super().__init__()
        self.server = server
        name = visible(server.suggested_name)
        self.box = QCheckBox()
        self.box.setChecked(True)
        self.box.setAccessibleName(f"Add {name}")
        self.name = Line()
        self.name.setText(server.suggested_name)
        self.name.setAccessibleName(f"Name of {name}")
        self.name.setFixedWidth(theme.px(_NAME_WIDTH))
        self._hint = Label("", "hint", wrap=True)
        self._hint.hide()
        transport = server.transport
        badge = Badge(_WORDS[transport], "outline" if transport else "warn")
        told = ElidedLabel(_told(server), "mono", Qt.TextElideMode.ElideRight)
        first = row(self.box, self.name, badge, (told, 1))
        self.setLayout(
            column(frame("inset", column(first, self._hint, margins=(8, 6, 12, 6), gap=2)))
        )

    @property
    def wanted_name(self) -> str:
        return self.name.text().strip() or self.server.suggested_name

    def tell(self, hint: str) -> None:
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.name.setAccessibleDescription(hint)


def _written(server: PastedServer) -> tuple[JsonObject, str]:
    return (server.fields() if server.source else canonical_fields(server)), server.source


def _told(server: PastedServer) -> str:
    """What starts it or where it is; values of variables are left out."""
    line = shlex.join([server.command, *server.args]) if server.command else server.url
    return visible(line)
