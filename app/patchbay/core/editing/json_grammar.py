"""Splices for JSON with comments and trailing commas."""

from typing_extensions import override

from patchbay.core.config import jsonc
from patchbay.core.config.document import Document, Node
from patchbay.core.editing.flow import Flow
from patchbay.core.editing.grammar import Fragment, Grammar, Trail, place_of
from patchbay.core.editing.json_writer import JsonWriter
from patchbay.core.editing.layout import Layout
from patchbay.core.editing.lines import indent_at, line_end_at
from patchbay.core.editing.splice import Splice
from patchbay.core.values import Json

_COMMENT = r"//[^\r\n]*+|/\*.*?\*/"


class JsonGrammar(Grammar):
    """Knows how JSON is changed by span, with comments and trailing commas or without."""

    @override
    def parse(self, text: str) -> Document:
        return jsonc.parse(text)

    @override
    def begin(self, document: Document, value: "Json | Fragment") -> list[Splice]:
        text = document.text
        line_end = line_end_at(text, 0)
        written = JsonWriter(Layout(document, ()), 0).value(value, "", "")
        if document.comments:
            end = document.comments[-1][1]
            return [Splice(end, "", line_end + written)]
        return [Splice(0, text, written + line_end)]

    @override
    def replace(self, document: Document, trail: Trail, value: "Json | Fragment") -> list[Splice]:
        node = trail[-1]
        layout = Layout(document, trail[:-1], node)
        name = node.key.text if node.key is not None else ""
        indent = indent_at(document.text, node.start)
        written = JsonWriter(layout, node.start).value(value, name, indent)
        return [Splice(node.start, document.source(node), written)]

    @override
    def insert(
        self,
        document: Document,
        trail: Trail,
        place: int,
        member: "tuple[str, Json | Fragment]",
    ) -> list[Splice]:
        container = trail[-1]
        layout = Layout(document, trail)
        at = container.children[-1].end if container.children else container.start
        writer = JsonWriter(layout, at)
        name, value = member
        named = name if container.is_object else None
        own_name = container.key.text if container.key is not None else ""
        whole = {name: _plain(value)} if container.is_object else [_plain(value)]
        look = layout.look(kind=container.kind, spread=writer.spreads(whole, own_name))
        flow = Flow(document.text, container, _COMMENT)
        return flow.insert(place, lambda indent: writer.new_member(named, value, indent), look)

    @override
    def remove(self, document: Document, trail: Trail) -> list[Splice]:
        return Flow(document.text, trail[-2], _COMMENT).remove(place_of(trail))

    @override
    def rename(self, document: Document, trail: Trail, name: str) -> list[Splice]:
        key = trail[-1].key
        assert key is not None  # only members of objects are renamed
        written = JsonWriter(Layout(document, trail[:-1]), key.start).string(name)
        return [Splice(key.start, document.text[key.start : key.end], written)]

    @override
    def move(self, document: Document, trail: Trail, place: int) -> list[Splice]:
        return Flow(document.text, trail[-2], _COMMENT).move(place_of(trail), place)

    @override
    def copy(self, document: Document, node: Node) -> Fragment:
        return Fragment(document.source(node), node, indent_at(document.text, node.start))


def _plain(value: "Json | Fragment") -> Json:
    return value.node.value() if isinstance(value, Fragment) else value
