"""Log lines in words: the columns of the table, the filter, and what is copied."""

from collections.abc import Iterable
from dataclasses import dataclass

from patchbay.core.sessions.log import LogLine, Source
from patchbay.ui.rows import Column

LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
LEAST_LEVELS = (("Debug and up", 0), ("Info and up", 1), ("Warnings and up", 3), ("Errors", 4))
"""The choices of the level, and the place in `LEVELS` from which on each shows lines."""

CHIPS: tuple[tuple[str, Source | None], ...] = (
    ("All", None),
    ("stderr", Source.STDERR),
    ("stdout noise", Source.NOISE),
    ("Log", Source.SERVER),
    ("Notifications", Source.NOTIFICATION),
    ("Patchbay", Source.PATCHBAY),
)
_SPOKEN = 1_000


def clock(line: LogLine) -> str:
    return f"{line.at:%H:%M:%S}.{line.at.microsecond // 1_000:03}"


def rank(line: LogLine) -> int | None:
    """How grave a line is; `None` where its source says nothing about that."""
    return LEVELS.index(line.level) if line.level in LEVELS else None


def is_error(line: LogLine) -> bool:
    grave = rank(line)
    return grave is not None and grave >= LEVELS.index("error")


def level(line: LogLine) -> str:
    """The level; noise on stdout has none of its own and is a warning."""
    return line.level or ("warning" if line.source is Source.NOISE else "")


COLUMNS: tuple[Column[LogLine], ...] = (
    Column("Time", clock),
    Column("Source", lambda line: line.source.value),
    Column("Level", level),
    Column("Message", lambda line: line.text[:_SPOKEN]),
)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which lines are shown; `least` is a place in `LEVELS`."""

    words: str = ""
    source: Source | None = None
    least: int = 0

    @property
    def shows_all(self) -> bool:
        return not self.words and self.source is None and not self.least

    def apply(self, lines: Iterable[LogLine]) -> list[LogLine]:
        """The lines it lets through; a line without a level passes any level."""
        if self.shows_all:
            return list(lines)
        sought = self.words.casefold()
        return [line for line in lines if self._passes(line, sought)]

    def _passes(self, line: LogLine, sought: str) -> bool:
        if self.source is not None and line.source is not self.source:
            return False
        grave = rank(line)
        if grave is not None and grave < self.least:
            return False
        return not sought or sought in line.text.casefold()


def as_text(lines: Iterable[LogLine]) -> str:
    """Lines for the clipboard."""
    return "\n".join(_written(clock(line), line) for line in lines)


def as_file(lines: Iterable[LogLine]) -> str:
    """Lines for a file, with the whole date."""
    return "".join(
        _written(line.at.isoformat(timespec="milliseconds"), line) + "\n" for line in lines
    )


def _written(when: str, line: LogLine) -> str:
    return "  ".join(part for part in (when, f"[{line.source}]", line.level, line.text) if part)
