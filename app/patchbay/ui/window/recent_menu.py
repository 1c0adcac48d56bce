"""The configs that were opened last, as a menu."""

from functools import partial
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from patchbay.core.errors import AppError, Family
from patchbay.core.sitting.recent import RecentFiles
from patchbay.core.trust.visible import visible
from patchbay.ui.notices import Notices
from patchbay.ui.tasks import spawn
from patchbay.ui.window.opening import Opening


class RecentMenu:
    """Opens one of them, or forgets them all."""

    def __init__(
        self, parent: QWidget, files: RecentFiles, opening: Opening, notices: Notices
    ) -> None:
        self._parent = parent
        self._files = files
        self._opening = opening
        self._notices = notices

    @property
    def has_any(self) -> bool:
        return bool(self._files.paths())

    def popup(self) -> None:
        """Show them by themselves, the first one chosen."""
        menu = QMenu(self._parent)
        menu.aboutToHide.connect(menu.deleteLater)
        self._fill(menu)
        menu.setActiveAction(menu.actions()[0])
        menu.popup(self._parent.mapToGlobal(self._parent.rect().topLeft()))

    def put_into(self, menu: QMenu, place: QAction) -> None:
        """Let them unfold in a larger menu where the action for them stands."""
        if not place.isEnabled():
            return
        inner = QMenu(place.text(), menu)
        self._fill(inner)
        menu.insertMenu(place, inner)
        menu.removeAction(place)

    def _fill(self, menu: QMenu) -> None:
        for path in self._files.paths():
            menu.addAction(_words(path), partial(self._opening.try_to_open, path))
        menu.addSeparator()
        menu.addAction("Clear", lambda: spawn(self._parent, self._clear()))

    async def _clear(self) -> None:
        try:
            await self._files.clear()
        except OSError as error:
            told = f"{error.strerror or error}."
            title = "The recent configs could not be forgotten"
            self._notices.show(AppError(Family.CONFIGURATION, title, cause=told))


def _words(path: Path) -> str:
    """The name first: a menu is searched by its first letters."""
    return visible(f"{path.name} in {path.parent}").replace("&", "&&")
