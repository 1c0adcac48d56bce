"""A session for pages that need no server behind it."""

from dataclasses import dataclass, field

from patchbay.core.config.model import Entry
from patchbay.core.events import Event
from patchbay.core.sessions.log import Log
from patchbay.core.sessions.states import State
from patchbay.core.sessions.traffic import Traffic


@dataclass
class PlainSession:
    """What the pages of log, traffic and configuration need of a session."""

    entry: Entry
    log: Log = field(default_factory=Log)
    traffic: Traffic = field(default_factory=Traffic)
    changed: Event[State] = field(default_factory=Event[State])
