"""The log of one server: what it printed, what it reported, and what Patchbay did."""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from patchbay.core.events import Event
from patchbay.core.sessions.redaction import Redactor

CAPACITY = 10_000


class Source(StrEnum):
    """Who a log line comes from."""

    STDERR = "stderr"
    NOISE = "stdout noise"
    SERVER = "log"
    NOTIFICATION = "notification"
    PATCHBAY = "Patchbay"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line; `level` is an MCP logging level, or empty where the source has none."""

    at: datetime
    source: Source
    level: str
    text: str


class Log:
    """Keeps the newest lines of one server, across its restarts; each is redacted on entry."""

    def __init__(self) -> None:
        self.added: Event[tuple[LogLine, ...]] = Event()
        self.redactor = Redactor()
        self.total = 0
        self._lines: deque[LogLine] = deque(maxlen=CAPACITY)
        self._counts: Counter[Source] = Counter()

    @property
    def lines(self) -> tuple[LogLine, ...]:
        return tuple(self._lines)

    def count(self, source: Source) -> int:
        """How many lines of this source ever came, the forgotten ones included."""
        return self._counts[source]

    def add(self, source: Source, text: str, level: str = "") -> None:
        self.add_all(source, (text,), level)

    def add_all(self, source: Source, texts: Iterable[str], level: str = "") -> None:
        now = datetime.now().astimezone()
        lines = tuple(LogLine(now, source, level, self.redactor.text(text)) for text in texts)
        if not lines:
            return
        self._lines.extend(lines)
        self._counts[source] += len(lines)
        self.total += len(lines)
        self.added.emit(lines)

    def tail(self, source: Source, count: int) -> tuple[str, ...]:
        """The newest `count` texts of one source, oldest first."""
        found: list[str] = []
        for line in reversed(self._lines):
            if line.source is source:
                found.append(line.text)
                if len(found) == count:
                    break
        return tuple(reversed(found))
