"""Everything a person can do, as data: menus, shortcuts and lists of keys are read from it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from patchbay.core.events import Event
from patchbay.ui import theme


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do. `group` is the menu it stands in; `enabled` is asked when a menu opens.

    `needs` tells what is missing while it is not enabled.
    """

    id: str
    text: str
    run: Callable[[], object]
    group: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    enabled: Callable[[], bool] = field(default=_always)
    needs: str = ""


class Commands:
    """The commands of one window, bound to it: each becomes an action with its keys."""

    def __init__(self, window: QWidget, commands: Iterable[Command]) -> None:
        self.will_run: Event[Command] = Event()
        self._window = window
        self._commands = tuple(commands)
        self._actions = {command.id: self._bind(command) for command in self._commands}

    @property
    def all(self) -> tuple[Command, ...]:
        return self._commands

    def run(self, command_id: str) -> None:
        self._actions[command_id].trigger()

    def action(self, command_id: str) -> QAction:
        return self._actions[command_id]

    def menu(self, *groups: str) -> QMenu:
        """A menu of these groups, with a line between them; it deletes itself when it closes."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for place, group in enumerate(groups):
            if place:
                menu.addSeparator()
            for command in self._commands:
                if command.group == group:
                    action = self._actions[command.id]
                    action.setEnabled(command.enabled())
                    menu.addAction(action)
        # A disabled action would swallow its own shortcut from then on.
        menu.aboutToHide.connect(self._enable_all)
        return menu

    def _run(self, command: Command) -> None:
        if command.enabled():
            self.will_run.emit(command)
            command.run()

    def _enable_all(self) -> None:
        for action in self._actions.values():
            action.setEnabled(True)

    def _bind(self, command: Command) -> QAction:
        action = QAction(command.text, self._window)
        if command.icon:
            action.setIcon(theme.icon(command.icon))
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda: self._run(command))
        self._window.addAction(action)
        return action
