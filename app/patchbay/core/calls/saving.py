"""Which files a result makes when it is saved, and what they are called."""

import re
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

from patchbay.core.calls.blocks import (
    Audio,
    Block,
    HeldBytes,
    Image,
    Link,
    Payload,
    Resource,
    Result,
    StoredBytes,
    Structured,
    Text,
    Unknown,
)
from patchbay.core.calls.media import extension

_UNSAFE = re.compile(r"[^\w.() -]+")
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?$")
_LONGEST = 80
_LONGEST_EXTENSION = 8

Savable: TypeAlias = Payload | Text | Structured | Unknown


@dataclass(frozen=True, slots=True)
class Saving:
    """One file to be written: its name within a folder, and what goes into it.

    `index` counts the blocks from 0; the structured content comes after the last of them.
    """

    index: int
    name: str
    mime_type: str
    contents: Savable

    @property
    def is_binary(self) -> bool:
        return isinstance(self.contents, HeldBytes | StoredBytes)


def savings(result: Result) -> tuple[Saving, ...]:
    """Every file a result makes, each under a name of its own; links make none.

    The command line's `--save` takes the binary ones.
    """
    taken: set[str] = set()
    found: list[Saving] = []
    for index, block in enumerate(result.blocks):
        if (kept := _kept(block)) is not None:
            word, mime_type, contents = kept
            name = _unused(_name(block, word, index, mime_type), taken)
            found.append(Saving(index, name, mime_type, contents))
    if result.structured is not None:
        name = _unused("structured.json", taken)
        found.append(Saving(len(result.blocks), name, "application/json", result.structured))
    return tuple(found)


def _kept(block: Block) -> tuple[str, str, Savable] | None:
    kept: tuple[str, str, Savable] | None = None
    match block:
        case Text(mime_type=mime_type):
            kept = ("text", mime_type, block)
        case Image(mime_type=mime_type, payload=payload):
            kept = ("image", mime_type, payload)
        case Audio(mime_type=mime_type, payload=payload):
            kept = ("audio", mime_type, payload)
        case Resource(mime_type=mime_type, contents=contents):
            kept = ("resource", mime_type, contents)
        case Unknown():
            kept = ("block", "application/json", block)
        case Link():
            pass
    return kept


def _name(block: Block, word: str, index: int, mime_type: str) -> str:
    """The last part of a resource's address if it has one, else the kind and a number from 1."""
    ending = extension(mime_type)
    own = _from_address(block.uri) if isinstance(block, Resource) else ""
    if not own:
        return f"{word}-{index + 1}{ending}"
    stem, dot, suffix = own.rpartition(".")
    return own if stem and dot and 0 < len(suffix) <= _LONGEST_EXTENSION else own + ending


def _from_address(uri: str) -> str:
    try:
        path = urlsplit(uri).path
    except ValueError:
        return ""
    last = unquote(path.rstrip("/").rpartition("/")[2])
    safe = _UNSAFE.sub("-", last).strip(" .-")[-_LONGEST:].lstrip(" .-")
    return f"file-{safe}" if _RESERVED.match(safe) else safe


def _unused(name: str, taken: set[str]) -> str:
    stem, dot, suffix = name.rpartition(".")
    candidate, number = name, 2
    while candidate.casefold() in taken:
        candidate = f"{stem}-{number}{dot}{suffix}"
        number += 1
    taken.add(candidate.casefold())
    return candidate
