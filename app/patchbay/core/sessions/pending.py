"""The requests that wait for an answer, and what traffic says of them."""

import time
from collections.abc import Collection, Container
from dataclasses import dataclass, field

from patchbay.core.sessions.pace import Pace
from patchbay.core.sessions.traffic import Exchange, Outcome, Traffic
from patchbay.core.values import Json


@dataclass(slots=True)
class _Request:
    method: str
    target: str
    exchange: Exchange
    began: float = field(default_factory=time.monotonic)
    steps: Pace = field(default_factory=lambda: Pace(burst=40, per_second=20))
    """Of its progress: whoever reads it sees no more, and each step costs the SDK a task."""


class Pending:
    """Knows each request from its sending to its end, and writes that end into its row once."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._requests: dict[int | str, _Request] = {}
        self._late: set[int | str] = set()

    @property
    def ids(self) -> Collection[int | str]:
        return self._requests.keys()

    def add(self, request_id: int | str, exchange: Exchange, method: str, target: str) -> None:
        self._requests[request_id] = _Request(method, target, exchange)

    def method(self, request_id: int | str) -> str:
        return self._requests[request_id].method

    def any_of(self, methods: Container[str]) -> bool:
        """Whether a request of one of these methods waits."""
        return any(request.method in methods for request in self._requests.values())

    def lets_step(self, token: Json) -> bool:
        """Whether a step of progress belongs to a request that has not had too many."""
        request = self._requests.get(token) if isinstance(token, (int, str)) else None
        return request is not None and request.steps.lets()

    def answer(self, request_id: int | str, body: str, size: int, outcome: Outcome) -> None:
        request = self._requests[request_id]
        took = time.monotonic() - request.began
        self._traffic.answer(request.exchange, body, size=size, outcome=outcome, took=took)
        # Not earlier: a request that is no longer pending cannot be failed if we stumble.
        del self._requests[request_id]

    def end(self, request_id: int | str, outcome: Outcome) -> bool:
        """End a request without an answer; whether it was waited for."""
        request = self._requests.pop(request_id, None)
        if request is not None:
            self._mark(request, outcome)
        return request is not None

    def cancel(self, request_id: Json) -> None:
        """The SDK waits no more; an answer that still comes is no surprise."""
        if isinstance(request_id, (int, str)) and self.end(request_id, Outcome.CANCELLED):
            self._late.add(request_id)

    def was_cancelled(self, said_id: Json) -> bool:
        return isinstance(said_id, (int, str)) and said_id in self._late

    def give_up(self, method: str, target: str, waited: float, outcome: Outcome) -> None:
        """Let the row of a request that was made `waited` seconds ago say that nobody waits."""
        began = time.monotonic() - waited
        for request in self._requests.values():
            is_it = (request.method, request.target) == (method, target) and request.began >= began
            if is_it and request.exchange.outcome is Outcome.WAITING:
                self._mark(request, outcome)
                return

    def abandon(self) -> None:
        """What still waits will get no answer."""
        for request in self._requests.values():
            self._mark(request, Outcome.UNANSWERED)
        self._requests.clear()
        self._late.clear()

    def _mark(self, request: _Request, outcome: Outcome) -> None:
        """There is no answer, and no end of it was told before."""
        if request.exchange.outcome is Outcome.WAITING:
            took = time.monotonic() - request.began
            self._traffic.answer(request.exchange, "", size=0, outcome=outcome, took=took)
