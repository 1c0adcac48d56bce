"""When to connect again to a server that went away."""

import random
from dataclasses import dataclass

from patchbay.core.errors import AppError, Family, Kind

_PASSING_STATUS = frozenset({408, 425, 429})
"""Answers of a web server below 500 that may be another one later."""

_LASTING_CLOSE = frozenset({"1003", "1008", "1010", "3000", "3003", "4401", "4403"})
"""Close codes of a WebSocket that say who or what is not wanted."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """Seconds between attempts: `first`, then twice as long each time, at most `most`.

    A server that was up for `steady` seconds counts as well again, so that attempts begin anew.
    """

    first: float = 1.0
    most: float = 60.0
    attempts: int = 10
    steady: float = 30.0

    def delay(self, attempt: int) -> float | None:
        """Seconds before the `attempt`th attempt, counted from 1; `None` when it is time to stop.

        They vary by a fifth, so that many clients of one server do not come back at once.
        """
        if attempt > self.attempts:
            return None
        seconds = min(self.most, self.first * 2 ** (attempt - 1))
        return seconds * random.uniform(0.8, 1.2)  # noqa: S311 - no secret depends on it


PATIENCE = Backoff()


def may_pass(error: AppError) -> bool:
    """Whether the same attempt may succeed later without anybody doing something."""
    if error.family is not Family.CONNECTION or error.kind is Kind.REFUSED:
        return False
    if error.evidence.get("close code") in _LASTING_CLOSE:
        return False
    status = error.evidence.get("status", "")[:3]
    if not status.isdecimal():
        return True
    return int(status) >= 500 or int(status) in _PASSING_STATUS
