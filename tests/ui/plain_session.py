"""A session for pages that need no server behind it."""

from dataclasses import dataclass, field

from patchbay.core.calls.run import Run, RunKind
from patchbay.core.config.model import Entry
from patchbay.core.errors import AppError, Family
from patchbay.core.events import Event
from patchbay.core.sessions.log import Log
from patchbay.core.sessions.states import Ready, State, Stopped
from patchbay.core.sessions.traffic import Traffic
from patchbay.core.values import JsonObject


@dataclass
class PlainSession:
    """What the pages of log, traffic and configuration need of a session."""

    entry: Entry
    log: Log = field(default_factory=Log)
    traffic: Traffic = field(default_factory=Traffic)
    changed: Event[State] = field(default_factory=Event[State])
    state: State = field(default_factory=Stopped)

    @property
    def is_live(self) -> bool:
        return isinstance(self.state, Ready)

    def request(self, method: str, params: JsonObject) -> Run:
        """As a session without a connection: there is nobody to send it to."""
        run = Run(1, RunKind.REQUEST, method, params)
        run.fail(AppError(Family.CONNECTION, f"{self.entry.name} is not running"))
        return run
