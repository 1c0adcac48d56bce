"""Opens configs in the window: read, shown, and what was chosen to start then started."""

import logging
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from patchbay.core.config.model import ConfigFile
from patchbay.core.config.reader import is_large
from patchbay.core.errors import AppError
from patchbay.core.workspace import Workspace
from patchbay.ui.notices import Notices
from patchbay.ui.tasks import spawn
from patchbay.ui.window.frame import Frame

_log = logging.getLogger(__name__)


class Opening:
    """Shows the first server of a config, or its problems; a small one is there at once."""

    def __init__(self, frame: Frame, workspace: Workspace, notices: Notices) -> None:
        self._frame = frame
        self._workspace = workspace
        self._notices = notices

    def ask(self) -> None:
        """Let the person choose a file."""
        dialog = QFileDialog(self._frame, "Open a config")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(["Configs (*.json *.jsonc *.yaml *.yml)", "All files (*)"])
        dialog.fileSelected.connect(self._open_named)
        dialog.open()

    async def open(self, path: Path) -> ConfigFile:
        """Read a config and show it; nothing starts.

        Raises:
            AppError: the file cannot be read.
        """
        return self._show(await self.read(path))

    async def read(self, path: Path) -> ConfigFile:
        """Put a config into the sidebar; nothing starts, and what is shown stays.

        Raises:
            AppError: the file cannot be read.
        """
        if not is_large(path):
            return self._workspace.open(path)
        with self._frame.reading_bar.reading(path):
            return await self._workspace.open_large(path)

    async def open_and_start(self, path: Path) -> ConfigFile:
        """As `open`; then what was chosen to start with the file does.

        Raises:
            AppError: the file cannot be read.
        """
        known = self._open_paths()
        file = await self.open(path)
        self._start_if_new(file, known)
        return file

    def try_to_open(self, path: Path) -> None:
        """Open a config a person chose; what is wrong with it is said in the window."""
        if is_large(path):
            spawn(self._frame, self._try_to_open_large(path))
            return
        known = self._open_paths()
        try:
            file = self._show(self._workspace.open(path))
        except AppError as error:
            self._notices.show(error)
        else:
            self._start_if_new(file, known)

    async def _try_to_open_large(self, path: Path) -> None:
        try:
            await self.open_and_start(path)
        except AppError as error:
            self._notices.show(error)

    def _open_named(self, name: str) -> None:
        self.try_to_open(Path(name))

    def _show(self, file: ConfigFile) -> ConfigFile:
        spawn(self._frame, self._remember(file.path))
        sessions = self._workspace.pool.sessions_of(file)
        if sessions:
            self._frame.show_session(sessions[0])
        else:
            self._frame.show_problems(file)
        return file

    async def _remember(self, path: Path) -> None:
        try:
            await self._workspace.recent.add(path)
        except OSError as error:
            _log.warning("The recent files could not be kept: %s", error)

    def _open_paths(self) -> set[Path]:
        return {file.path for file in self._workspace.pool.files}

    def _start_if_new(self, file: ConfigFile, known: set[Path]) -> None:
        """Opening a file starts what was chosen to start then; looking at it again does not."""
        if file.path not in known:
            self._workspace.pool.start_opened(file.path)
