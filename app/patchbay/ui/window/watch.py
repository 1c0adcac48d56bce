"""Notices when another program changes an open config."""

import asyncio
import logging
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer
from shiboken6 import Shiboken

from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.drafts import Drafts
from patchbay.core.errors import AppError
from patchbay.core.store.naming import real_path
from patchbay.ui.tasks import listen, spawn

_log = logging.getLogger(__name__)
_PAUSE = 0.2
"""Editors write a file in several steps."""
_POLL_MS = 2_000
"""Network drives tell nothing by themselves."""

_Look: TypeAlias = "tuple[int, int, int] | None"


class FileWatch(QObject):
    """Has each draft look at the disk when its file there is not the one it was.

    Programs replace files more often than they write them, so folders are watched, not files.
    """

    def __init__(self, drafts: Drafts, parent: QObject) -> None:
        super().__init__(parent)
        self._drafts = drafts
        self._seen: dict[Path, _Look] = {}
        self._system = QFileSystemWatcher(self)
        self._system.directoryChanged.connect(self._soon)
        self._system.fileChanged.connect(self._soon)
        # Not a timer of Qt, which may go off while the loop stands still that looking needs.
        self._loop = asyncio.get_running_loop()
        self._pause: asyncio.TimerHandle | None = None
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._soon)
        listen(self, drafts.read, lambda _: self._follow())

    def _follow(self) -> None:
        """Watch what is open, and no more; files that were replaced are watched anew."""
        open_files = {draft.path: real_path(draft.path) for draft in self._drafts.all}
        for path, target in open_files.items():
            self._seen.setdefault(path, _look(target))
        for path in [gone for gone in self._seen if gone not in open_files]:
            del self._seen[path]
        wanted = {str(file) for target in open_files.values() for file in (target, target.parent)}
        watched = {*self._system.files(), *self._system.directories()}
        if gone := watched - wanted:
            self._system.removePaths(sorted(gone))
        if new := wanted - watched:
            self._system.addPaths(sorted(new))
        self._poll.start() if open_files else self._poll.stop()

    def _soon(self) -> None:
        if self._pause is not None:
            self._pause.cancel()
        self._pause = self._loop.call_later(_PAUSE, self._compare)

    def _compare(self) -> None:
        if not Shiboken.isValid(self):
            return
        for draft in self._drafts.all:
            look = _look(real_path(draft.path))
            if look != self._seen.get(draft.path):
                self._seen[draft.path] = look
                spawn(self, self._tell(draft))
        self._follow()

    async def _tell(self, draft: Draft) -> None:
        try:
            await draft.look()
        except AppError as error:  # saving will say so where it matters
            _log.info("%s", error)


def _look(path: Path) -> _Look:
    """What changes when a file does; nothing where there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
