"""The log of one server: what it printed, what it reported, and what Patchbay did."""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import islice

from patchbay.core.events import Event
from patchbay.core.sessions.redaction import Redactor

CAPACITY = 10_000
TEXT_LIMIT = 64 * 1024
TOTAL_LIMIT = 16 * 1024 * 1024
"""Characters kept for one server; the oldest lines go first."""
_CUT_FROM = 512
"""The relay cuts lines at 2,048 bytes, which are at least so many characters."""


class Source(StrEnum):
    """Who a log line comes from."""

    STDERR = "stderr"
    NOISE = "stdout noise"
    SERVER = "log"
    NOTIFICATION = "notification"
    PATCHBAY = "Patchbay"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line; `level` is an MCP logging level, or empty where the source has none.

    `begins` marks the first line of a start.
    """

    at: datetime
    source: Source
    level: str
    text: str
    begins: bool = False


class Log:
    """Keeps the newest lines of one server, across its restarts; each is redacted on entry."""

    def __init__(self) -> None:
        self.added: Event[tuple[LogLine, ...]] = Event()
        self.redactor = Redactor()
        self.total = 0
        self._begun = 0
        self._lines: deque[LogLine] = deque()
        self._counts: Counter[Source] = Counter()
        self._size = 0
        self._begins = False

    @property
    def lines(self) -> tuple[LogLine, ...]:
        return tuple(self._lines)

    def count(self, source: Source) -> int:
        """How many lines of this source ever came, the forgotten ones included."""
        return self._counts[source]

    @property
    def forgotten(self) -> int:
        """How many lines are no longer kept."""
        return self.total - len(self._lines)

    @property
    def is_full_of_text(self) -> bool:
        """Lines were let go because they are long, not because they are many."""
        return self.forgotten > 0 and len(self._lines) < CAPACITY

    def begin(self) -> None:
        """A start of the server: what is said next is its first line."""
        self._begins = self.total > 0
        self._begun = self.total

    def fresh(self, source: Source) -> tuple[str, ...]:
        """The texts of one source since the last start, oldest first."""
        begin = max(len(self._lines) - (self.total - self._begun), 0)
        return tuple(
            line.text for line in islice(self._lines, begin, None) if line.source is source
        )

    def add(self, source: Source, text: str, level: str = "") -> None:
        self.add_all(source, (text,), level)

    def add_all(self, source: Source, texts: Iterable[str], level: str = "") -> None:
        now = datetime.now().astimezone()
        lines = tuple(LogLine(now, source, level, self._clean(text)) for text in texts)
        if not lines:
            return
        if self._begins:
            self._begins = False
            lines = (replace(lines[0], begins=True), *lines[1:])
        self._keep(lines)
        self._counts[source] += len(lines)
        self.total += len(lines)
        self.added.emit(lines)

    def _clean(self, text: str) -> str:
        if len(text) > TEXT_LIMIT:
            return self.redactor.beginning(text, TEXT_LIMIT) + "…"
        return self.redactor.text(text) if len(text) < _CUT_FROM else self.redactor.cut(text)

    def _keep(self, lines: tuple[LogLine, ...]) -> None:
        self._lines.extend(lines)
        self._size += sum(len(line.text) for line in lines)
        while len(self._lines) > CAPACITY or (self._size > TOTAL_LIMIT and len(self._lines) > 1):
            self._size -= len(self._lines.popleft().text)

    def tail(self, source: Source, count: int) -> tuple[str, ...]:
        """The newest `count` texts of one source, oldest first."""
        found: list[str] = []
        for line in reversed(self._lines):
            if line.source is source:
                found.append(line.text)
                if len(found) == count:
                    break
        return tuple(reversed(found))
