"""How a YAML document is written, so that what is added to it looks the same."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from patchbay.core.config.document import Document, Node, NodeKind
from patchbay.core.editing.lines import LINE_END, column
from patchbay.core.editing.yaml_entries import is_block, is_flow
from patchbay.core.editing.yaml_scalars import Quoting, quoting_of

_STEP = 2


@dataclass(frozen=True)
class Habits:
    """What a document does most: indentation, quotes, brackets, line ends.

    `near` is the container that is written to; its own quotes and brackets count before all others,
    and the quotes of the scalar `old` that gives way before those.
    """

    document: Document
    near: Node | None
    old: Node | None = None

    @cached_property
    def line_end(self) -> str:
        match = LINE_END.search(self.document.text)
        return match[0] if match else "\n"

    @cached_property
    def step(self) -> int:
        """How much deeper the members of a mapping in a mapping stand."""
        return self._offset("object") or _STEP

    @cached_property
    def dash_step(self) -> int:
        """How much deeper than their key the dashes of a sequence stand; often not at all."""
        offset = self._offset("array")
        return self.step if offset is None else offset

    @cached_property
    def gap(self) -> str:
        """What stands between a dash and its item."""
        sequences = [node for node in self._nodes if node.is_array and is_block(self._text, node)]
        if self.near is not None and self.near.is_array and self.near.children:
            sequences.insert(0, self.near)
        for sequence in sequences:
            between = self._text[sequence.start + 1 : sequence.children[0].start]
            if self._text.startswith("-", sequence.start) and between and not between.strip(" "):
                return between
        return " "

    @cached_property
    def quoting(self) -> Quoting:
        """The quotes of string values."""
        near = self.near.children if self.near is not None else ()
        return self._old_quoting or self._quoting(near) or self._quoting(self._nodes) or "plain"

    @cached_property
    def key_quoting(self) -> Quoting:
        """The quotes of names."""
        for node in (self.near, self.document.root):
            if node and (quoting := self._key_quoting(node.children)):
                return quoting
        return "plain"

    @cached_property
    def inner_key_quoting(self) -> Quoting:
        """The quotes of names inside a value: as inside the one before it, or inside siblings."""
        siblings = self.near.children if self.near is not None else ()
        for nodes in ((self.old,) if self.old else (), siblings):
            inner = [child for node in nodes if not node.shared for child in node.children]
            if quoting := self._key_quoting(inner):
                return quoting
        return self.key_quoting

    def prefers_brackets(self, name: str, kind: NodeKind) -> bool:
        """Whether a collection called `name` is written in brackets."""
        known = self._in_brackets.get(name) if name else None
        if known is not None:
            return known
        near = self.near.children if self.near is not None else ()
        alike = [node for node in near if node.kind == kind and node.children and not node.shared]
        return bool(alike) and all(is_flow(self._text, node) for node in alike)

    @property
    def _old_quoting(self) -> Quoting | None:
        old = self.old
        if old is None or old.is_object or old.is_array or not old.text:
            return None
        quoting = quoting_of(self._text[old.start : old.end])
        return None if quoting == "block" else quoting

    @property
    def _text(self) -> str:
        return self.document.text

    @cached_property
    def _nodes(self) -> list[Node]:
        """Every value that is written where it stands."""
        nodes: list[Node] = []
        waiting = [self.document.root] if self.document.root is not None else []
        while waiting:
            node = waiting.pop()
            if not node.shared and not node.tagged:
                nodes.append(node)
                waiting.extend(reversed(node.children))
        return nodes

    @cached_property
    def _in_brackets(self) -> dict[str, bool]:
        counted: dict[str, Counter[bool]] = {}
        for node in self._nodes:
            if node.key is not None and node.children:
                counted.setdefault(node.key.text, Counter())[is_flow(self._text, node)] += 1
        return {name: written.most_common(1)[0][0] for name, written in counted.items()}

    def _offset(self, kind: NodeKind) -> int | None:
        """How much deeper than their parent blocks of `kind` stand in mappings."""
        counted = Counter(
            column(self._text, child.start) - column(self._text, node.start)
            for node in self._nodes
            if node.is_object and is_block(self._text, node)
            for child in node.children
            if child.kind == kind and is_block(self._text, child)
            if not child.shared and not child.tagged
        )
        return counted.most_common(1)[0][0] if counted else None

    def _key_quoting(self, nodes: Iterable[Node]) -> Quoting | None:
        keys = [node.key for node in nodes if node.key is not None and not node.shared]
        counted = Counter[Quoting](quoting_of(self._text[key.start : key.end]) for key in keys)
        return counted.most_common(1)[0][0] if counted else None

    def _quoting(self, nodes: Iterable[Node]) -> Quoting | None:
        """The quotes of most; an empty string has no choice, so it shows nothing."""
        counted = Counter[Quoting](
            quoting_of(self._text[node.start : node.end])
            for node in nodes
            if node.kind == "string" and node.text and not node.shared and not node.tagged
        )
        counted.pop("block", None)
        return counted.most_common(1)[0][0] if counted else None
