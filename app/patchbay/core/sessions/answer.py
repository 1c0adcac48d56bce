"""What a server really answered, and where on the wire and on disk it came from."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from patchbay.core.calls.blocks import Note
from patchbay.core.sessions.relay_events import Handle
from patchbay.core.values import JsonObject


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a message came from: its size on the wire and, if it was large, its spool file."""

    size: int
    file: Path | None = None
    start: int = 0
    end: int = 0
    handles: Sequence[Handle] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server really answered: its result object, and what was left on disk."""

    result: JsonObject
    origin: Origin
    notes: tuple[Note, ...] = ()
