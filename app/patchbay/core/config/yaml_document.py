"""Reads YAML into the same tree with spans that JSON becomes, aliases and merge keys resolved."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import cast

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)

from patchbay.core.config.document import MAX_DEPTH, Document, Duplicate, Key, Lines, Node, NodeKind
from patchbay.core.config.model import Problem, Severity
from patchbay.core.config.yaml_problems import explained
from patchbay.core.config.yaml_tags import is_merge_key, kind_of
from patchbay.core.values import JsonPath

MAX_ALIASED_NODES = 50_000
"""What aliases may add to a document, all told; more is an attack on memory, not a config."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# The stubs leave its type open.
_parse_events = cast("Callable[[str, object], Iterator[Event]]", yaml.parse)  # pyright: ignore[reportUnknownMemberType]


def parse(text: str) -> Document:
    """Read the first document of `text`; never raises, whatever it holds."""
    return _Composer(text).run()


class _Refused(Exception):  # noqa: N818 - carries a problem, ends the walk
    def __init__(self, offset: int, message: str, fix: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.fix = fix


@dataclass(slots=True)
class _Frame:
    """A mapping or sequence that is still open."""

    is_mapping: bool
    start: int
    is_flow: bool
    anchor: str | None
    tagged: bool
    path: JsonPath
    end: int
    children: list[Node] = field(default_factory=list[Node])
    key: Key | None = None
    has_key: bool = False
    merging: bool = False
    merged: list[Node] = field(default_factory=list[Node])
    names: dict[str, int] = field(default_factory=dict[str, int])
    weight: int = 1


class _Composer:
    """Builds nodes from parser events, with a stack of its own: depth costs no recursion."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Lines(text)
        self._frames: list[_Frame] = []
        self._root: Node | None = None
        self._documents = 0
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._aliased = 0
        self._problems: list[Problem] = []
        self._duplicates: list[Duplicate] = []

    def run(self) -> Document:
        try:
            for event in self._events():
                self._take(event)
        except yaml.YAMLError as error:
            self._problems.append(explained(error, self._text, self._lines))
        except _Refused as refused:
            place = self._lines.place(refused.offset)
            self._problems.append(Problem(Severity.ERROR, str(refused), refused.fix, place))
        document = Document(
            text=self._text,
            lines=self._lines,
            root=self._root,
            problems=tuple(self._problems),
            duplicates=tuple(self._duplicates),
        )
        return document if document.parsed else replace(document, root=None)

    def _events(self) -> Iterator[Event]:
        # A lone surrogate cannot be encoded for the parser; one code point for one keeps offsets.
        text = self._text.encode("utf-8", "replace").decode("utf-8")
        for event in _parse_events(text, _LOADER):
            if isinstance(event, DocumentStartEvent):
                self._documents += 1
                if self._documents > 1:
                    self._note_second_document(event)
                    return
            yield event

    def _note_second_document(self, event: Event) -> None:
        self._problems.append(
            Problem(
                Severity.WARNING,
                "A second YAML document starts here; only the first is read",
                "Put the servers of both in one document.",
                self._lines.place(event.start_mark.index),
            )
        )

    def _take(self, event: Event) -> None:
        if isinstance(event, ScalarEvent):
            self._scalar(event)
        elif isinstance(event, AliasEvent):
            self._alias(event)
        elif isinstance(event, CollectionStartEvent):
            self._open(event)
        elif isinstance(event, CollectionEndEvent):
            self._close(event)

    def _scalar(self, event: ScalarEvent) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        frame = self._frames[-1] if self._frames else None
        if frame is not None and frame.is_mapping and not frame.has_key:
            self._accept_key(frame, event.value, (start, end), is_merge=is_merge_key(event))
            return
        node = Node(kind_of(event), start, end, event.value, tagged=_is_tagged(event))
        self._add(node, 1, event.anchor)

    def _accept_key(
        self, frame: _Frame, text: str, span: tuple[int, int], *, is_merge: bool
    ) -> None:
        frame.key = Key(text, *span)
        frame.end = span[1]
        frame.has_key = True
        frame.merging = is_merge
        first = frame.names.setdefault(text, span[0])
        if first != span[0]:
            self._duplicates.append(Duplicate((*frame.path, text), first, span[0]))

    def _alias(self, event: AliasEvent) -> None:
        start = event.start_mark.index
        known = self._anchors.get(event.anchor)
        if known is None:
            raise _Refused(
                start,
                f"The alias *{event.anchor} stands inside its own anchor, or before it",
                "Write the value out.",
            )
        node, weight = known
        self._aliased += weight
        if self._aliased > MAX_ALIASED_NODES:
            raise _Refused(
                start,
                f"Aliases repeat more than {MAX_ALIASED_NODES} values",
                "A config needs no such thing; write the values out.",
            )
        end = event.end_mark.index
        node = replace(node, start=start, end=end, key=None, shared=True, tagged=False)
        self._add(node, weight, None)

    def _open(self, event: CollectionStartEvent) -> None:
        start = event.start_mark.index
        if len(self._frames) >= MAX_DEPTH:
            raise _Refused(
                start,
                f"The file is nested more than {MAX_DEPTH} levels deep",
                "Look for brackets that were repeated by mistake.",
            )
        self._refuse_odd_key(start)
        path: JsonPath = ()
        if self._frames:
            parent = self._frames[-1]
            step = parent.key.text if parent.key is not None else len(parent.children)
            path = (*parent.path, step)
        self._frames.append(
            _Frame(
                isinstance(event, MappingStartEvent),
                start,
                bool(event.flow_style),
                event.anchor,
                _is_tagged(event),
                path,
                event.end_mark.index if event.flow_style else start,
            )
        )

    def _refuse_odd_key(self, start: int) -> None:
        if self._frames and self._frames[-1].is_mapping and not self._frames[-1].has_key:
            raise _Refused(
                start,
                "A key that is itself a list or a mapping",
                "Keys are plain text; quote values that start with [, { or ${.",
            )

    def _close(self, event: CollectionEndEvent) -> None:
        frame = self._frames.pop()
        children = self._with_merged(frame)
        # The event of a block collection ends where the next token starts, comments later.
        end = event.end_mark.index if frame.is_flow else frame.end
        kind: NodeKind = "object" if frame.is_mapping else "array"
        node = Node(kind, frame.start, end, "", children, tagged=frame.tagged)
        self._add(node, frame.weight, frame.anchor)

    @staticmethod
    def _with_merged(frame: _Frame) -> tuple[Node, ...]:
        """The members, merged ones first: that is the order in which readers get them."""
        names = {child.key.text for child in frame.children if child.key is not None}
        merged: list[Node] = []
        for source in frame.merged:
            for name, child in source.members():
                if name not in names:
                    names.add(name)
                    merged.append(replace(child, shared=True))
        return (*merged, *frame.children)

    def _add(self, node: Node, weight: int, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = (node, weight)
        if not self._frames:
            self._root = node
            return
        frame = self._frames[-1]
        frame.weight += weight
        frame.end = max(frame.end, node.end)
        if not frame.is_mapping:
            frame.children.append(node)
        elif not frame.has_key:
            self._accept_key(frame, node.text, (node.start, node.end), is_merge=False)
        elif frame.merging:
            frame.merged.extend(node.children if node.is_array else (node,))
            frame.key, frame.has_key, frame.merging = None, False, False
        else:
            frame.children.append(replace(node, key=frame.key))
            frame.key, frame.has_key = None, False


def _is_tagged(event: ScalarEvent | CollectionStartEvent) -> bool:
    return event.anchor is not None or event.tag is not None
