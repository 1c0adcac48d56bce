"""Splices for YAML: whole lines in block style, members between brackets in flow style."""

import re
from dataclasses import replace

from typing_extensions import override

from patchbay.core.config import yaml_document
from patchbay.core.config.document import Document, Node
from patchbay.core.editing import refusals
from patchbay.core.editing.flow import Flow, Look
from patchbay.core.editing.grammar import Fragment, Grammar, Trail
from patchbay.core.editing.lines import column, indent_at, starts_line, without_line_end
from patchbay.core.editing.splice import Splice
from patchbay.core.editing.yaml_blocks import Block
from patchbay.core.editing.yaml_entries import (
    after_indicator,
    content_end,
    end_with_comments,
    is_block,
    is_flow,
    mark_of,
    own_members,
    with_comments_above,
)
from patchbay.core.editing.yaml_habits import Habits
from patchbay.core.editing.yaml_scalars import quoting_of, spelled_name
from patchbay.core.editing.yaml_spelling import Piece, Speller
from patchbay.core.editing.yaml_values import Value, owner_column
from patchbay.core.values import Json

_COMMENT = r"#[^\r\n]*"
_EMPTY = re.compile(r"[\[{][ \t]*[\]}]")


class YamlGrammar(Grammar):
    """The first document of a YAML text; anchors, aliases and tags are not for it to change."""

    @override
    def parse(self, text: str) -> Document:
        return yaml_document.parse(text)

    @override
    def begin(self, document: Document, value: Json) -> list[Splice]:
        speller, text = _speller(document, None), document.text
        line_end = speller.habits.line_end
        written = line_end.join(speller.piece(value, "").lines)
        if text and text[-1] not in "\r\n":
            return [Splice(len(text), "", line_end + written)]
        return [Splice(len(text), "", written + line_end)]

    @override
    def replace(self, document: Document, trail: Trail, value: "Json | Fragment") -> list[Splice]:
        node, text = trail[-1], document.text
        speller = Speller(Habits(document, trail[-2] if len(trail) > 1 else None, node))
        if _in_brackets(text, trail[:-1]):
            return [_replace_in_brackets(text, node, speller.one_line(value))]
        place = Value(text, trail, speller)
        literal = place.literal(value) if isinstance(value, str) else None
        return place.replace(literal or speller.piece(value, node.key.text if node.key else ""))

    @override
    def insert(
        self,
        document: Document,
        trail: Trail,
        place: int,
        member: "tuple[str, Json | Fragment]",
    ) -> list[Splice]:
        container, text = trail[-1], document.text
        speller = _speller(document, container)
        if _in_brackets(text, trail):
            if self._opens(document, trail):
                lines = _lines(speller, container, member)
                piece = Piece(lines, is_block=True, is_array=container.is_array)
                return Value(text, trail, speller).replace(piece)
            written = _in_flow(speller, container, member)
            look = Look(" " * speller.habits.step, spread=False)
            flow, place = _flow(text, container, place)
            return flow.insert(place, lambda _indent: written, look)
        block = Block(text, container, speller.habits.line_end)
        return block.insert(block.place(place), _lines(speller, container, member))

    @override
    def remove(self, document: Document, trail: Trail) -> list[Splice]:
        container, text = trail[-2], document.text
        place = container.children.index(trail[-1])
        if _in_brackets(text, trail[:-1]):
            flow, place = _flow(text, container, place)
            return flow.remove(place)
        speller = _speller(document, container)
        block = Block(text, container, speller.habits.line_end)
        place = block.place(place)
        if not block.is_sole(place):
            return [block.remove(place)]
        brackets = "{}" if container.is_object else "[]"
        return Value(text, trail[:-1], speller).emptied(block.entries[place], brackets)

    @override
    def rename(self, document: Document, trail: Trail, name: str) -> list[Splice]:
        text, key = document.text, trail[-1].key
        if key is None or text[key.start] in "&!*":
            raise refusals.not_as_meant()
        in_flow = _in_brackets(text, trail[:-1])
        if not in_flow:
            after_indicator(text, mark_of(text, trail[-2], trail[-1]), trail[-1])
        old = text[key.start : key.end]
        return [Splice(key.start, old, spelled_name(name, quoting_of(old), in_flow=in_flow))]

    @override
    def move(self, document: Document, trail: Trail, place: int) -> list[Splice]:
        container, text = trail[-2], document.text
        old = container.children.index(trail[-1])
        if _in_brackets(text, trail[:-1]):
            (flow, old), (_, place) = _flow(text, container, old), _flow(text, container, place)
            return flow.move(old, place)
        block = Block(text, container, _speller(document, container).habits.line_end)
        return block.move(block.place(old), block.place(place))

    @override
    def copy(self, document: Document, node: Node) -> Fragment:
        """The text of `node`; its indentation is that of a block's lines, else of its owner."""
        text = document.text
        return _block_copy(text, node) if is_block(text, node) else _copy(text, node)

    @staticmethod
    def _opens(document: Document, trail: Trail) -> bool:
        """Whether empty brackets open up into a block when they get their first member."""
        container, text = trail[-1], document.text
        if _in_brackets(text, trail[:-1]) or not _EMPTY.fullmatch(document.source(container)):
            return False
        habits = Habits(document, trail[-2] if len(trail) > 1 else None)
        name = container.key.text if container.key else ""
        return not habits.prefers_brackets(name, container.kind)


def _speller(document: Document, near: Node | None) -> Speller:
    return Speller(Habits(document, near))


def _in_brackets(text: str, trail: Trail) -> bool:
    return any((node.is_object or node.is_array) and is_flow(text, node) for node in trail)


def _lines(
    speller: Speller, container: Node, member: "tuple[str, Json | Fragment]"
) -> tuple[str, ...]:
    name, value = member
    piece = speller.piece(value, name)
    return speller.member(name, piece) if container.is_object else speller.item(piece)


def _in_flow(speller: Speller, container: Node, member: "tuple[str, Json | Fragment]") -> str:
    name, value = member
    written = speller.one_line(value)
    return f"{speller.name(name, in_flow=True)}: {written}" if container.is_object else written


def _flow(text: str, container: Node, place: int) -> tuple[Flow, int]:
    """A container in brackets, and the number of a member without those that are merged in."""
    own = own_members(text, container)
    place -= len(container.children) - len(own)
    if place < 0 or not is_flow(text, container):
        raise refusals.not_as_meant()
    return Flow(text, replace(container, children=own), _COMMENT), place


def _replace_in_brackets(text: str, node: Node, written: str) -> Splice:
    if node.start == node.end:
        written = " " + written if text[node.start - 1] == ":" else ": " + written
    return Splice(node.start, text[node.start : node.end], written)


def _block_copy(text: str, node: Node) -> Fragment:
    """A block with the comments above its first member and those behind and below its last."""
    width = column(text, node.start)
    start = node.start
    if starts_line(text, start):
        start = with_comments_above(text, start, 0) + width
    end = without_line_end(text, start, end_with_comments(text, node, width))
    return Fragment(text[start:end], node, " " * width)


def _copy(text: str, node: Node) -> Fragment:
    is_collection = node.is_object or node.is_array
    indent = indent_at(text, node.start) if is_collection else " " * owner_column(text, node)
    return Fragment(text[node.start : content_end(text, node)], node, indent)
