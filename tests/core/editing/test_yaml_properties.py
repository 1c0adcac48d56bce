"""Any YAML document, any edits: untouched bytes stay, and PyYAML reads what was meant."""

import copy
import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias, cast

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from patchbay.core.config.document import Node
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.splice import Splice, difference
from patchbay.core.errors import AppError
from patchbay.core.values import Json, JsonPath
from tests.core.editing.yaml_texts import documents

EXAMPLES = 150
COMMENT = re.compile(r"# (?:note \d+\.|top|end)")
VERBS = st.sampled_from(["set", "insert", "remove", "rename", "move", "paste"])
TRAPS = [
    *(
        "",
        "no",
        "1.20",
        "12:30",
        "0x1F",
        "~",
        "null",
        "2026-01-31",
        "=",
        "<<",
        " a",
        "a: b",
        "a #b",
    ),
    *("-y", "- a", "@x/y", "*x", "&x", "!x", "[", "{a}", "a, b", "%A", "---", "...", "it's", '"q"'),
    *(
        "two\nlines\n",
        "tab\there",
        "\x85",
        "\ufeff",
        "\u2028",
        "é😀",
        "C:\\x",
        "x" * 200,
        "a b " * 50,
    ),
]
TEXTS = st.one_of(
    st.sampled_from(TRAPS),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)
SCALARS = st.one_of(
    TEXTS, st.integers(), st.booleans(), st.none(), st.sampled_from([0.5, -2.25, 10.0])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)

Tree: TypeAlias = Any
"""What PyYAML made of a text."""


def read(text: str) -> Tree:
    """What a reader that shares nothing with ours makes of the text; nothing in it is shared."""
    return json.loads(json.dumps(yaml.safe_load(text)))


def at(tree: Tree, path: JsonPath) -> Tree:
    for step in path:
        tree = tree[step]
    return tree


def node_at(document: Lossless, path: JsonPath) -> Node:
    node = document.document.root
    for step in path:
        assert node is not None
        node = node.member(step) if isinstance(step, str) else node.children[step]
    assert node is not None
    return node


def steps(tree: Tree) -> list[str | int]:
    if isinstance(tree, dict):
        return list(cast("dict[str, Tree]", tree))
    return list(range(len(cast("list[Tree]", tree)))) if isinstance(tree, list) else []


def paths(tree: Tree, above: JsonPath = ()) -> list[JsonPath]:
    return [above, *(path for step in steps(tree) for path in paths(tree[step], (*above, step)))]


class Edit:
    """One edit drawn for a document: how it is made, and what it should give."""

    def __init__(self, data: st.DataObject, document: Lossless) -> None:
        self.tree = read(document.text)
        self.verb = data.draw(VERBS)
        wanted = [path for path in paths(self.tree) if self._suits(path)]
        self.verb = self.verb if wanted else "set"
        self.path = data.draw(st.sampled_from(wanted or [()]))
        self.value: Json = data.draw(VALUES)
        self.name = data.draw(TEXTS | st.sampled_from(["new", "other-name"]))
        self.place = data.draw(st.integers(0, 4))
        self.source: JsonPath | None = None
        if self.verb == "paste":
            self.verb, self.source = "insert", data.draw(st.sampled_from(paths(self.tree)))
            self.value = copy.deepcopy(at(self.tree, self.source))
        self._fit()

    @property
    def adds(self) -> bool:
        return self.verb == "insert"

    def make(self, document: Lossless) -> Lossless:
        makers: dict[str, Callable[[], Lossless]] = {
            "set": lambda: document.set(self.path, self.value),
            "insert": lambda: self._insert(document),
            "remove": lambda: document.remove(self.path),
            "rename": lambda: document.rename(self.path, self.name),
            "move": lambda: document.move(self.path, self.place),
        }
        return makers[self.verb]()

    def expected(self) -> Tree:
        """What PyYAML should read afterwards."""
        if not self.path and self.verb == "set":
            return self.value
        holder = self._holder
        pairs: list[tuple[str | int, Tree]] = [(step, holder[step]) for step in steps(holder)]
        if self.adds:
            pairs.insert(self.place, (self.name, self.value))
        else:
            old = steps(holder).index(self.path[-1])
            name, value = pairs.pop(old)
            if self.verb == "set":
                pairs.insert(old, (name, self.value))
            elif self.verb == "rename":
                pairs.insert(old, (self.name, value))
            elif self.verb == "move":
                pairs.insert(self.place, (name, value))
        if isinstance(holder, list):
            holder[:] = [value for _, value in pairs]
        else:
            holder.clear()
            holder.update(pairs)
        return self.tree

    def _suits(self, path: JsonPath) -> bool:
        if self.verb in {"insert", "paste"}:
            return isinstance(at(self.tree, path), dict | list)
        if self.verb == "rename":
            return bool(path) and isinstance(path[-1], str)
        return bool(path) or self.verb == "set"

    @property
    def _holder(self) -> Tree:
        """The container in which something changes."""
        return at(self.tree, self.path if self.adds else self.path[:-1])

    def _fit(self) -> None:
        """Make the name a new one, and the place one that exists."""
        if self.verb in {"set", "remove"}:
            return
        known = steps(self._holder)
        while self.name in known:
            self.name += "2"
        self.place = min(self.place, len(known) - (not self.adds))

    def _insert(self, document: Lossless) -> Lossless:
        value = self.value if self.source is None else document.copy(self.source)
        known = steps(self._holder)
        if isinstance(self._holder, list):
            return document.insert((*self.path, self.place), value)
        before = known[self.place] if self.place < len(known) else None
        return document.insert((*self.path, self.name), value, before)


