"""How to connect to a server, and what else to try when that does not work."""

from dataclasses import dataclass

from patchbay.core.config.model import Transport

FALLBACK_STATUS = frozenset({400, 404, 405, 406, 411})
"""What servers of the older SSE transport answer to a POST; anything else is a failure to show."""


@dataclass(frozen=True, slots=True)
class Way:
    """A transport and a protocol era: "auto", "legacy" or one protocol date."""

    transport: Transport
    era: str
