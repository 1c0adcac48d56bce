"""The main window, complete: what is on it, what it does, and the menus and keys for that."""

from PySide6.QtCore import QPoint

from patchbay.core.workspace import Workspace
from patchbay.ui.commands import Commands
from patchbay.ui.notices import Notices
from patchbay.ui.window.desk import Desk
from patchbay.ui.window.layout import Layout
from patchbay.ui.window.table import window_commands


class Window(Desk):
    """Binds the commands to their keys. Closing it asks the application to quit."""

    def __init__(self, workspace: Workspace, notices: Notices, layout: Layout) -> None:
        super().__init__(workspace, notices, layout)
        self.commands = Commands(self, window_commands(self))
        self.sidebar.menu_wanted.connect(self.show_menu)
        self.menu_wanted.connect(self.show_menu_of)

    def show_menu(self, at: QPoint) -> None:
        groups = ("file", "edit", "server", "edit-server", "servers", "call", "view", "quit")
        self.commands.menu(*groups).popup(at)

    def show_menu_of(self, group: str, at: QPoint) -> None:
        groups = ("server", "edit-server") if group == "server" else (group,)
        self.commands.menu(*groups).popup(at)
