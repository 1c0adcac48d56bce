"""Whether and when a session connects again by itself after it ended."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass

from patchbay.core.config.model import Entry, Transport
from patchbay.core.errors import AppError
from patchbay.core.sessions.backoff import Backoff, may_pass
from patchbay.core.sessions.habits import Habits
from patchbay.core.sessions.states import Retry


@dataclass(frozen=True, slots=True)
class End:
    """How one life of a session ended: why, during which calls, after how many ready seconds."""

    error: AppError
    during: tuple[str, ...] = ()
    ran: float | None = None
    is_expired: bool = False
    """The server forgot the session; it may be well otherwise."""


class Persistence:
    """Counts the attempts of one session, and waits between them.

    A server at an address is looked for again once it had been up; a program is only started again
    where that was chosen. A forgotten session is asked for anew once, without waiting.
    """

    def __init__(self, backoff: Backoff, habits: Habits) -> None:
        self._backoff = backoff
        self._habits = habits
        self._attempt = 0
        self._has_renewed = False
        self._hurry = asyncio.Event()

    def begin(self) -> None:
        """A person started it: whatever was before counts no more."""
        self._attempt = 0
        self._has_renewed = False

    def note_success(self) -> None:
        """A call worked: should the server forget the session again, that is news."""
        self._has_renewed = False

    def renews(self, end: End) -> bool:
        """Whether to connect again at once, because nothing is wrong but the session's age."""
        if not end.is_expired or self._has_renewed:
            return False
        self._has_renewed = True
        return True

    def retry(self, end: End, entry: Entry) -> Retry | None:
        """When to connect again; `None` where a person has to."""
        if (end.ran or 0) >= self._backoff.steady:
            self._attempt = 0
        was_up = end.ran is not None or self._attempt > 0
        is_remote = entry.transport is not Transport.STDIO
        chosen = self._habits.of(entry.file, entry.name).restarts
        if not may_pass(end.error) or not (chosen or (is_remote and was_up)):
            return None
        seconds = self._backoff.delay(self._attempt + 1)
        if seconds is None:
            return None
        self._attempt += 1
        return Retry(self._attempt, time.monotonic() + seconds)

    async def wait(self, retry: Retry) -> None:
        """Until the time of the attempt, or until somebody wants it now."""
        self._hurry.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(retry.at - time.monotonic()):
                await self._hurry.wait()

    def hurry(self) -> None:
        """A person wants it now: the attempts before count no more."""
        self._attempt = min(self._attempt, 1)
        self._hurry.set()
