"""Servers taken out of a file to disable them, where the file itself cannot say so."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from patchbay.core.config.dialects import Format, dialect_named
from patchbay.core.config.model import ConfigFile, Entry, Place
from patchbay.core.config.reader import read_document
from patchbay.core.drafts import refusals
from patchbay.core.editing.grammar import Fragment
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.places import put_server, written_entry
from patchbay.core.errors import AppError
from patchbay.core.values import JsonObject, as_text


@dataclass(frozen=True, slots=True)
class Parked:
    """A server as it was written, and the server it stood in front of; nothing if it was last."""

    name: str
    text: str
    indent: str
    language: Format
    before: str = ""

    def fragment(self) -> Fragment:
        """Its text to be put into a file again.

        Raises:
            AppError: it cannot be read any more.
        """
        node = Lossless(self.indent + self.text, self.language).document.root
        if node is None:
            raise refusals.unreadable_parked(self.name)
        return Fragment(self.text, node, self.indent)

    def as_json(self) -> JsonObject:
        return {
            "name": self.name,
            "text": self.text,
            "indent": self.indent,
            "language": self.language,
            "before": self.before,
        }


Kept: TypeAlias = tuple[Parked, ...]
"""All that is parked of one file; it is kept beside the text."""


def parked_from(value: JsonObject) -> Parked:
    """The opposite of `as_json`; forgiving, since files get damaged."""
    language: Format = "yaml" if value.get("language") == "yaml" else "json"
    name, text = as_text(value.get("name")), as_text(value.get("text"))
    return Parked(name, text, as_text(value.get("indent")), language, as_text(value.get("before")))


def park(source: Lossless, file: ConfigFile, name: str) -> tuple[Lossless, Parked]:
    """Take a server out of the text; what comes back can be put there again.

    Raises:
        AppError: there is no such server, or it cannot be taken out by form.
    """
    entry = written_entry(file, name)
    fragment = source.copy(entry.path)
    behind = [each.name for each in file.entries if each.span > entry.span and not each.parked]
    parked = Parked(name, fragment.text, fragment.indent, source.language, next(iter(behind), ""))
    return source.remove(entry.path), parked


def unpark(source: Lossless, file: ConfigFile, parked: Parked) -> Lossless:
    """Put a parked server back to its place.

    Raises:
        AppError: its name is taken meanwhile, or it cannot be read any more.
    """
    names = {entry.name for entry in file.entries if not entry.parked}
    if parked.name in names:
        raise refusals.name_in_use(parked.name)
    before = parked.before if parked.before in names else None
    return put_server(source, file, parked.name, parked.fragment(), before)


def parked_entries(file: ConfigFile, parked: Kept) -> Iterator[Entry]:
    """What to show of parked servers: they stand nowhere, and nothing in them is a problem."""
    taken = {entry.name for entry in file.entries}
    for each in parked:
        try:
            entry = _entry(file, each)
        except AppError:
            continue  # said when somebody wants it back
        if entry is not None and each.name not in taken:
            yield entry


def _entry(file: ConfigFile, parked: Parked) -> Entry | None:
    root = dialect_named(file.dialect).root
    empty = Lossless("", parked.language).set((root,), {})
    document = empty.insert((root, parked.name), parked.fragment()).document
    found = read_document(file.path, document).entries
    if not found:
        return None
    return replace(
        found[0],
        name=parked.name,
        parked=True,
        disabled=True,
        problems=(),
        place=Place(1, 1),
        span=(0, 0),
        places={},
        path=(),
    )
