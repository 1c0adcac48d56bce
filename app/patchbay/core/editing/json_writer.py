"""Writes values as JSON in the way the file around them is written."""

import json
import re

from patchbay.core.config import jsonc
from patchbay.core.config.document import Node, NodeKind
from patchbay.core.editing.grammar import Fragment
from patchbay.core.editing.layout import Layout
from patchbay.core.editing.lines import Shift, indent_at, is_broken, starts_line
from patchbay.core.editing.meaning import meaning
from patchbay.core.editing.numbers import Spelled
from patchbay.core.editing.trails import member_start
from patchbay.core.values import Json, is_list, is_object

_WIDTH = 80
_UNSEEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Other line ends, marks of direction and of byte order: nobody sees them in an editor."""
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*+"|[ \t\r\n]++|[:,]|[^" \t\r\n:,]++')


class JsonWriter:
    """Spells values, for a place near `offset`, after the habits that `layout` found."""

    def __init__(self, layout: Layout, offset: int) -> None:
        self._layout = layout
        self._line_end = layout.line_end(offset)

    def member(self, name: str | None, value: "Json | Fragment", indent: str) -> str:
        """A value with its name; an array's member has none."""
        if name is None:
            return self.value(value, "", indent)
        return self._named(name, self.value(value, name, indent), indent)

    def new_member(self, name: str | None, value: "Json | Fragment", indent: str) -> str:
        """A member that stands among siblings of the file, which may show its layout."""
        if isinstance(value, Fragment) or not _holds_members(value):
            return self.member(name, value, indent)
        kind = _kind(value)
        if self._layout.keeps_to_lines(kind):
            written = self._flat(value)
        else:
            written = self.value(value, self._layout.model(kind, name or ""), indent)
        return written if name is None else self._named(name, written, indent)

    def _named(self, name: str, written: str, indent: str) -> str:
        """A written value behind its name, or below it."""
        drops = written.startswith(("{", "[")) and is_broken(written, 0, len(written))
        if drops and self._layout.drops_brackets:
            return f"{self.string(name)}:{self._line_end}{indent}{written}"
        return self.string(name) + self._layout.colon + written

    def value(self, value: "Json | Fragment", name: str, indent: str) -> str:
        """A value for a line indented by `indent`; laid out as others of that `name` are."""
        if isinstance(value, Fragment):
            return self._fragment(value, name, indent)
        if not _holds_members(value):
            return self._scalar(value)
        if not self.spreads(value, name, indent):
            return self._flat(value)
        inner = indent + self._layout.unit
        members = [self.member(each, child, inner) for each, child in _members(value)]
        opener, closer = _BRACKETS[_kind(value)]
        separator = self._line_end + inner
        written = f",{separator}".join(members)
        return f"{opener}{separator}{written}{self._line_end}{indent}{closer}"

    def spreads(self, value: Json, name: str, indent: str = "") -> bool:
        """Whether a list or object gets a line for each of its members."""
        if self._layout.is_cramped:
            return False
        flat = not any(_holds_members(child) for _, child in _members(value))
        how = self._layout.written(_kind(value), name, flat=flat)
        if how is not None and (how.spread or flat or not how.flat):
            return how.spread
        if is_list(value) and flat:
            return len(indent) + len(name) + len(self._flat(value)) > _WIDTH
        return True

    def string(self, text: str) -> str:
        written = json.dumps(text, ensure_ascii=self._layout.escapes)
        return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", written)

    def _scalar(self, value: Json) -> str:
        if isinstance(value, Spelled):
            return value.spelling
        return self.string(value) if isinstance(value, str) else json.dumps(value)

    def _flat(self, value: Json) -> str:
        if not _holds_members(value):
            return self._scalar(value)
        colon, pad = self._layout.colon, self._layout.pad(_kind(value))
        members = [
            self._flat(child) if name is None else self.string(name) + colon + self._flat(child)
            for name, child in _members(value)
        ]
        opener, closer = _BRACKETS[_kind(value)]
        return opener + pad + f",{self._layout.gap}".join(members) + pad + closer

    def _fragment(self, fragment: Fragment, name: str, indent: str) -> str:
        """As it is written where it comes from, if that was JSON; moved to this indentation."""
        document = jsonc.parse(fragment.text)
        if document.root is None or meaning(document.root) != meaning(fragment.node):
            return self.value(fragment.node.value(), name, indent)
        if self._layout.is_cramped and not document.comments:
            return self._on_one_line(fragment.text)
        unit = _unit_of(fragment, document.root)
        shift = Shift(fragment.indent, unit, indent, self._layout.unit)
        return shift.moved(fragment.text, self._line_end)

    def _on_one_line(self, text: str) -> str:
        spelled = {":": self._layout.colon, ",": f",{self._layout.gap}"}
        pieces = (match[0] for match in _PIECE.finditer(text))
        return "".join(spelled.get(piece, piece) for piece in pieces if piece.strip(" \t\r\n"))


_BRACKETS: dict[NodeKind, str] = {"object": "{}", "array": "[]"}


def _kind(value: Json) -> NodeKind:
    return "object" if is_object(value) else "array"


def _members(value: Json) -> "list[tuple[str | None, Json]]":
    return list(value.items()) if is_object(value) else [(None, child) for child in value]


def _holds_members(value: Json) -> bool:
    return bool(value) and (is_object(value) or is_list(value))


def _unit_of(fragment: Fragment, root: Node) -> str:
    """One step of the fragment's indentation, as its first member shows it."""
    if not root.children:
        return ""
    start = member_start(root.children[0])
    inner = indent_at(fragment.text, start)
    shows = starts_line(fragment.text, start) and inner.startswith(fragment.indent)
    return inner[len(fragment.indent) :] if shows else ""
