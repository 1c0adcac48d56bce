"""The drafts of all open files."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.journaling import Journaling
from patchbay.core.drafts.opening import read_file
from patchbay.core.drafts.reading import Reading, read_disk
from patchbay.core.drafts.shelf import Shelf
from patchbay.core.events import Event
from patchbay.core.store.disk import OnDisk, on_disk
from patchbay.core.store.naming import named


class Drafts:
    """Opens files to be changed and keeps one draft of each; their edits survive a crash."""

    def __init__(self, shelf: Shelf, environment: Mapping[str, str] = os.environ) -> None:
        self.read: Event[Draft] = Event()
        """What a draft says was read, after it was opened and after each change."""
        self.shelf = shelf
        self._environment = environment
        self._drafts: dict[Path, Draft] = {}
        self._journals: dict[Path, Journaling] = {}

    @property
    def all(self) -> tuple[Draft, ...]:
        return tuple(self._drafts.values())

    def find(self, path: Path) -> Draft | None:
        return self._drafts.get(named(path))

    def journal_of(self, draft: Draft) -> Journaling:
        return self._journals[draft.path]

    def open(self, path: Path) -> Draft:
        """Read a file, or look at it again if it is open; for small ones, see `reader.is_large`.

        Raises:
            AppError: there is no such file, or it cannot be opened.
        """
        if (draft := self.find(path)) is not None:
            draft.look_now()
            return draft
        parked = self.shelf.parking.load(path)
        return self._take(*read_file(path, parked, self._environment))

    async def open_large(self, path: Path) -> Draft:
        """As `open`, in a thread.

        Raises:
            AppError: there is no such file, or it cannot be opened.
        """
        if (draft := self.find(path)) is not None:
            await draft.look()
            return draft
        parked = self.shelf.parking.load(path)
        found = await asyncio.to_thread(read_file, path, parked, self._environment)
        return self.find(path) or self._take(*found)

    def start(self, path: Path) -> Draft:
        """A draft for a file that is to be made, or of one that is there already.

        Raises:
            AppError: there is such a file, and it cannot be opened.
        """
        path = named(path)
        if path.exists() or self.find(path) is not None:
            return self.open(path)
        parked = self.shelf.parking.load(path)
        nothing = on_disk(path, None)
        reading = read_disk(nothing, parked, self._environment)
        return self._take(nothing, reading)

    def read_again(self) -> None:
        """What fills in variables is another: find anew what is unset."""
        for draft in self.all:
            draft.read_again()

    async def close(self, path: Path) -> None:
        """Let go of a file; what was not saved is offered when it is opened again."""
        draft = self._drafts.pop(named(path), None)
        if draft is not None:
            draft.close()
            await self._journals.pop(draft.path).close()

    async def close_all(self) -> None:
        for draft in self.all:
            await self.close(draft.path)

    def _take(self, found: OnDisk, reading: Reading) -> Draft:
        draft = Draft(found, reading, self.shelf, self._environment)
        self._drafts[draft.path] = draft
        self._journals[draft.path] = Journaling(draft, self.shelf.journal)
        last = [draft.file]

        def follow(_: None) -> None:
            if draft.file is not last[0]:
                last[0] = draft.file
                self.read.emit(draft)

        draft.changed.connect(follow)
        self.read.emit(draft)
        return draft
