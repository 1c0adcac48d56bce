"""The configs that were opened last."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from patchbay.core.events import Event
from patchbay.core.own_files import locked, read_object, write_privately
from patchbay.core.values import as_list, as_text

MOST = 20


class RecentFiles:
    """A small file of paths, the latest first; only those that are still there are told."""

    def __init__(self, path: Path) -> None:
        self.changed: Event[None] = Event()
        self._path = path
        self._turn = asyncio.Lock()

    def paths(self) -> tuple[Path, ...]:
        return tuple(path for path in self._known() if _is_file(path))

    async def add(self, path: Path) -> None:
        """Put a config first.

        Raises:
            OSError: it could not be written.
        """
        await self._change(lambda known: (path, *(each for each in known if each != path))[:MOST])

    async def clear(self) -> None:
        """Forget all of them.

        Raises:
            OSError: it could not be written.
        """
        await self._change(lambda _: ())

    async def _change(self, change: Callable[[tuple[Path, ...]], tuple[Path, ...]]) -> None:
        async with self._turn:  # else the files that are opened at once are kept in any order
            await asyncio.to_thread(self._rewrite, change)
        self.changed.emit(None)

    def _rewrite(self, change: Callable[[tuple[Path, ...]], tuple[Path, ...]]) -> None:
        with locked(self._path):
            known = self._known()
            if (changed := change(known)) != known:
                said = {"files": list(map(str, changed))}
                write_privately(self._path, json.dumps(said, indent=2))

    def _known(self) -> tuple[Path, ...]:
        raw, _ = read_object(self._path)
        texts = filter(None, map(as_text, as_list(raw.get("files"))))
        return tuple(map(Path, texts))[:MOST]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False
