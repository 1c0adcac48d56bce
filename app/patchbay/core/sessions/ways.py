"""How to connect to a server, and what else to try when that does not work."""

from dataclasses import dataclass

from patchbay.core.config.model import Definition, Entry, Transport
from patchbay.core.errors import AppError
from patchbay.core.sessions.eras import AUTO, LEGACY, Eras

FALLBACK_STATUS = frozenset({400, 404, 405, 406, 411})
"""What servers of the older SSE transport answer to a POST; anything else is a failure to show."""


@dataclass(frozen=True, slots=True)
class Way:
    """A transport and a protocol era: "auto", "legacy" or one protocol date."""

    transport: Transport
    era: str


class KnownWay:
    """The way that worked last with one server, so that the next start need not try in vain.

    The era is remembered for good, the transport while the server's settings stay as they are.
    """

    def __init__(self, eras: Eras) -> None:
        self._eras = eras
        self._worked: tuple[Entry, Transport] | None = None

    def first(self, entry: Entry, definition: Definition) -> Way:
        """What to try first."""
        era = definition.protocol
        if era == AUTO:
            era = self._eras.of(_key(entry))
        if self._worked is not None and self._worked[0] == entry.settings:
            return Way(self._worked[1], era)
        return Way(definition.transport, era)

    def keep(self, entry: Entry, way: Way, *, is_modern: bool) -> None:
        """It worked.

        Raises:
            OSError: the era could not be written; until the end of this sitting it is known.
        """
        self._worked = entry.settings, way.transport
        self._eras.remember(_key(entry), AUTO if is_modern else LEGACY)


class Trail:
    """The ways tried in one start, and what became of each."""

    def __init__(self, first: Way) -> None:
        self.way = first
        self.failures: list[AppError] = []
        self._tried = [first]

    def go_on(self, failure: AppError, other: Way | None) -> str:
        """Take the `other` way after a failure and say so; empty where it leads nowhere new."""
        self.failures.append(failure)
        if other is None or other in self._tried:
            return ""
        before, self.way = self.way, other
        self._tried.append(other)
        if before.transport is other.transport:
            return f"Trying again with protocol era “{other.era}”."
        return (
            f"No {before.transport.value} here ({failure.short}); trying {other.transport.value}."
        )

    def verdict(self, *, found: bool) -> AppError:
        """The failure to show, with what became of all attempts.

        It is the last one if that `found` a server. Where none was found, the failure of what the
        file asks for tells more.
        """
        shown = self.failures[-1] if found else self.failures[0]
        if attempts := self.failures[-1].evidence.get("attempts"):
            shown.evidence["attempts"] = attempts
        return shown


def _key(entry: Entry) -> str:
    return f"{entry.file}::{entry.name}"
