"""What a relay tells about its server."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from patchbay.core.values import Json, JsonObject, JsonPath


@dataclass(frozen=True, slots=True)
class Handle:
    """One value that was taken out of a large message.

    It stands at `start` to `end` in the message's file, at `path` from the message's root. `kind`
    is `str`, `list`, `dict`, `num` or `blob`. `count` is the number of items of a list or dict, if
    they were counted, or the bytes of `decoded`, the file a blob was decoded to.
    """

    path: JsonPath
    kind: str
    start: int
    end: int
    count: int | None
    decoded: Path | None


@dataclass(frozen=True, slots=True)
class Message:
    """One JSON-RPC message of `size` bytes on the wire.

    `body` is its JSON text: untouched, or the slim copy when `file` is given. Then the whole
    message stands at `start` to `end` in `file`, and `handles` tell what the copy lacks.
    """

    body: bytes
    size: int
    file: Path | None = None
    start: int = 0
    end: int = 0
    handles: tuple[Handle, ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of text, and how many more there were that came too fast to be kept."""

    lines: tuple[str, ...]
    dropped: int


@dataclass(frozen=True, slots=True)
class Spawned:
    """The server runs."""

    pid: int
    path: str
    relay_pid: int


@dataclass(frozen=True, slots=True)
class SpawnFailed:
    """The server could not be started.

    `why` is `bad-cwd`, `no-such-command`, `not-executable`, `bad-interpreter`, `bad-format`,
    `too-long`, `bad-encoding`, `no-spool`, `version` or `other`.
    """

    why: str
    path: str
    errno: int | None


@dataclass(frozen=True, slots=True)
class Dropped:
    """A message that was not accepted.

    `why` is `cap`, `disk:<errno name>` or `unreadable: <reason>`. `request_id` is known if it was
    an answer and its id could be found; `file` if its text was kept as evidence.
    """

    why: str
    size: int
    request_id: int | str | None
    file: Path | None


@dataclass(frozen=True, slots=True)
class Remark:
    """Something odd about the server's output, in words for its log."""

    text: str


@dataclass(frozen=True, slots=True)
class Exited:
    """The server has ended and nothing of it is left, unless `left` names processes.

    Either `code` or `signal` says how. `asked` is why it was stopped: `asked`, `eof`, `sigterm`,
    `fault`, or nothing when it ended by itself. `took` is the seconds of the stop, `did` the
    signals it needed, `container` the beginning of the id of a container that was removed.
    """

    code: int | None
    signal: int | None
    asked: str | None
    took: float
    did: tuple[str, ...]
    left: tuple[int, ...]
    container: str | None


Control: TypeAlias = Spawned | SpawnFailed | Dropped | Remark | Exited

_REMARKS = {
    "not-utf8": "The server writes bytes that are not valid UTF-8. They are shown as �. "
    "If its texts look wrong, set its encoding.",
}


def read_control(body: bytes, folder: Path) -> Control | None:
    """The event in a control frame; nothing for one this version does not know."""
    raw: JsonObject = json.loads(body)
    event: Control | None = None
    match raw.get("ev"):
        case "spawned":
            event = Spawned(raw["pid"], raw["path"], raw["relay"])
        case "spawn-failed":
            event = SpawnFailed(raw["why"], raw["path"], raw["errno"])
        case "dropped":
            file = folder / raw["file"] if raw["file"] else None
            event = Dropped(raw["why"], raw["size"], raw["id"], file)
        case "note":
            event = Remark(_REMARKS.get(raw["what"], f"The relay says: {raw['what']}"))
        case "exited":
            event = _exited(raw)
        case _:
            pass
    return event


def read_lines(body: bytes) -> Lines:
    raw: JsonObject = json.loads(body)
    return Lines(tuple(raw["l"]), raw["d"])


def read_slim(body: bytes, folder: Path) -> Message:
    head, _, copy = body.partition(b"\t")
    raw: JsonObject = json.loads(head)
    handles = tuple(read_handle(entry, folder) for entry in raw["t"])
    return Message(copy, raw["size"], folder / raw["f"], raw["a"], raw["b"], handles)


def read_handle(entry: JsonObject, folder: Path) -> Handle:
    """An entry of the table that comes with a slim copy."""
    decoded: Json = entry["f"]
    return Handle(
        path=tuple(entry["p"]),
        kind=entry["k"],
        start=entry["a"],
        end=entry["b"],
        count=entry["n"],
        decoded=folder / decoded if decoded else None,
    )


def _exited(raw: JsonObject) -> Exited:
    return Exited(
        code=raw["code"],
        signal=raw["signal"],
        asked=raw["asked"],
        took=raw["took"],
        did=tuple(raw["did"]),
        left=tuple(raw["left"]),
        container=raw["container"],
    )
