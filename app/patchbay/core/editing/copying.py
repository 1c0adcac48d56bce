"""Servers on their way from one config to another, as text on the clipboard."""

import json

from patchbay.core.config.dialects import Format
from patchbay.core.config.model import Entry
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
