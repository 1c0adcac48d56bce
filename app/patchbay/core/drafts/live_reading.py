"""What the text of a draft says, read again after each change."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from patchbay.core.drafts.reading import Reading
from patchbay.core.drafts.text import DraftText

_SHORT = 32_000
"""Characters up to which a text is read at once; a longer one is read in a thread."""
_PAUSE = 0.2
"""Seconds without typing after which the text is read again."""

_NEVER = -1
"""No text has this revision."""

T = TypeVar("T")


async def in_thread_if_long(text: str, work: Callable[[], T]) -> T:
    """Do what takes time that grows with `text`, so that the window need not wait for it."""
    return work() if len(text) <= _SHORT else await asyncio.to_thread(work)


class LiveReading:
    """The last reading of a text that goes on changing.

    `prepare` gives the work of reading the text as it is at that moment; `told` hears that there
    is another reading, unless it was handed over.
    """

    def __init__(
        self,
        text: DraftText,
        first: Reading,
        prepare: Callable[[], Callable[[], Reading]],
        told: Callable[[], None],
    ) -> None:
        self.current = first
        """What was read last; it may be a moment older than the text."""
        self._text = text
        self._revision = text.revision
        self._prepare = prepare
        self._told = told
        self._timer: asyncio.TimerHandle | None = None
        self._settling: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None

    @property
    def is_settled(self) -> bool:
        """Whether it is a reading of the text as it is."""
        return self._revision == self._text.revision

    def hand_over(self, reading: Reading) -> None:
        """Take what somebody else has read from the text as it is."""
        self.current, self._revision = reading, self._text.revision

    def soon(self) -> None:
        """The text is another: read it once the person pauses."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_PAUSE, self._settle)

    def again(self) -> None:
        """What the text means may be another, though it is the same: read it anew."""
        self._revision = _NEVER
        self.soon()

    async def settled(self) -> None:
        """Read now, until the text stays as it was read; once for all who wait."""
        while not self.is_settled:
            if self._reading is None or self._reading.done():
                self._reading = asyncio.get_running_loop().create_task(self._read())
            await asyncio.shield(self._reading)

    def close(self) -> None:
        """Stop reading."""
        if self._timer is not None:
            self._timer.cancel()
        for task in (self._settling, self._reading):
            if task is not None:
                task.cancel()

    def _settle(self) -> None:
        if self._settling is None or self._settling.done():
            self._settling = asyncio.get_running_loop().create_task(self.settled())

    async def _read(self) -> None:
        revision = self._text.revision
        reading = await in_thread_if_long(self._text.text, self._prepare())
        if revision == self._text.revision and not self.is_settled:
            self.hand_over(reading)
            self._told()
