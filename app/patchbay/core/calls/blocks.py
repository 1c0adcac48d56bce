"""What a result is made of: blocks, and references to what stayed on disk."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from patchbay.core.values import Json, JsonObject
from patchbay.relay.regular import open_regular


@dataclass(frozen=True, slots=True)
class Spooled:
    """A JSON value too large to carry: bytes `start` to `end` of a spool file hold it.

    `kind` is `str`, `list`, `dict` or `num`; `count` the number of items, if it was counted.
    The bytes were never validated: opening them may fail.
    """

    file: Path
    start: int
    end: int
    kind: str
    count: int | None = None
    preview: str = ""

    @property
    def size(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class StoredBytes:
    """Decoded bytes in a file of their own; `size` is their number."""

    file: Path
    size: int

    def read(self) -> bytes:
        with open_regular(self.file) as file:
            return file.read()


@dataclass(frozen=True, slots=True)
class HeldBytes:
    """Decoded bytes in memory: small ones."""

    data: bytes = field(repr=False)

    @property
    def size(self) -> int:
        return len(self.data)

    def read(self) -> bytes:
        return self.data


Payload: TypeAlias = HeldBytes | StoredBytes


@dataclass(frozen=True, slots=True)
class Text:
    """Words; `spooled` when there were too many, and then `text` is only their beginning."""

    text: str
    mime_type: str = "text/plain"
    spooled: Spooled | None = None
    role: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, encoded as the server sent it."""

    mime_type: str
    payload: Payload
    role: str = ""


@dataclass(frozen=True, slots=True)
class Audio:
    """A sound, encoded as the server sent it."""

    mime_type: str
    payload: Payload
    role: str = ""


@dataclass(frozen=True, slots=True)
class Resource:
    """The contents of a resource, embedded in a result or read by its address."""

    uri: str
    mime_type: str
    contents: Text | Payload
    role: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A resource the server points to without sending it."""

    uri: str
    name: str = ""
    title: str = ""
    description: str = ""
    mime_type: str = ""
    size: int | None = None
    role: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A block of a kind Patchbay does not know, or one that was damaged: shown as it came."""

    kind: str
    raw: Json
    reason: str = ""
    role: str = ""


Block: TypeAlias = Text | Image | Audio | Resource | Link | Unknown


@dataclass(frozen=True, slots=True)
class Structured:
    """Structured content: a small value, or a reference to a large one."""

    value: Json
    spooled: Spooled | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something a person should know about a result or a list: what was odd, and where.

    `warning` is false for plain information.
    """

    text: str
    path: str = ""
    warning: bool = True

    @property
    def words(self) -> str:
        """The text with its place."""
        return f"{self.text} ({self.path})" if self.path else self.text


@dataclass(frozen=True, slots=True)
class Result:
    """What came back from one run.

    `raw` is the result object as the server sent it; in it, large parts are replaced by short
    placeholders of the same JSON type, and `raw_file` (span of the whole message) has everything.
    `size` counts the bytes of the message on the wire.
    """

    blocks: tuple[Block, ...]
    structured: Structured | None = None
    is_error: bool = False
    notes: tuple[Note, ...] = ()
    raw: JsonObject = field(default_factory=dict[str, Json])
    raw_file: Spooled | None = None
    size: int = 0
    description: str = ""

    def files(self) -> Iterator[Path]:
        """The files on disk that this result lives from."""
        if self.raw_file is not None:
            yield self.raw_file.file
        for block in self.blocks:
            contents = block.contents if isinstance(block, Resource) else block
            payload = contents.payload if isinstance(contents, (Image, Audio)) else contents
            if isinstance(payload, StoredBytes):
                yield payload.file
