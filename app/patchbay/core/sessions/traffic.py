"""The JSON-RPC messages that went both ways, paired, redacted and bounded."""

from collections import deque
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from patchbay.core.events import Event
from patchbay.core.sessions.redaction import Redactor

CAPACITY = 5_000
BODY_LIMIT = 64 * 1024
TOTAL_LIMIT = 16 * 1024 * 1024
"""Bytes of message bodies kept for one server; the oldest go first."""
_NAME_LIMIT = 1_000


class Direction(StrEnum):
    """Seen from Patchbay."""

    SENT = "sent"
    RECEIVED = "received"


class Outcome(StrEnum):
    """How an exchange ended."""

    NONE = ""
    WAITING = "waiting"
    OK = "ok"
    TOOL_ERROR = "tool error"
    ERROR = "error"
    TIMED_OUT = "timed out"
    UNANSWERED = "unanswered"
    CANCELLED = "cancelled"


@dataclass(slots=True)
class Exchange:
    """A request with its answer, or one notification. Only `Traffic` changes it.

    `took` is seconds; sizes are bytes on the wire. Bodies are redacted JSON text, cut at 64 KB;
    `request_cut` and `response_cut` say so.
    """

    number: int
    at: datetime
    direction: Direction
    method: str
    target: str
    request_id: int | str | None
    request: str
    request_size: int
    outcome: Outcome
    response: str = ""
    response_size: int = 0
    took: float | None = None
    request_cut: bool = False
    response_cut: bool = False


class Traffic:
    """A ring of exchanges of one server, kept across its restarts."""

    def __init__(self) -> None:
        self.added: Event[Exchange] = Event()
        self.changed: Event[Exchange] = Event()
        self.redactor = Redactor()
        self.total = 0
        self._ring: deque[Exchange] = deque()
        self._bytes = 0

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        return tuple(self._ring)

    def record(  # noqa: PLR0913 - the parts of one message
        self,
        direction: Direction,
        method: str,
        body: str,
        *,
        size: int,
        target: str = "",
        request_id: int | str | None = None,
        waits: bool = False,
    ) -> Exchange:
        self.total += 1
        outcome = Outcome.WAITING if waits else Outcome.NONE
        text = self._clean(body)
        now = datetime.now().astimezone()
        method, target = self._name(method), self._name(target)
        exchange = Exchange(
            self.total, now, direction, method, target, request_id, text, size, outcome
        )
        exchange.request_cut = len(body) > BODY_LIMIT
        self._ring.append(exchange)
        self._bytes += len(text)
        self._trim()
        self.added.emit(exchange)
        return exchange

    def answer(
        self, exchange: Exchange, body: str, *, size: int, outcome: Outcome, took: float
    ) -> None:
        self._bytes -= len(exchange.response)
        exchange.response = self._clean(body)
        exchange.response_cut = len(body) > BODY_LIMIT
        exchange.response_size = size
        exchange.outcome = outcome
        exchange.took = took
        self._bytes += len(exchange.response)
        self._trim()
        self.changed.emit(exchange)

    def _clean(self, body: str) -> str:
        return self.redactor.beginning(body, BODY_LIMIT)

    def _name(self, words: str) -> str:
        return self.redactor.beginning(words, _NAME_LIMIT)

    def _trim(self) -> None:
        while len(self._ring) > CAPACITY or (self._bytes > TOTAL_LIMIT and len(self._ring) > 1):
            gone = self._ring.popleft()
            self._bytes -= len(gone.request) + len(gone.response)
