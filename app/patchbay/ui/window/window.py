"""The main window, complete: what is on it, what it does, and the menus and keys for that."""

from PySide6.QtCore import QPoint

from patchbay.core.workspace import Workspace
from patchbay.ui.commands import Command, Commands
from patchbay.ui.notices import Notices
from patchbay.ui.palette import KeyMap
from patchbay.ui.tasks import listen
from patchbay.ui.window.desk import Desk
from patchbay.ui.window.finding import Finding
from patchbay.ui.window.keys_first import KeysFirst
from patchbay.ui.window.layout import Layout
from patchbay.ui.window.table import window_commands

GROUPS = {
    "file": "Configs",
    "edit": "Edits",
    "server": "Server",
    "edit-server": "Server in its config",
    "servers": "All servers",
    "call": "Calls",
    "view": "View",
    "help": "Help",
    "quit": "Patchbay",
}
"""The groups of the commands in the order of the menu, and what they are called."""


class Window(Desk):
    """Binds the commands to their keys. Closing it asks the application to quit."""

    def __init__(self, workspace: Workspace, notices: Notices, layout: Layout) -> None:
        super().__init__(workspace, notices, layout)
        self.commands = Commands(self, (*window_commands(self), *self._help()))
        self._finding = Finding(self, self.commands)
        KeysFirst(self, ("Ctrl+K",), ("Ctrl+Backspace",))
        listen(self, self.commands.will_run, self._put_palette_away)
        self.sidebar.menu_wanted.connect(self.show_menu)
        self.menu_wanted.connect(self.show_menu_of)

    def show_menu(self, at: QPoint) -> None:
        menu = self.commands.menu(*GROUPS)
        self.recent.put_into(menu, self.commands.action("recent"))
        menu.popup(at)

    def show_menu_of(self, group: str, at: QPoint) -> None:
        groups = ("server", "edit-server") if group == "server" else (group,)
        self.commands.menu(*groups).popup(at)

    def find_anything(self) -> None:
        """Open the palette, or close it."""
        self._finding.toggle()

    def show_keys(self) -> None:
        """The page of all keys."""
        if self.own_page is None or not isinstance(self.own_page.content, KeyMap):
            self.show_page_of_its_own("Keyboard", KeyMap(self.commands.all, GROUPS))

    def _help(self) -> tuple[Command, ...]:
        return (
            Command("palette", "Find anything…", self.find_anything, "help", ("Ctrl+K",), "search"),
            Command("keys", "Keyboard", self.show_keys, "help", ("F1",), "keyboard"),
        )

    def _put_palette_away(self, command: Command) -> None:
        """What is done by its keys is done below the palette, with the focus where it was."""
        if command.id != "palette":
            self._finding.leave()
