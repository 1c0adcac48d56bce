"""Keeps what is open and in sight from one start to the next."""

import asyncio
import logging
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.sitting.last import LastSitting, Sitting
from patchbay.ui.figures import counted
from patchbay.ui.tasks import listen, spawn
from patchbay.ui.window.desk import Desk
from patchbay.ui.window.server_page import page_name

_log = logging.getLogger(__name__)
_PAUSE_MS = 1000
_MOST_NAMED = 5


class SittingRecord(QObject):
    """Brings the last sitting back, and then writes down this one a moment after it changes."""

    def __init__(self, window: Desk, last: LastSitting) -> None:
        super().__init__(window)
        self._window = window
        self._last = last
        self._seen = Sitting()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(lambda: spawn(self, self.keep()))
        self._turn = asyncio.Lock()

    async def restore(self) -> None:
        """Open the files of the last sitting, as somebody would; those that are gone are named."""
        sitting, lost = self._last.sitting, list[Path]()
        for path in sitting.files:
            try:
                file = await self._window.opening.read(path)
            except AppError:
                lost.append(path)
            else:
                self._window.workspace.pool.start_opened(file.path)
        if self._window.draft is None and self._window.session is None:
            self._show(sitting)
        if lost:
            self._window.notices.show(_not_opened(lost))

    def begin(self) -> None:
        """Write down from now on; before that the last sitting stays as it was."""
        listen(self, self._window.workspace.pool.changed, lambda _: self._soon())
        self._window.shown_changed.connect(self._soon)
        self._soon()

    async def keep(self) -> None:
        """Write down now what is open and in sight."""
        self._pause.stop()
        async with self._turn:  # what is seen later is also written later
            self._look()
            try:
                await asyncio.to_thread(self._last.keep, self._seen)
            except OSError as error:
                _log.warning("What is open could not be kept: %s", error)

    def _soon(self) -> None:
        if not self._pause.isActive():
            self._pause.start()

    def _look(self) -> None:
        """A page that belongs to no file leaves what was in sight before.

        A file that was never saved is nowhere at the next start.
        """
        window = self._window
        drafts = window.workspace.drafts.all
        files = tuple(draft.path for draft in drafts if draft.on_disk.data is not None)
        self._seen = replace(self._seen, files=files)
        if (draft := window.draft) is not None:
            server = window.session.entry.name if window.session is not None else ""
            page = window.page.page_name if window.page is not None else ""
            self._seen = Sitting(files, draft.path, server, page)

    def _show(self, sitting: Sitting) -> None:
        window, pool = self._window, self._window.workspace.pool
        file = next((file for file in pool.files if file.path == sitting.file), None)
        session = pool.find(file.path, sitting.server) if file is not None else None
        shown = session or next(iter(pool.sessions_of(file) if file else pool.sessions), None)
        if shown is not None:
            window.show_session(shown).show_page(page_name(sitting.page))
        elif pool.files:
            window.show_problems(file or pool.files[0])


def _not_opened(lost: list[Path]) -> AppError:
    named = ", ".join(map(str, lost[:_MOST_NAMED]))
    more = f" and {len(lost) - _MOST_NAMED} more" if len(lost) > _MOST_NAMED else ""
    return AppError(
        Family.CONFIGURATION,
        f"{counted(len(lost), 'config')} of the last sitting could not be opened",
        cause=f"Not there any more, or not readable: {named}{more}.",
        hint="Open them from where they are now, if they were moved.",
        kind=Kind.MISSING,
    )
