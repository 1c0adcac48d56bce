"""Keeps the unsaved edits of one draft where a crash cannot take them."""

import asyncio
import logging
from datetime import UTC, datetime

from patchbay.core.drafts.draft import Draft
from patchbay.core.store.journal import Claim, Journal, Unsaved

_log = logging.getLogger(__name__)
_PAUSE = 0.5
"""Seconds after a change until it is written: what a crash may take at most."""


class Journaling:
    """Writes after each change of a draft, and clears when there is nothing left to lose.

    What a Patchbay that crashed had not saved is in the draft's `leftovers` until it is taken over
    or forgotten.
    """

    def __init__(self, draft: Draft, journal: Journal) -> None:
        self._draft = draft
        self._journal = journal
        self._claim: Claim | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._written: str | None = None
        draft.leftovers = self._left()
        self._disconnect = draft.changed.connect(lambda _: self._soon())

    def take_over(self, unsaved: Unsaved) -> None:
        """Go on with edits that were left; one step back brings the file as it is."""
        self._draft.restore(unsaved)
        self.forget(unsaved)

    def forget(self, unsaved: Unsaved) -> None:
        """The person gave these edits up, or they are in the draft now."""
        self._journal.forget(unsaved)
        draft = self._draft
        draft.leftovers = tuple(each for each in draft.leftovers if each is not unsaved)
        draft.changed.emit(None)

    async def flush(self) -> None:
        """Write at once what has not been written yet."""
        if self._timer is not None:
            self._timer.cancel()
            self._begin()
        if self._writing is not None:
            await asyncio.wait([self._writing])

    async def close(self) -> None:
        """The draft is let go of; what is not saved then is a leftover for the next start."""
        self._disconnect()
        await self.flush()
        if self._claim is not None:
            await asyncio.to_thread(self._end, self._claim, keep=self._draft.is_changed)

    def _left(self) -> tuple[Unsaved, ...]:
        try:
            found = self._journal.leftover(self._draft.path)
        except OSError as error:
            _log.warning("The journal cannot be read: %s", error)
            return ()
        return tuple(each for each in found if each.text != self._draft.text)

    def _soon(self) -> None:
        current = self._draft.text if self._draft.is_changed else None
        if self._timer is None and current != self._written:
            self._timer = asyncio.get_running_loop().call_later(_PAUSE, self._begin)

    def _begin(self) -> None:
        self._timer = None
        if self._writing is None or self._writing.done():
            self._writing = asyncio.get_running_loop().create_task(self._write())
        else:
            self._soon()

    async def _write(self) -> None:
        draft = self._draft
        written = draft.text if draft.is_changed else None
        unsaved = draft.unsaved_edits(datetime.now(UTC)) if draft.is_changed else None
        try:
            await asyncio.to_thread(self._keep, unsaved)
        except OSError as error:
            _log.warning("Unsaved edits cannot be kept: %s", error)
        self._written = written

    def _keep(self, unsaved: Unsaved | None) -> None:
        if unsaved is None:
            if self._claim is not None:
                self._claim.clear()
            return
        if self._claim is None:
            self._claim = self._journal.claim(self._draft.path)
        self._claim.write(unsaved)

    @staticmethod
    def _end(claim: Claim, *, keep: bool) -> None:
        try:
            if not keep:
                claim.clear()
            claim.release()
        except OSError as error:
            _log.warning("The journal cannot be cleared: %s", error)
