"""Which transport an entry means: the many spellings of four words."""

from patchbay.core.config.model import Transport

_SPELLINGS: dict[Transport, tuple[str, ...]] = {
    Transport.STDIO: ("stdio", "local", "command", "process"),
    Transport.HTTP: ("http", "streamablehttp", "httpstream", "streamable", "remote"),
    Transport.SSE: ("sse", "eventsource"),
    Transport.WEBSOCKET: ("websocket", "ws", "wss"),
}
_BY_SPELLING = {
    spelling: transport for transport, spellings in _SPELLINGS.items() for spelling in spellings
}

KNOWN_SPELLINGS = "stdio, http (streamable-http), sse, websocket (ws)"
"""For messages."""


def transport_spelled(spelling: str) -> Transport | None:
    """The transport meant, case and `-` or `_` ignored; `None` for an unknown word."""
    return _BY_SPELLING.get(spelling.strip().lower().replace("-", "").replace("_", ""))
