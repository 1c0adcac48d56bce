"""What every connection of one Patchbay is made with."""

from dataclasses import dataclass

from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.launch import Limits
from patchbay.core.sessions.spawner import Spawner
from patchbay.core.sessions.spool import Spool


@dataclass(frozen=True, slots=True)
class Parts:
    """The spool of this Patchbay, its one spawner, its decoder, its limits."""

    spool: Spool
    spawner: Spawner
    decoder: Decoder
    limits: Limits
