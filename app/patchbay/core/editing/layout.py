"""How a JSON document is written around a place, so that what is added there looks the same."""

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple, TypeVar

from patchbay.core.config.document import Document, Node, NodeKind
from patchbay.core.editing.flow import Look
from patchbay.core.editing.grammar import Trail
from patchbay.core.editing.lines import indent_at, is_broken, line_end_at
from patchbay.core.editing.trails import member_start

_LOOKED_AT = 1_000
"""How many values below each ancestor are asked how the file is written."""
_COLON = re.compile(r"( ?) *:( ?) *")
_ESCAPED = re.compile(r"\\u(?:00[89a-f]|0[1-9a-f]|[1-9a-f])[0-9a-f]", re.IGNORECASE)

_Habit = TypeVar("_Habit")


class Spread(NamedTuple):
    """How one container is written: a line for each member or one for all; what is in it."""

    spread: bool
    flat: bool


class Layout:
    """The habits of a file near the container `trail[-1]`; those of `old` before all others."""

    def __init__(self, document: Document, trail: Trail, old: Node | None = None) -> None:
        self._text = document.text
        self._trail = trail
        self._old = old

    @cached_property
    def unit(self) -> str:
        """One step of indentation."""
        return self._first(self._unit_of, chain(reversed(self._trail), self._near()), "  ")

    @cached_property
    def colon(self) -> str:
        return self._first(self._colon_of, self._near(), ": ")

    @cached_property
    def gap(self) -> str:
        """What follows a comma on one line."""
        bare = " " if self.colon.endswith(" ") or not self.is_cramped else ""
        return self._first(self._gap_of, self._near(), bare)

    @cached_property
    def is_cramped(self) -> bool:
        """Whether what is written stands in a container whose members share one line."""
        around = next((node for node in reversed(self._trail) if node.children), None)
        if around is None:
            return False
        if len(around.children) == 1:
            return not is_broken(self._text, around.start, around.end)
        return not is_broken(self._text, around.children[0].end, around.children[-1].end)

    @cached_property
    def drops_brackets(self) -> bool:
        """Whether brackets that hold lines begin on a line below their name."""
        return self._first(self._drops_of, self._near(), default=False)

    @cached_property
    def escapes(self) -> bool:
        """Whether the file escapes letters beyond ASCII, and writes none as they are."""
        return self._text.isascii() and _ESCAPED.search(self._text) is not None

    def line_end(self, offset: int) -> str:
        return line_end_at(self._text, offset)

    def pad(self, kind: NodeKind) -> str:
        """What stands between brackets and members on one line."""
        of_kind = (node for node in self._near() if node.kind == kind)
        return self._first(self._pad_of, of_kind, "")

    def look(self, *, kind: NodeKind, spread: bool) -> Look:
        return Look(self.unit, self.gap, self.pad(kind), spread)

    def written(self, kind: NodeKind, name: str, *, flat: bool) -> Spread | None:
        """How the file writes such a container: one of that name, else one like it."""
        return self._written.get((kind, name)) or self._written.get((kind, flat))

    def model(self, kind: NodeKind, name: str) -> str:
        """Whose layout a new member takes: that of a sibling, else others' of its name."""
        names = (sibling.key.text for sibling in self._siblings(kind) if sibling.key is not None)
        return next(names, name)

    def keeps_to_lines(self, kind: NodeKind) -> bool:
        """Whether several siblings of the kind have one line each, whatever is in them."""
        siblings = self._siblings(kind)
        return len(siblings) > 1 and not any(
            is_broken(self._text, sibling.start, sibling.end) for sibling in siblings
        )

    def _siblings(self, kind: NodeKind) -> list[Node]:
        """The members of the container that have members themselves."""
        children = self._trail[-1].children if self._trail else ()
        return [child for child in children if child.kind == kind and child.children]

    @cached_property
    def _written(self) -> dict[tuple[NodeKind, str | bool], Spread]:
        seen: dict[tuple[NodeKind, str | bool], Spread] = {}
        for node in self._near():
            if (how := self._spread_of(node)) is not None:
                if node.key is not None:
                    seen.setdefault((node.kind, node.key.text), how)
                seen.setdefault((node.kind, how.flat), how)
        return seen

    def _spread_of(self, node: Node) -> Spread | None:
        if not node.children:
            return None
        flat = not any(child.children for child in node.children)
        if not is_broken(self._text, node.start, node.end):
            return Spread(spread=False, flat=flat)
        first = member_start(node.children[0])
        return Spread(spread=True, flat=flat) if is_broken(self._text, node.start, first) else None

    def _unit_of(self, node: Node) -> str | None:
        if not node.children or not is_broken(
            self._text, node.start, start := member_start(node.children[0])
        ):
            return None
        outer, inner = indent_at(self._text, node.start), indent_at(self._text, start)
        return inner[len(outer) :] or None if inner.startswith(outer) else None

    def _colon_of(self, node: Node) -> str | None:
        if node.key is None:
            return None
        match = _COLON.fullmatch(self._text, node.key.end, node.start)
        return f"{match[1]}:{match[2]}" if match else None

    def _drops_of(self, node: Node) -> bool | None:
        if node.key is None or not node.children or not is_broken(self._text, node.start, node.end):
            return None
        return is_broken(self._text, node.key.end, node.start)

    def _gap_of(self, node: Node) -> str | None:
        if len(node.children) < 2:
            return None
        between = self._text[node.children[0].end : member_start(node.children[1])]
        return between[1:2] if between[:1] == "," and not between[1:].strip(" ") else None

    def _pad_of(self, node: Node) -> str | None:
        if not node.children:
            return None
        before = self._text[node.start + 1 : member_start(node.children[0])]
        return before[:1] if not before.strip(" ") else None

    def _near(self) -> Iterator[Node]:
        """Values of the file, those that stand closest first; some may come twice."""
        if self._old is not None:
            yield self._old
        for ancestor in reversed(self._trail):
            yield from islice(_below(ancestor), _LOOKED_AT)
        yield from self._trail

    @staticmethod
    def _first(
        ask: "Callable[[Node], _Habit | None]", nodes: Iterator[Node], default: _Habit
    ) -> _Habit:
        answers = (ask(node) for node in nodes)
        return next((answer for answer in answers if answer is not None), default)


def _below(node: Node) -> Iterator[Node]:
    stack = list(reversed(node.children))
    while stack:
        child = stack.pop()
        yield child
        stack.extend(reversed(child.children))
