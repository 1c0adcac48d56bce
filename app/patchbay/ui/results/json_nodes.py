"""The nodes of a JSON tree, made only when somebody looks at them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from patchbay.core.calls.blocks import Spooled
from patchbay.core.sessions import decoder
from patchbay.core.values import Json, JsonPath
from patchbay.ui import figures

BUCKET = 1_000
"""Children shown under one node at most; more are put into ranges of this many."""

_LONGEST_SHOWN = 300
_WHOLE_PREVIEW = 200
_LITERALS: dict[str, Json] = {"true": True, "false": False, "null": None}
Key: TypeAlias = str | int
Parts: TypeAlias = tuple[tuple[str, str], ...]
"""Pieces of text, each with the name of its colour."""


@dataclass(frozen=True, slots=True)
class Range:
    """Members `start` to `end` (not included) of the node above."""

    start: int
    end: int


@dataclass(eq=False, slots=True)
class Node:
    """One row: a value under a key, or a range of members.

    `children` is `None` until they were asked for; `waiting` while the decoder reads them.
    """

    key: Key | None
    value: Json
    """The value, or `Spooled`, or a `Range` of the members of the node above."""
    parent: "Node | None" = None
    row: int = 0
    children: "list[Node] | None" = None
    waiting: bool = False
    trouble: str = ""
    total: int | None = None

    @property
    def owner(self) -> "Node":
        """The list or object itself: for a range, the node it is a range of."""
        node = self
        while isinstance(node.value, Range) and node.parent is not None:
            node = node.parent
        return node

    @property
    def path(self) -> JsonPath:
        keys: list[Key] = []
        node: Node | None = self
        while node is not None:
            if node.key is not None and not isinstance(node.value, Range):
                keys.append(node.key)
            node = node.parent
        return tuple(reversed(keys))

    @property
    def count(self) -> int | None:
        """How many members it has; `None` if nobody has counted them."""
        value = self.value
        if isinstance(value, Range):
            return value.end - value.start
        if isinstance(value, Spooled):
            return self.total if self.total is not None else value.count
        return _length(value)

    @property
    def opens(self) -> bool:
        value = self.value
        if isinstance(value, Spooled):
            return value.kind in ("list", "dict") and self.count != 0
        return bool(self.count)

    @property
    def is_remote(self) -> bool:
        """Its members have to be asked of the decoder."""
        return isinstance(self.owner.value, Spooled)


def members_of(node: Node) -> list[Node]:
    """The children of a node whose members are at hand, or the ranges that hold them."""
    if not isinstance(node.value, Range) and (count := node.count or 0) > BUCKET:
        return ranges(node, 0, count)
    asked = node.value if isinstance(node.value, Range) else Range(0, BUCKET)
    return _children(node, _slice(node.owner.value, asked.start, asked.end))


def page_of(node: Node, members: Sequence[tuple[Key, Json | Spooled]]) -> list[Node]:
    return _children(node, members)


def ranges(node: Node, first: int, count: int) -> list[Node]:
    """The ranges that hold members `first` to `count`."""
    return [
        Node(None, Range(start, min(start + BUCKET, count)), node, start // BUCKET)
        for start in range(first, count, BUCKET)
    ]


def known(found: decoder.Node) -> Json:
    """The value of a member the decoder described, if the description has all of it."""
    if found.kind in _LITERALS:
        return _LITERALS[found.kind]
    if found.kind == "str" and len(found.preview) < _WHOLE_PREVIEW:
        return found.preview
    return found.value


def parts(node: Node) -> Parts:
    """What a row says, in pieces."""
    if isinstance(node.value, Range):
        return ((f"[{node.value.start:,}…{node.value.end - 1:,}]", "text3"),)
    shown: Parts = (_shown(node),)
    if node.key is None:
        return shown
    colour = "syn_key" if isinstance(node.key, str) else "text3"
    return ((_cut(str(node.key)), colour), (": ", "text3"), *shown)


def words(node: Node) -> str:
    return "".join(text for text, _colour in parts(node))


def jsonpath(path: JsonPath) -> str:
    """`$.series[0].name`; keys that are no plain names are quoted."""
    steps = [
        f"[{step}]"
        if isinstance(step, int)
        else (f".{step}" if step.isidentifier() else f"[{json.dumps(step, ensure_ascii=False)}]")
        for step in path
    ]
    return "$" + "".join(steps)


def _children(node: Node, members: Sequence[tuple[Key, Json | Spooled]]) -> list[Node]:
    return [Node(key, value, node, row) for row, (key, value) in enumerate(members)]


def _slice(owner: Json, start: int, end: int) -> list[tuple[Key, Json]]:
    if _is_object(owner):
        return list(islice(owner.items(), start, end))
    items: list[Json] = owner[start:end]
    return list(enumerate(items, start))


def _is_object(value: Json) -> bool:
    return isinstance(value, dict)


def _length(value: Json) -> int:
    return len(value) if type(value) in (list, dict) else 0


def _shown(node: Node) -> tuple[str, str]:
    if node.trouble:
        return node.trouble, "danger"
    if node.opens or type(node.value) in (list, dict):
        return _container(node), "text3"
    return _remote(node.value) if isinstance(node.value, Spooled) else _scalar(node.value)


def _remote(value: Spooled) -> tuple[str, str]:
    if value.kind == "str":
        return f'"{_cut(value.preview)}…"  {figures.size(value.size)}', "syn_str"
    return _cut(value.preview), "syn_num"


def _scalar(value: Json) -> tuple[str, str]:
    if value is None or isinstance(value, bool):
        return json.dumps(value), "syn_lit"
    if isinstance(value, str):
        return json.dumps(_cut(value), ensure_ascii=False), "syn_str"
    return _cut(str(value)), "syn_num"


def _container(node: Node) -> str:
    value, count = node.value, node.count
    is_list = value.kind == "list" if isinstance(value, Spooled) else isinstance(value, list)
    sign, one = ("[ ]", "item") if is_list else ("{ }", "key")
    if node.waiting:
        return f"{sign}  reading…"
    if count is not None:
        return f"{sign}  {figures.counted(count, one)}"
    return f"{sign}  {figures.size(value.size)}" if isinstance(value, Spooled) else sign


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
