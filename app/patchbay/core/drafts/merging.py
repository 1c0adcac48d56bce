"""Brings two changed versions of one file together, server by server."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.config.reader import read_document
from patchbay.core.drafts.reading import Reading
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.places import put_server
from patchbay.core.values import Json

REST = ""
"""The name under which everything that is no server is chosen."""

_YAML_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\r\n]*", re.MULTILINE)


class Side(StrEnum):
    """Whose version is taken."""

    MINE = "mine"
    THEIRS = "theirs"


@dataclass(frozen=True, slots=True)
class Difference:
    """One server, or the rest of the file, that is not the same on both sides.

    The texts are as they are written; `None` where a side has no such server. `side` is whose
    change it is; in a conflict both changed it and a person has to choose.
    """

    name: str
    mine: str | None
    theirs: str | None
    side: Side
    is_conflict: bool


@dataclass(frozen=True, slots=True)
class BothSides:
    """The text both sides began with, and what each has made of it; ask `can_merge` first."""

    base: Reading
    mine: Reading
    theirs: Reading

    @property
    def readings(self) -> tuple[Reading, Reading, Reading]:
        return self.base, self.mine, self.theirs


def can_merge(both: BothSides) -> bool:
    """Whether all three could be understood, and no server stands in any of them twice."""
    return all(
        side.source is not None and side.file.parsed and not side.source.document.duplicates
        for side in both.readings
    )


def differences(both: BothSides) -> tuple[Difference, ...]:
    """What is not the same on both sides, in the order of mine, then of theirs."""
    base, mine, theirs = (_sources(each.file) for each in both.readings)
    found = [
        _difference(name, base.get(name), mine.get(name), theirs.get(name))
        for name in dict.fromkeys([*mine, *theirs])
    ]
    found.append(_difference(REST, *(_rest(each) for each in both.readings)))
    gone = [name for name in base if name not in mine and name not in theirs]
    return tuple(each for each in found if each is not None and each.name not in gone)


def merged(both: BothSides, choices: Mapping[str, Side]) -> str:
    """The text that has each change; `choices` decide by name where both sides made one.

    Raises:
        AppError: a server cannot be put there without touching more than it should.
    """
    sides = {
        each.name: choices.get(each.name, each.side) if each.is_conflict else each.side
        for each in differences(both)
    }
    first = sides.pop(REST, Side.THEIRS)
    start, other = both.theirs, both.mine
    if first is Side.MINE:
        start, other = other, start
    assert start.source is not None  # asked by `can_merge`
    result, file = start.source, start.file
    for name in (name for name, side in sides.items() if side is not first):
        result = _with_server_of(other, name, result, file)
        file = read_document(file.path, result.document)
    return result.text


def _difference(
    name: str, base: str | None, mine: str | None, theirs: str | None
) -> Difference | None:
    if mine == theirs:
        return None
    is_conflict = base not in {mine, theirs}
    side = Side.THEIRS if mine == base else Side.MINE
    return Difference(name, mine, theirs, side, is_conflict)


def _written(file: ConfigFile) -> tuple[Entry, ...]:
    return tuple(entry for entry in file.entries if not entry.parked)


def _sources(file: ConfigFile) -> dict[str, str]:
    return {entry.name: entry.source for entry in _written(file)}


def _rest(reading: Reading) -> str:
    """All that is said outside of servers, comments included; white space does not count."""
    assert reading.source is not None  # asked by `can_merge`
    value = reading.source.value()
    for entry in reversed(_written(reading.file)):
        _take_out(value, entry)
    return "\n".join([repr(value), *_comments(reading)])


def _take_out(value: Json, entry: Entry) -> None:
    *parents, last = entry.path
    for step in parents:
        value = value[step]
    del value[last]


def _comments(reading: Reading) -> list[str]:
    assert reading.source is not None  # asked by `can_merge`
    text = reading.text
    spans = list(reading.source.document.comments)
    if reading.source.language == "yaml":
        spans = [found.span() for found in _YAML_COMMENT.finditer(text)]
    servers = [entry.span for entry in _written(reading.file)]
    return [
        text[start:end]
        for start, end in spans
        if not any(first <= start < last for first, last in servers)
    ]


def _with_server_of(other: Reading, name: str, into: Lossless, file: ConfigFile) -> Lossless:
    """`into` with the server `name` as the other side has it, or without it."""
    theirs = {entry.name: entry for entry in _written(other.file)}
    here = {entry.name: entry for entry in _written(file)}
    if name not in theirs:
        return into.remove(here[name].path)
    assert other.source is not None  # asked by `can_merge`
    fragment = other.source.copy(theirs[name].path)
    if name in here:
        return into.set(here[name].path, fragment)
    order = list(theirs)
    behind = [each for each in order[order.index(name) + 1 :] if each in here]
    return put_server(into, file, name, fragment, behind[0] if behind else None)
