"""Exchanges in words: the columns of the table, the filter, and what is written to a file."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from patchbay.core.sessions.traffic import Direction, Exchange, Outcome
from patchbay.core.values import Json
from patchbay.ui.figures import duration, size
from patchbay.ui.rows import Column

SLOW = 0.1
"""Seconds from which on an exchange counts as slow."""

_FAILED = frozenset({Outcome.ERROR, Outcome.TOOL_ERROR, Outcome.TIMED_OUT, Outcome.UNANSWERED})


class Kind(Enum):
    """What the chips choose."""

    ALL = "All"
    SENT = "→ Sent"
    RECEIVED = "← Received"
    ERRORS = "Errors"

    def holds(self, exchange: Exchange) -> bool:
        match self:
            case Kind.ALL:
                return True
            case Kind.SENT:
                return exchange.direction is Direction.SENT
            case Kind.RECEIVED:
                return exchange.direction is Direction.RECEIVED
            case Kind.ERRORS:
                return failed(exchange)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which exchanges are shown."""

    words: str = ""
    kind: Kind = Kind.ALL
    only_slow: bool = False

    def apply(self, exchanges: Iterable[Exchange]) -> list[Exchange]:
        return [exchange for exchange in exchanges if self.passes(exchange)]

    def passes(self, exchange: Exchange) -> bool:
        if not self.kind.holds(exchange) or (self.only_slow and lasted(exchange) < SLOW):
            return False
        return not self.words or self._mentions(exchange)

    def _mentions(self, exchange: Exchange) -> bool:
        """In the head whatever the case; in the bodies, which may be large, to the letter."""
        head = f"{exchange.method} {exchange.target} {exchange.request_id}"
        return (
            self.words.casefold() in head.casefold()
            or self.words in exchange.request
            or self.words in exchange.response
        )


def counts(exchanges: Sequence[Exchange]) -> tuple[int, int, int]:
    """How many were sent, were received, failed; counted often, so by what is fast."""
    sent = sum(exchange.direction is Direction.SENT for exchange in exchanges)
    bad = sum(exchange.outcome in _FAILED for exchange in exchanges)
    return sent, len(exchanges) - sent, bad


def failed(exchange: Exchange) -> bool:
    return exchange.outcome in _FAILED


def waits(exchange: Exchange) -> bool:
    return exchange.outcome is Outcome.WAITING


def lasted(exchange: Exchange) -> float:
    """Seconds until the answer, or until now."""
    if exchange.took is not None:
        return exchange.took
    if not waits(exchange):
        return 0.0
    return (datetime.now().astimezone() - exchange.at).total_seconds()


def clock(exchange: Exchange) -> str:
    return f"{exchange.at:%H:%M:%S}.{exchange.at.microsecond // 1_000:03}"


def took(exchange: Exchange) -> str:
    if exchange.took is None and not waits(exchange):
        return ""
    return duration(lasted(exchange))


def weight(exchange: Exchange) -> str:
    """The size of the answer, or of the message that has none; a dash where none came."""
    if exchange.outcome is Outcome.NONE:
        return size(exchange.request_size)
    if exchange.response_size:
        return size(exchange.response_size)
    return "" if waits(exchange) else "—"


def spoken(exchange: Exchange) -> str:
    """The method as a screen reader says it."""
    return " ".join(part for part in (exchange.direction, exchange.method, exchange.target) if part)


COLUMNS: tuple[Column[Exchange], ...] = (
    Column("Time", clock),
    Column("Method", spoken, tip=lambda exchange: exchange.target[:1_000]),
    Column("Duration", took, right=True),
    Column("Size", weight, right=True),
    Column(
        "", lambda exchange: exchange.outcome.value, tip=lambda exchange: exchange.outcome.value
    ),
)


def as_lines(exchanges: Iterable[Exchange]) -> str:
    """One JSON object in a line for each exchange."""
    return "".join(
        json.dumps(_as_json(exchange), ensure_ascii=False) + "\n" for exchange in exchanges
    )


def _as_json(exchange: Exchange) -> Json:
    return {
        "at": exchange.at.isoformat(timespec="milliseconds"),
        "direction": exchange.direction.value,
        "method": exchange.method,
        "target": exchange.target,
        "id": exchange.request_id,
        "outcome": exchange.outcome.value,
        "duration_ms": None if exchange.took is None else round(exchange.took * 1_000, 1),
        "request_size": exchange.request_size,
        "response_size": exchange.response_size,
        "request": _parsed(exchange.request),
        "request_cut": exchange.request_cut,
        "response": _parsed(exchange.response),
        "response_cut": exchange.response_cut,
    }


def _parsed(body: str) -> Json:
    """The message itself; the text as it is where it was cut."""
    try:
        return json.loads(body) if body else None
    except (ValueError, RecursionError):
        return body
