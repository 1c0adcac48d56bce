"""Sends requests from the traffic page, and finds the exchanges they became."""

from collections.abc import Iterable
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from patchbay.core.calls.run import Run, Status
from patchbay.core.events import Event
from patchbay.core.sessions.recorded import Recorded
from patchbay.core.sessions.states import Ready, State
from patchbay.core.sessions.traffic import Direction, Exchange, Traffic
from patchbay.core.values import JsonObject
from patchbay.ui.tasks import follow, listen


class SendingSession(Protocol):
    """What sending needs of a session."""

    state: State
    changed: Event[State]

    @property
    def traffic(self) -> Traffic: ...
    @property
    def is_live(self) -> bool: ...
    def request(self, method: str, params: JsonObject) -> Run: ...


class Sender(QObject):
    """Waits for a server that has to be started first; `failed` says why nothing was sent."""

    start_wanted = Signal()
    failed = Signal(str)

    def __init__(self, session: SendingSession, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._waiting: Recorded | None = None
        self._sent: Run | None = None
        self._after = 0
        self._runs: dict[int, Run] = {}
        listen(self, session.changed, self._follow_state)

    def send(self, request: Recorded) -> None:
        self._waiting = request
        if not self._session.is_live:
            self.start_wanted.emit()
        self._follow_state(self._session.state)

    def claim(self, exchanges: Iterable[Exchange]) -> Exchange | None:
        """The exchange that the last request became, told once."""
        run = self._sent
        if run is None:
            return None
        for exchange in exchanges:
            is_new = exchange.number > self._after and exchange.direction is Direction.SENT
            if is_new and exchange.method == run.name:
                self._sent = None
                if run.status is Status.RUNNING:
                    self._runs[exchange.number] = run
                return exchange
        return None

    def is_running(self, exchange: Exchange) -> bool:
        run = self._runs.get(exchange.number)
        return run is not None and run.status is Status.RUNNING

    def cancel(self, exchange: Exchange) -> None:
        if run := self._runs.get(exchange.number):
            run.cancel()

    def _follow_state(self, state: State) -> None:
        if isinstance(state, Ready) and self._waiting:
            request, self._waiting = self._waiting, None
            self._send(request)
        elif not self._session.is_live:
            self._waiting = None

    def _send(self, request: Recorded) -> None:
        self._after = self._session.traffic.total
        self._runs = {at: run for at, run in self._runs.items() if run.status is Status.RUNNING}
        run = self._sent = self._session.request(request.method, request.params)
        if run.status is Status.RUNNING:
            follow(self, run, lambda: self._look_at(run))
        self._look_at(run)

    def _look_at(self, run: Run) -> None:
        """A request that failed before it was sent is in no exchange."""
        is_unsent = run is self._sent and self._session.traffic.total == self._after
        if run.status is Status.FAILED and run.error is not None and is_unsent:
            self._sent = None
            self.failed.emit(run.error.what_and_why)
