"""Carries out what is wanted from outside: by a command line, a later start, or the system."""

import os
from collections.abc import Iterable

from PySide6.QtCore import Qt

from patchbay.core.errors import AppError, Family
from patchbay.core.pasting.handed_link import text_to_paste
from patchbay.core.sitting.wish import Wish
from patchbay.ui.tasks import spawn
from patchbay.ui.window.desk import Desk
from patchbay.ui.window.server_page import page_name

_ACTIVATION = "XDG_ACTIVATION_TOKEN"


class Wishes:
    """Opens files and offers what links carry; no link starts or writes anything by itself."""

    def __init__(self, window: Desk) -> None:
        self._window = window

    def take(self, wish: Wish) -> None:
        """Come to the front with what is wanted; what goes wrong is said in the window."""
        if not self._window.isEnabled():
            return  # on the way out
        _come_to_front(self._window, wish.activation)
        spawn(self._window, self._take(wish))

    async def _take(self, wish: Wish) -> None:
        for error in await self.carry_out(wish):
            self._window.notices.show(error)

    async def carry_out(self, wish: Wish, *, starts: bool = True) -> list[AppError]:
        """Do as much of it as can be done; what could not is returned.

        With `starts`, what was chosen to start with its file does so, with consent as always.
        """
        wrong: list[AppError] = []
        for path in wish.files:
            opening = self._window.opening
            try:
                file = await (opening.open_and_start(path) if starts else opening.open(path))
                if wish.server:
                    self._window.show_server(file.path, file.entry(wish.server).name)
            except AppError as error:
                wrong.append(error)
        if wish.page and self._window.page is not None:
            self._window.page.show_page(page_name(wish.page))
        wrong += self._offer(wish.links)
        return wrong

    def _offer(self, links: Iterable[str]) -> list[AppError]:
        """Ask about the servers of all links in one dialog."""
        texts: list[str] = []
        wrong: list[AppError] = []
        for link in links:
            try:
                texts.append(text_to_paste(link))
            except AppError as error:
                wrong.append(error)
        if texts and self._window.editing.is_adding:
            wrong.append(_is_adding())
        elif texts:
            self._window.editing.add(self._window.draft, "\n".join(texts))
        return wrong


def _come_to_front(window: Desk, activation: str) -> None:
    """Where the desktop guards its front, what it gave the later start opens the way."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    if activation:
        os.environ[_ACTIVATION] = activation  # where Qt looks for it
    window.activateWindow()
    os.environ.pop(_ACTIVATION, None)


def _is_adding() -> AppError:
    return AppError(
        Family.CONFIGURATION,
        "The link was not opened",
        cause="Servers are being added already.",
        hint="Add or cancel those, then open the link again.",
    )
