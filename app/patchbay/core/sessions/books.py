"""What is kept of one server through all of its connections."""

from dataclasses import dataclass

from patchbay.core.sessions.asks import Asks
from patchbay.core.sessions.log import Log
from patchbay.core.sessions.traffic import Traffic


@dataclass(frozen=True, slots=True)
class Books:
    """Its log, its traffic, and its open questions."""

    log: Log
    traffic: Traffic
    asks: Asks