def scalars(document: Lossless, without: JsonPath | None) -> Counter[tuple[str, str]]:
    """How every scalar and its key are written, except at and below one path."""
    found: Counter[tuple[str, str]] = Counter()
    waiting: list[tuple[JsonPath, Node]] = [((), document.document.root or node_at(document, ()))]
    while waiting:
        path, node = waiting.pop()
        if path == without:
            continue
        if node.children and not node.shared:
            for place, child in enumerate(node.children):
                waiting.append(((*path, child.key.text if child.key else place), child))
            continue
        key = document.text[node.key.start : node.key.end] if node.key else ""
        source = document.text[node.start : node.end].rstrip()
        found[key if not node.children else "", source] += 1
    return found


def may_go(document: Lossless, path: JsonPath) -> str:
    """The text with the comments that may go with the member at `path`."""
    text, node, parent = document.text, node_at(document, path), node_at(document, path[:-1])
    if text[parent.start] in "{[" or not path:
        return text[parent.start : parent.end]
    column = parent.start - (text.rfind("\n", 0, parent.start) + 1)
    start = text.rfind("\n", 0, node.key.start if node.key else node.start) + 1
    while node.key is None and start > parent.start and text[start + column] != "-":
        start = text.rfind("\n", 0, start - 1) + 1
    lines = text[:start].splitlines(keepends=True)
    while lines and lines[-1].strip().startswith(("#", "-")):
        start -= len(lines.pop())
    own, *below = text[node.end :].splitlines() or [""]
    for line in below:
        if line.strip() and not (line.strip().startswith("#") and line.index("#") > column):
            break
        own += line
    return text[start : node.end] + own


def check_comments(before: Lossless, after: Lossless, edit: Edit) -> None:
    there, left = Counter(COMMENT.findall(before.text)), Counter(COMMENT.findall(after.text))
    assert edit.source is not None or not left - there
    replaced = edit.verb == "set" and node_at(before, edit.path).children
    if edit.verb == "remove" or (replaced and edit.path):
        assert not there - left - Counter(COMMENT.findall(may_go(before, edit.path)))
    elif not replaced:
        assert not there - left


def check_scalars(before: Lossless, after: Lossless, edit: Edit) -> None:
    node = node_at(before, edit.path)
    if edit.verb == "set":
        assert scalars(before, edit.path) == scalars(after, edit.path)
        return
    opens = edit.adds and not node.children
    aside = None if edit.verb == "move" or (edit.adds and not opens) else edit.path
    lost = scalars(before, aside) - scalars(after, None)
    assert not lost - Counter({("", "{}"): 1, ("", "[]"): 1})


def check_place(before: Lossless, after: Lossless, edit: Edit) -> None:
    """Whether the bytes that changed are those that had to."""
    change, node = difference(before.text, after.text), node_at(before, edit.path)
    assert change.inverse.apply(after.text) == before.text
    if edit.verb == "rename":
        assert node.key is not None
        assert node.key.start <= change.start <= change.end <= node.key.end
    elif edit.adds and node.children and before.text[node.start] not in "{[":
        assert change.removed == ""


def check(before: Lossless, after: Lossless, edit: Edit) -> None:
    # PyYAML lists a merged name first even where an own member overrides it.
    unordered = "<<:" in before.text
    wanted = json.dumps(edit.expected(), sort_keys=unordered)
    assert json.dumps(read(after.text), sort_keys=unordered) == wanted
    check_comments(before, after, edit)
    check_scalars(before, after, edit)
    check_place(before, after, edit)


@settings(max_examples=EXAMPLES, deadline=None)
@given(documents(plain=True), st.data())
def test_every_edit_of_a_document_without_anchors_is_made_and_touches_nothing_else(
    text: str, data: st.DataObject
) -> None:
    before = Lossless(text, "yaml")
    for _ in range(data.draw(st.integers(1, 4))):
        edit = Edit(data, before)
        after = edit.make(before)

        check(before, after, edit)
        assert before.text.endswith("\n") == after.text.endswith("\n")
        assert ("\r\n" in before.text) == ("\r\n" in after.text) or "\n" not in after.text
        before = after


@settings(max_examples=EXAMPLES, deadline=None)
@given(documents(), st.data())
def test_edits_beside_anchors_aliases_and_merge_keys_are_made_exactly_or_refused(
    text: str, data: st.DataObject
) -> None:
    before = Lossless(text, "yaml")
    for _ in range(data.draw(st.integers(1, 4))):
        edit = Edit(data, before)
        try:
            after = edit.make(before)
        except AppError:
            continue

        check(before, after, edit)
        before = after


@settings(max_examples=EXAMPLES, deadline=None)
@given(documents(), st.data())
def test_undoing_every_edit_gives_the_original_bytes(text: str, data: st.DataObject) -> None:
    document, changes = Lossless(text, "yaml"), list[Splice]()
    for _ in range(data.draw(st.integers(1, 5))):
        edit = Edit(data, document)
        try:
            after = edit.make(document)
        except AppError:
            continue
        changes.append(difference(document.text, after.text))
        document = after

    undone = document.text
    for change in reversed(changes):
        undone = change.inverse.apply(undone)
    assert undone == text
