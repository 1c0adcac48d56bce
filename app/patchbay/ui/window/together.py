"""What is done to many servers at once: all of one config, or all that are open."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from patchbay.core.sessions.states import Ready
from patchbay.core.workspace import Workspace
from patchbay.ui.tasks import spawn


class Together:
    """Starts and stops groups of servers; what becomes of each is told on its own row and page.

    Consents are asked one after the other, as for single starts.
    """

    def __init__(self, owner: QWidget, workspace: Workspace) -> None:
        self._owner, self._workspace = owner, workspace

    def start(self, file: Path | None = None) -> None:
        """Start what can be started: as it stands in the drafts, once they are read."""
        spawn(self._owner, self._start(file))

    def stop(self, file: Path | None = None) -> None:
        spawn(self._owner, self._workspace.pool.stop_all(file))

    def restart_running(self) -> None:
        for session in self._workspace.pool.sessions:
            if isinstance(session.state, Ready):
                spawn(self._owner, session.restart())

    def can_start(self, file: Path | None = None) -> bool:
        return bool(self._workspace.pool.startable(file))

    def can_stop(self, file: Path | None = None) -> bool:
        return bool(self._workspace.pool.stoppable(file))

    async def _start(self, file: Path | None) -> None:
        for draft in self._workspace.drafts.all:
            if file in (None, draft.path):
                await draft.edited()
        self._workspace.pool.start_all(file)
