"""Notices when another program changes an open config."""

import asyncio
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer
from shiboken6 import Shiboken

from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.drafts import Drafts
from patchbay.core.errors import AppError, Family
from patchbay.core.store.naming import real_path
from patchbay.ui.notices import Notices
from patchbay.ui.tasks import listen, spawn

_PAUSE = 0.2
"""Editors write a file in several steps."""
_PATIENCE = 1.0
"""Seconds until a file that became empty is taken for an empty one."""
_POLL_MS = 2_000
"""Network drives tell nothing by themselves."""

_Look: TypeAlias = "tuple[int, int, int] | None"


class FileWatch(QObject):
    """Has each draft look at the disk when its file there is not the one it was.

    Programs replace files more often than they write them, so folders are watched, not files.
    """

    def __init__(self, drafts: Drafts, notices: Notices, parent: QObject) -> None:
        super().__init__(parent)
        self._drafts, self._notices = drafts, notices
        self._seen: dict[Path, _Look] = {}
        self._emptied: set[Path] = set()
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
        near = {file for target in open_files.values() for file in (target, target.parent)}
        wanted = {str(file) for file in near if file.exists()}
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
            if self._is_half_written(draft.path, look):
                self._pause = self._loop.call_later(_PATIENCE, self._compare)
            elif look != self._seen.get(draft.path):
                self._seen[draft.path] = look
                spawn(self, self._tell(draft))
        self._follow()

    def _is_half_written(self, path: Path, look: _Look) -> bool:
        """A file that has just become empty is likely to be filled in a moment."""
        seen = self._seen.get(path)
        emptied = look is not None and look[1] == 0 and seen is not None and seen[1] > 0
        if not emptied or path in self._emptied:
            self._emptied.discard(path)
            return False
        self._emptied.add(path)
        return True

    async def _tell(self, draft: Draft) -> None:
        try:
            await draft.look()
        except AppError as error:
            self._notices.show(_unreadable(draft, error))


def _unreadable(draft: Draft, error: AppError) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"{draft.path} cannot be read any more",
        cause=error.what_and_why,
        hint="What Patchbay has of it stays as it is, your edits included.",
    )


def _look(path: Path) -> _Look:
    """What changes when a file does; nothing where there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
