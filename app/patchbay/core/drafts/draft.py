"""One config file that is being changed."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from patchbay.core.config.decoding import encode
from patchbay.core.config.document import Span
from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.drafts import refusals
from patchbay.core.drafts.parking import park, unpark
from patchbay.core.drafts.reading import Reading, read_draft, read_source
from patchbay.core.drafts.shelf import Shelf
from patchbay.core.drafts.strictness import check_strictness
from patchbay.core.drafts.text import DraftText, Kept
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.operations import Operation
from patchbay.core.editing.splice import Splice
from patchbay.core.errors import AppError
from patchbay.core.events import Event
from patchbay.core.store.disk import OnDisk, load
from patchbay.core.store.failures import Changed
from patchbay.core.store.journal import Unsaved

SMALL = 32_000
"""Characters up to which a text is read at once; a longer one is read in a thread."""
_PAUSE = 0.2
"""Seconds without typing after which the text is read again."""

_Change: TypeAlias = Callable[[Lossless, ConfigFile, Kept], tuple[Lossless, Kept]]
T = TypeVar("T")


class Draft:
    """The text of one file with all that was done to it since it was read.

    The text changes at once, by typing, by operations of a form, by undo and redo; what it says is
    read a moment later and then in `file`. Only `save` writes to the disk, and only over what was
    there when the person last looked. `changed` tells of all of this.
    """

    def __init__(
        self,
        on_disk: OnDisk,
        reading: Reading,
        shelf: Shelf,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self.changed: Event[None] = Event()
        self.outside: OnDisk | None = None
        """What another program has written to the disk since, if it is not what we know."""
        self.outside_since: datetime | None = None
        self.leftovers: tuple[Unsaved, ...] = ()
        """What a Patchbay that ended without saving had made of the file, newest first."""
        self._on_disk = on_disk
        self._reading = reading
        self._saved_source = reading.source
        self._text = DraftText(reading.text, reading.parked)
        self._read_revision = 0
        self._shelf = shelf
        self._environment = environment
        self._turn = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._settling: asyncio.Task[None] | None = None

    @property
    def path(self) -> Path:
        return self._on_disk.path

    @property
    def on_disk(self) -> OnDisk:
        """The file as it was when it was last read or saved here."""
        return self._on_disk

    @property
    def text(self) -> str:
        return self._text.text

    @property
    def saved_text(self) -> str:
        return self._text.saved_text

    @property
    def file(self) -> ConfigFile:
        """What was read from the text last; it may be a moment older than the text."""
        return self._reading.file

    @property
    def source(self) -> Lossless | None:
        return self._reading.source

    @property
    def marked(self) -> Span | None:
        """Where the last step that was not typed wrote."""
        return self._text.marked

    @property
    def is_editable(self) -> bool:
        """Whether it is a text at all, in a language that can be changed here."""
        return self._on_disk.decoded.text is not None and self.source is not None

    @property
    def is_settled(self) -> bool:
        """Whether `file` is what the text says."""
        return self._read_revision == self._text.revision

    @property
    def is_changed(self) -> bool:
        return self._text.is_changed

    @property
    def unsaved(self) -> int:
        """How many steps lie between the text and what is saved."""
        return self._text.unsaved

    @property
    def undo_label(self) -> str:
        """What undo would take back; empty when there is nothing."""
        return self._text.undo_label

    @property
    def redo_label(self) -> str:
        return self._text.redo_label

    def type(self, splices: Sequence[Splice], *, merges: str = "typing") -> None:
        """Change the text by hand; the splices follow one another."""
        self._text.type(splices, merges=merges)
        self._moved_on()

    async def edit(self, operation: Operation) -> None:
        """Change the text by form.

        Raises:
            AppError: it cannot be made without touching more than it should; nothing was changed.
        """

        def change(source: Lossless, file: ConfigFile, kept: Kept) -> tuple[Lossless, Kept]:
            return operation.apply(source, file), kept

        await self._edit(operation.label, change, operation.merges)

    async def park(self, name: str) -> None:
        """Disable a server by taking it out of the file; Patchbay keeps it as it was written.

        Raises:
            AppError: it cannot be taken out by form.
        """

        def change(source: Lossless, file: ConfigFile, kept: Kept) -> tuple[Lossless, Kept]:
            after, parked = park(source, file, name)
            return after, (*kept, parked)

        await self._edit(f"parking {name}", change)

    async def unpark(self, name: str) -> None:
        """Put a parked server back into the file.

        Raises:
            AppError: its name is taken meanwhile.
        """

        def change(source: Lossless, file: ConfigFile, kept: Kept) -> tuple[Lossless, Kept]:
            found = next((each for each in kept if each.name == name), None)
            if found is None:
                raise refusals.not_parked(name)
            return unpark(source, file, found), tuple(each for each in kept if each is not found)

        await self._edit(f"enabling {name}", change)

    async def forget_parked(self, name: str) -> None:
        """Remove a parked server for good; one step back brings it again."""

        def change(source: Lossless, file: ConfigFile, kept: Kept) -> tuple[Lossless, Kept]:
            del file
            return source, tuple(each for each in kept if each.name != name)

        await self._edit(f"removing {name}", change)

    def replace(self, text: str, label: str) -> None:
        """Another text as one step: a version, edits that survived a crash, a merge."""
        self._text.take(text, self._text.parked, label)
        self._moved_on()

    def undo(self) -> None:
        self._text.undo()
        self._moved_on()

    def redo(self) -> None:
        self._text.redo()
        self._moved_on()

    def why_not_by_form(self, entry: Entry) -> str:
        """Why a form can only show this server; empty when it can change it."""
        if not self.is_editable:
            return "This file is no text in JSON or YAML that Patchbay can change."
        if not self.file.parsed or self.source is None:
            return "The text is broken; correct it there, then the form goes on."
        if entry.parked:
            return f"{entry.name} is parked: Patchbay took it out of the file and keeps it."
        try:
            self.source.check(entry.path)
        except AppError as error:
            return str(error)
        return ""

    async def settled(self) -> None:
        """Wait until `file` is what the text says."""
        while not self.is_settled:
            await self._read()

    async def edited(self) -> None:
        """Wait until every change by form that was asked for is made, or refused."""
        async with self._turn:
            await self.settled()

    async def save(self, *, although_strict: bool = False, make_folder: bool = False) -> None:
        """Write the text to the disk, over exactly what was read from there.

        Raises:
            Changed: another program wrote the file meanwhile; it is in `outside` now.
            TooStrict: the client would refuse it; `although_strict` writes it still.
            AppError: it does not parse, or cannot be written; nothing was lost.
        """
        async with self._turn:
            await self.settled()
            text, parked, depth = self.text, self._text.parked, self._text.depth
            source = self._check(although_strict=although_strict)
            data = encode(text, self._on_disk.decoded)
            try:
                saved = await asyncio.to_thread(self._write, data, parked, make_folder)
            except Changed as error:
                self._take_outside(error.found)
                raise
            self._on_disk, self._saved_source = saved, source
            self._text.saved(text, parked, depth)
            self.outside = self.outside_since = None
        self.changed.emit(None)

    async def look(self) -> None:
        """See what stands on the disk; an unchanged draft follows it.

        Raises:
            AppError: it cannot be read now.
        """
        found = await asyncio.to_thread(load, self.path)
        async with self._turn:
            if self._would_follow(found):
                reading = await self._work(partial(self._reading_of, found))
                self._take_disk(found, reading)
            else:
                self._take_outside(found)

    def look_now(self) -> None:
        """As `look`, for a small file, at once.

        Raises:
            AppError: it cannot be read now.
        """
        if self._turn.locked():
            return  # it is being read or written at this moment
        found = load(self.path)
        if self._would_follow(found):
            self._take_disk(found, self._reading_of(found))
        else:
            self._take_outside(found)

    async def reload(self) -> None:
        """Give up what was changed for what stands on the disk; one step back brings it again.

        Raises:
            AppError: the file cannot be read.
        """
        found = await asyncio.to_thread(load, self.path)
        text = found.decoded.text
        if text is None or found.data is None:
            raise refusals.no_text(self.path)
        async with self._turn:
            self._accept(found)
            parked = self._text.saved_parked
            self._text.take(text, parked, "reloading")
            self._text.saved(text, parked, self._text.depth)
            await self.settled()
            self._saved_source = self.source
        self.changed.emit(None)

    def keep_mine(self) -> None:
        """What another program wrote is known now: it may be written over, and stays a version."""
        if self.outside is not None:
            self._accept(self.outside)
            self.changed.emit(None)

    def discard(self) -> None:
        """Give up what was not saved; one step back brings it again."""
        text, parked = self._text.saved_text, self._text.saved_parked
        self._text.take(text, parked, "discarding")
        self._text.saved(text, parked, self._text.depth)
        self._moved_on()

    def close(self) -> None:
        """Stop reading."""
        if self._timer is not None:
            self._timer.cancel()
        if self._settling is not None:
            self._settling.cancel()

    async def _edit(self, label: str, change: _Change, merges: str = "") -> None:
        async with self._turn:
            if not self.is_editable:
                raise refusals.no_text(self.path)
            while True:
                await self.settled()
                revision, reading = self._text.revision, self._reading
                after = await self._work(partial(self._changed_by, change, reading))
                if revision == self._text.revision:
                    break  # else something was typed meanwhile: make the change in the new text
            self._text.take(after.text, after.parked, label, merges)
            self._reading, self._read_revision = after, self._text.revision
        self.changed.emit(None)

    def _changed_by(self, change: _Change, reading: Reading) -> Reading:
        assert reading.source is not None  # an editable draft has one
        source, parked = change(reading.source, reading.file, reading.parked)
        return read_source(self.path, source, self._on_disk.decoded, parked, self._environment)

    def _moved_on(self) -> None:
        """The text is another: tell it, and read it once the person pauses."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_PAUSE, self._settle)
        self.changed.emit(None)

    def _settle(self) -> None:
        self._settling = asyncio.get_running_loop().create_task(self.settled())

    async def _read(self) -> None:
        revision, text, parked = self._text.revision, self.text, self._text.parked
        decoded = self._on_disk.decoded
        reading = await self._work(
            partial(read_draft, self.path, text, decoded, parked, self._environment)
        )
        if revision == self._text.revision and not self.is_settled:
            self._reading, self._read_revision = reading, revision
            self.changed.emit(None)

    async def _work(self, work: Callable[[], T]) -> T:
        return work() if len(self.text) <= SMALL else await asyncio.to_thread(work)

    def _check(self, *, although_strict: bool) -> Lossless:
        file, source = self._reading.file, self._reading.source
        if not self.is_editable or source is None:
            raise refusals.no_text(self.path)
        if not file.parsed:
            raise refusals.not_written(file)
        if not although_strict and self._saved_source is not None:
            check_strictness(file, self._saved_source.document, source.document)
        return source

    def _write(self, data: bytes, parked: Kept, make_folder: bool) -> OnDisk:  # noqa: FBT001 - for a thread
        saver, parking = self._shelf.saver, self._shelf.parking
        before = self._text.saved_parked
        # A server on its way into the file or out of it is in both for a moment, never in none.
        parking.save(self.path, (*parked, *(each for each in before if each not in parked)))
        saved = saver.save(self.path, data, self._on_disk.digest, make_folder=make_folder)
        with suppress(OSError):  # then it is in both for longer
            parking.save(self.path, parked)
        return replace(saved, decoded=self._on_disk.decoded)

    def _would_follow(self, found: OnDisk) -> bool:
        """Whether it is another text, and nothing would be lost by taking it."""
        if found.digest == self._on_disk.digest or self.is_changed:
            return False
        return found.data is not None and found.decoded.text is not None

    def _reading_of(self, found: OnDisk) -> Reading:
        text = found.decoded.text or ""
        parked = self._text.parked
        return read_draft(self.path, text, found.decoded, parked, self._environment)

    def _take_disk(self, found: OnDisk, reading: Reading) -> None:
        if not self._would_follow(found):  # something was typed while it was read
            self._take_outside(found)
            return
        self._accept(found)
        self._text.start_anew(reading.text, reading.parked)
        self._reading, self._read_revision = reading, self._text.revision
        self._saved_source = reading.source
        self.changed.emit(None)

    def _take_outside(self, found: OnDisk) -> None:
        known = self._on_disk if self.outside is None else self.outside
        if found.digest == known.digest:
            return
        is_ours = found.digest == self._on_disk.digest
        self.outside = None if is_ours else found
        self.outside_since = None if is_ours else datetime.now(UTC)
        self.changed.emit(None)

    def _accept(self, found: OnDisk) -> None:
        if found.data is None:
            found = replace(found, decoded=self._on_disk.decoded)
        self._on_disk = found
        self.outside = self.outside_since = None
