"""Takes over a command line into a server that is there already."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.config.model import Entry
from patchbay.core.errors import AppError
from patchbay.core.pasting.command_line import Parsed, parse_command_line
from patchbay.core.pasting.pasted_server import PastedServer
from patchbay.core.trust.visible import visible
from patchbay.core.values import JsonObject
from patchbay.ui.controls import Button, Label, column, row, scroll
from patchbay.ui.dialogs.deciding import RoomyDialog
from patchbay.ui.dialogs.quoting import QuotingChoice
from patchbay.ui.dialogs.refused import check_masked
from patchbay.ui.dialogs.server_preview import ServerPreview
from patchbay.ui.form.paragraphs import Paragraph

_WIDTH, _HEIGHT = 664, 480
_LINES = 5


async def ask_for_command_line(
    parent: QWidget | None, entry: Entry, line: str = ""
) -> Parsed | None:
    """The command line that should take the place of the one of `entry`.

    Its variables come to those the server has; what it does not say stays.
    """
    dialog = CommandLineDialog(entry, line, parent)
    dialog.open()
    return await dialog.answer()


class CommandLineDialog(RoomyDialog[Parsed | None]):
    """Reads the line while it is typed, and shows what it would change."""

    def __init__(self, entry: Entry, line: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH, _HEIGHT, None)
        self._before = _as_it_is(entry)
        self._parsed: Parsed | None = None
        self.field = Paragraph(_LINES)
        self.field.setProperty("mono", "true")
        self.field.setPlaceholderText("npx -y @acme/charts-mcp --data ./data")
        self.field.setAccessibleName("Command line")
        self.quoting = QuotingChoice()
        self.preview = ServerPreview()
        self.cancel = Button("Cancel")
        self.main = Button("Take over", "primary")
        self.setAccessibleName(f"Paste a command line into {visible(entry.name)}")
        self.fill(self._make_body(entry), self._make_buttons())
        self.field.textChanged.connect(self._follow)
        self.quoting.chosen.connect(self._follow)
        self.cancel.clicked.connect(self.reject)
        self.main.clicked.connect(self._take)
        self.field.set_text(line)
        self._follow()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.field.setFocus(Qt.FocusReason.TabFocusReason)

    def _make_body(self, entry: Entry) -> QWidget:
        body = QWidget()
        shown = QWidget()
        shown.setLayout(column(self.preview, None))
        title = Label(f"Paste a command line into {visible(entry.name)}", "h2", wrap=True)
        told = Label("Nothing starts; only the text of the file changes.", "small", wrap=True)
        body.setLayout(
            column(title, told, 6, self.field, self.quoting, 8, (scroll(shown), 1), gap=4)
        )
        return body

    def _make_buttons(self) -> QWidget:
        buttons = QWidget()
        buttons.setLayout(row(None, self.cancel, self.main))
        return buttons

    def _follow(self) -> None:
        line = self.field.text()
        self._parsed = None
        self.quoting.guess(line)
        if not line.strip():
            self.preview.show_words("What it would change is shown here.")
            return
        try:
            check_masked(line)
            self._parsed = parse_command_line(line, self.quoting.quoting)
        except AppError as problem:
            self.preview.show_problem(problem)
            return
        after = _taken_over(self._before, self._parsed.server)
        self.preview.show_change(self._before, after, self._parsed.notes)

    def _take(self) -> None:
        if self._parsed is not None:
            self.give(self._parsed)
        else:
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)


def _as_it_is(entry: Entry) -> PastedServer:
    values: JsonObject = {
        "command": entry.command or "",
        "args": list(entry.args),
        "env": dict(entry.env),
        "cwd": str(entry.cwd or ""),
        "url": entry.url or "",
        "headers": dict(entry.headers),
    }
    return PastedServer(entry.name, values)


def _taken_over(before: PastedServer, line: PastedServer) -> PastedServer:
    """What the server would be: a command takes the place of an address, and the other way."""
    values = {**before.values, "command": line.command, "args": list(line.args), "url": line.url}
    values["env"] = {**before.env, **line.env}
    values["headers"] = {**before.headers, **line.headers}
    values["cwd"] = line.cwd or before.cwd
    return replace(before, values=values)
