"""What leaves a config with a server: its text for another one, and a name for its copy."""

import json

from patchbay.core.config.dialects import Format
from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.editing.grammar import Fragment
from patchbay.core.editing.lossless import Lossless


def as_json(source: Lossless, entry: Entry) -> str:
    """The server with its name, ready to be pasted into another config; secrets included."""
    return json.dumps({entry.name: source.value(entry.path)}, indent=2, ensure_ascii=False)


def fragment_of(text: str, language: Format) -> Fragment | None:
    """A value that was written elsewhere, to be inserted with its comments; none if it is broken.

    How far its first line was indented is told by its last one, which closes it.
    """
    node = Lossless(text, language).document.root
    if node is None:
        return None
    last = text.rstrip().splitlines()[-1]
    indent = last[: len(last) - len(last.lstrip())] if "\n" in text.rstrip() else ""
    return Fragment(text.strip(), node, indent)


def free_name(file: ConfigFile, name: str) -> str:
    """`name`, or `name-2` and so on where servers of the file have these."""
    taken = {entry.name for entry in file.entries}
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free
