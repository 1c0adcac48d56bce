"""One config file that is being changed."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

from patchbay.core.config.decoding import encode
from patchbay.core.config.document import Span
from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.drafts import changes, refusals
from patchbay.core.drafts.changes import FormChange
from patchbay.core.drafts.disk_side import DiskSide
from patchbay.core.drafts.live_reading import LiveReading, in_thread_if_long
from patchbay.core.drafts.parking import Kept, parked_from
from patchbay.core.drafts.reading import Reading, read_disk, read_draft, read_source
from patchbay.core.drafts.shelf import Shelf
from patchbay.core.drafts.strictness import check_strictness
from patchbay.core.drafts.text import DraftText
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.operations import Operation
from patchbay.core.editing.splice import Splice
from patchbay.core.errors import AppError
from patchbay.core.events import Event
from patchbay.core.store.disk import OnDisk, load
from patchbay.core.store.failures import Changed
from patchbay.core.store.journal import Unsaved
from patchbay.core.values import as_object


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
        self.leftovers: tuple[Unsaved, ...] = ()
        """What a Patchbay that ended without saving had made of the file, newest first."""
        self._disk = DiskSide(on_disk)
        self._saved_source = reading.source
        self._text = DraftText(reading.text, reading.parked)
        self._reading = LiveReading(self._text, reading, self._prepare_reading, self._tell)
        self._shelf = shelf
        self._environment = environment
        self._turn = asyncio.Lock()

    @property
    def path(self) -> Path:
        return self._disk.known.path

    @property
    def on_disk(self) -> OnDisk:
        """The file as it was when it was last read or saved here."""
        return self._disk.known

    @property
    def outside(self) -> OnDisk | None:
        """What another program has written to the disk since, if it is not what we know."""
        return self._disk.outside

    @property
    def outside_since(self) -> datetime | None:
        return self._disk.outside_since

    @property
    def text(self) -> str:
        return self._text.text

    @property
    def saved_text(self) -> str:
        return self._text.saved_text

    @property
    def file(self) -> ConfigFile:
        """What was read from the text last; it may be a moment older than the text."""
        return self._reading.current.file

    @property
    def source(self) -> Lossless | None:
        return self._reading.current.source

    @property
    def marked(self) -> Span | None:
        """Where the last step that was not typed wrote."""
        return self._text.marked

    @property
    def is_editable(self) -> bool:
        """Whether it is a text at all, in a language that can be changed here."""
        return self._disk.known.decoded.text is not None and self.source is not None

    @property
    def is_settled(self) -> bool:
        """Whether `file` is what the text says."""
        return self._reading.is_settled

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
        await self._edit(changes.of_text(operation))

    async def park(self, name: str) -> None:
        """Disable a server by taking it out of the file; Patchbay keeps it as it was written.

        Raises:
            AppError: it cannot be taken out by form.
        """
        await self._edit(changes.parking(name))

    async def unpark(self, name: str) -> None:
        """Put a parked server back into the file.

        Raises:
            AppError: its name is taken meanwhile.
        """
        await self._edit(changes.unparking(name))

    async def forget_parked(self, name: str) -> None:
        """Remove a parked server for good; one step back brings it again."""
        await self._edit(changes.forgetting(name))

    def replace(self, text: str, label: str) -> None:
        """Another text as one step: a version, edits that survived a crash, a merge."""
        self._text.take(text, self._text.parked, label)
        self._moved_on()

    def undo(self) -> None:
        """Take the last step back at once; an edit by form on its way is made in what is left."""
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
        return _nested(self.source, entry)

    async def step_back(self) -> None:
        """Undo, once the edits that were asked for before are made."""
        async with self._turn:
            self.undo()

    async def step_forward(self) -> None:
        """Redo, once the edits that were asked for before are made."""
        async with self._turn:
            self.redo()

    async def settled(self) -> None:
        """Wait until `file` is what the text says."""
        await self._reading.settled()

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
            self._end_parking()
            text, parked, depth = self.text, self._text.parked, self._text.depth
            source = self._check(although_strict=although_strict)
            data = encode(text, self._disk.known.decoded)
            try:
                saved = await asyncio.to_thread(self._write, data, parked, make_folder)
            except Changed as error:
                self._note(error.found)
                raise
            self._disk.accept(replace(saved, decoded=self._disk.known.decoded))
            self._text.saved(text, parked, depth)
            self._saved_source = source
        self._tell()

    async def look(self) -> None:
        """See what stands on the disk; an unchanged draft follows it.

        Raises:
            AppError: it cannot be read now.
        """
        found = await asyncio.to_thread(load, self.path)
        async with self._turn:
            if self._would_follow(found):
                reading = await in_thread_if_long(self.text, partial(self._reading_of, found))
                self._take_disk(found, reading)
            else:
                self._note(found)

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
            self._note(found)

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
            self._disk.accept(found)
            parked = self._text.saved_parked
            self._text.take(text, parked, "reloading")
            self._text.saved(text, parked, self._text.depth)
            await self.settled()
            self._saved_source = self.source
        self._tell()

    def keep_mine(self, found: OnDisk) -> None:
        """`found` on the disk was looked at: it may be written over, and stays a version.

        What another program writes after it is asked about again.
        """
        self._disk.accept(found)
        if found.data is not None and found.decoded.text is not None:
            self._text.rebase(found.decoded.text)
        self._tell()

    def restore(self, unsaved: Unsaved) -> None:
        """Go on with edits that were left; one step back brings the file as it is.

        Where others changed the file since, saving asks what becomes of both.
        """
        parked = self._text.parked
        if unsaved.parked is not None:
            parked = tuple(map(parked_from, unsaved.parked))
        self._text.take(unsaved.text, parked, "restoring unsaved edits")
        if unsaved.base_digest != self.on_disk.digest:
            self._disk.fall_back(unsaved.base_digest)
            self._text.rebase(unsaved.base)
        self._moved_on()

    def unsaved_edits(self, when: datetime) -> Unsaved:
        """What would be lost now."""
        disk = self.on_disk
        return Unsaved(
            text=self.text,
            base_digest=disk.digest,
            when=when,
            encoding=disk.decoded.encoding,
            has_mark=disk.decoded.has_mark,
            base=self.saved_text,
            parked=tuple(each.as_json() for each in self._text.parked),
        )

    def discard(self) -> None:
        """Give up what was not saved; one step back brings it again."""
        text, parked = self._text.saved_text, self._text.saved_parked
        self._text.take(text, parked, "discarding")
        self._text.saved(text, parked, self._text.depth)
        self._moved_on()

    def read_again(self) -> None:
        """Read the same text anew: what fills in its variables is another."""
        self._reading.again()

    def close(self) -> None:
        """Stop reading."""
        self._reading.close()

    async def _edit(self, change: FormChange) -> None:
        async with self._turn:
            if not self.is_editable:
                raise refusals.no_text(self.path)
            while True:
                await self.settled()
                revision, reading = self._text.revision, self._reading.current
                work = partial(self._changed_by, change, reading)
                after = await in_thread_if_long(self.text, work)
                if revision == self._text.revision:
                    break  # else something was typed meanwhile: make the change in the new text
            self._text.take(after.text, after.parked, change.label, change.merges)
            self._reading.hand_over(after)
        self._tell()

    def _changed_by(self, change: FormChange, reading: Reading) -> Reading:
        assert reading.source is not None  # an editable draft has one
        source, parked = change.apply(reading.source, reading.file, reading.parked)
        return read_source(self.path, source, self.on_disk.decoded, parked, self._environment)

    def _tell(self) -> None:
        self.changed.emit(None)

    def _moved_on(self) -> None:
        """The text is another: tell it, and read it once the person pauses."""
        self._reading.soon()
        self._tell()

    def _prepare_reading(self) -> Callable[[], Reading]:
        decoded, parked = self.on_disk.decoded, self._text.parked
        return partial(read_draft, self.path, self.text, decoded, parked, self._environment)

    def _check(self, *, although_strict: bool) -> Lossless:
        file, source = self.file, self.source
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
        saved = saver.save(self.path, data, self.on_disk.digest, make_folder=make_folder)
        with suppress(OSError):  # then it is in both for longer
            parking.save(self.path, parked)
        return saved

    def _end_parking(self) -> None:
        """What stands in the file again is parked no more."""
        reading = self._reading.current
        self._text.end_parking({entry.name for entry in self.file.entries if not entry.parked})
        self._reading.hand_over(replace(reading, parked=self._text.parked))

    def _would_follow(self, found: OnDisk) -> bool:
        """Whether it is another text, and nothing would be lost by taking it."""
        if found.digest == self.on_disk.digest or self.is_changed:
            return False
        return found.data is not None and found.decoded.text is not None

    def _reading_of(self, found: OnDisk) -> Reading:
        return read_disk(found, self._text.parked, self._environment)

    def _take_disk(self, found: OnDisk, reading: Reading) -> None:
        if not self._would_follow(found):  # something was typed while it was read
            self._note(found)
            return
        self._disk.accept(found)
        self._text.start_anew(reading.text, reading.parked)
        self._reading.hand_over(reading)
        self._saved_source = reading.source
        self._tell()

    def _note(self, found: OnDisk) -> None:
        if self._disk.note(found):
            self._tell()


def _nested(source: Lossless, entry: Entry) -> str:
    path = (*entry.path, "transport")
    inner = as_object(source.value(path)) if source.has(path) else {}
    if not inner.keys() - {"type"}:
        return ""
    return f"{entry.name} has fields inside of its transport; change it in the text."
