"""The theme and the text size of the window, as they are set."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from patchbay.core.settings import Settings, SettingsStore
from patchbay.ui import theme
from patchbay.ui.appearance import choice
from patchbay.ui.tasks import listen


class Looks:
    """Puts both to use when they are changed, wherever that was; `worn` is called afterwards."""

    def __init__(self, owner: QObject, store: SettingsStore, worn: Callable[[], object]) -> None:
        self._known = _looks(store.settings)
        self._worn = worn
        listen(owner, store.changed, self._follow)

    def _follow(self, settings: Settings) -> None:
        before, self._known = self._known, _looks(settings)
        app = QApplication.instance()
        # Another change must not undo a theme that was chosen for this sitting alone.
        if before != self._known and isinstance(app, QApplication):
            theme.apply(app, choice(settings.theme), settings.text_size)
            self._worn()


def _looks(settings: Settings) -> tuple[str, int]:
    return settings.theme, settings.text_size
