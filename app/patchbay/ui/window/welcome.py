"""Fills the page that is there before any config: what is found here, and what was open before."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from patchbay.core.config.discovery import found_configs
from patchbay.core.config.folders import home_folder, project_folder
from patchbay.core.config.reader import is_large
from patchbay.core.sessions.runners import find_runners
from patchbay.core.workspace import Workspace
from patchbay.ui.first_start import FirstStart
from patchbay.ui.tasks import spawn
from patchbay.ui.window.opening import Opening

_PAUSE = 0.2
"""Seconds until the page counts as being looked at: another often takes its place at once."""


class Welcome:
    """Looks again whenever the page comes into sight; opens what is chosen there."""

    def __init__(self, page: FirstStart, workspace: Workspace, opening: Opening) -> None:
        self._page, self._workspace, self._opening = page, workspace, opening
        self._home = home_folder(workspace.surroundings.environment)
        self._work: asyncio.Task[None] | None = None
        page.came_into_sight.connect(self._look)
        page.open_wanted.connect(opening.ask)
        page.file_wanted.connect(opening.try_to_open)
        page.file_dropped.connect(opening.try_to_open)
        page.files_wanted.connect(self._open_all)

    @property
    def settled(self) -> bool:
        """The page shows all there is, or is not in sight."""
        return self._work is None or self._work.done() or not self._page.isVisible()

    def _look(self) -> None:
        if self._work is not None:
            self._work.cancel()
        self._work = spawn(self._page, self._show_what_is_there())

    async def _show_what_is_there(self) -> None:
        await asyncio.sleep(_PAUSE)
        if not self._page.isVisible():
            return
        recent = self._workspace.recent.paths()
        environment = self._workspace.surroundings.environment
        folders = _projects(recent, self._home)
        found = await asyncio.to_thread(found_configs, self._home, environment, folders)
        self._page.show_found(found, self._home)
        self._page.set_recent(recent, self._home)
        await asyncio.sleep(_PAUSE)
        if self._page.isVisible():
            surroundings, allow = self._workspace.surroundings, self._workspace.allow
            self._page.show_runners(await find_runners(surroundings, allow))

    def _open_all(self, paths: Sequence[Path]) -> None:
        """In their order; the first one is shown then, unless it is still being read."""
        for path in paths:
            self._opening.try_to_open(path)
        if not is_large(paths[0]):
            self._opening.try_to_open(paths[0])


def _projects(recent: Sequence[Path], home: Path) -> tuple[Path, ...]:
    """The folder Patchbay was started in, and the projects of the configs that were open before."""
    try:
        here = [Path.cwd()]
    except OSError:  # it is there no more
        here = []
    projects = (*here, *(project_folder(path) for path in recent))
    return tuple(dict.fromkeys(each for each in projects if each is not None and each != home))
