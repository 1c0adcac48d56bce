"""The servers that somebody wants to add, and where."""

from dataclasses import dataclass
from pathlib import Path

from patchbay.core.pasting.pasted_server import PastedServer
from patchbay.core.values import JsonObject


@dataclass(frozen=True, slots=True)
class NewServer:
    """One server under a name that was free when it was asked for.

    `fields` have canonical names unless there is a `source`: the exact text of a JSON object, whose
    fields they are then.
    """

    name: str
    fields: JsonObject
    source: str = ""


@dataclass(frozen=True, slots=True)
class NewServers:
    """What is added to the file at `path`, which need not exist."""

    path: Path
    servers: tuple[NewServer, ...]


def canonical_fields(server: PastedServer) -> JsonObject:
    """The fields of a server that has no source, with the transport under its own name."""
    fields = server.fields()
    said = fields.pop("type", None)
    if said is not None:
        fields["transport"] = said
    return fields
