"""Any document, any edits: what was not meant to change is byte for byte as it was."""

import json
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from patchbay.core.config.document import Node
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.splice import Splice, apply_all, difference
from patchbay.core.values import JsonPath
from tests.core.editing.documents import (
    Members,
    Tree,
    at,
    comments,
    names,
    paths,
    pieces,
    plain,
    read,
    steps,
    values,
    written,
)

EXAMPLES = 120
VERBS = st.sampled_from(["set", "insert", "remove", "rename", "move"])


def node_at(document: Lossless, path: JsonPath) -> Node:
    node = document.document.root
    for step in path:
        assert node is not None
        node = node.member(step) if isinstance(step, str) else node.children[step]
    assert node is not None
    return node


def around(container: Node, place: int, taken: int) -> tuple[int, int]:
    """From where to where a change of `taken` members at `place` may reach."""
    before, after = container.children[:place], container.children[place + taken :]
    start = before[-1].end if before else container.start + 1
    end = container.end - 1
    if after:
        key = after[0].key
        end = key.start if key is not None else after[0].start
    return start, end


def assert_only_between(before: str, after: str, start: int, end: int) -> None:
    assert after.startswith(before[:start])
    assert after.endswith(before[end:])


def with_value(tree: Tree, path: JsonPath, value: Tree) -> Tree:
    if not path:
        return value
    changed = [
        (name, with_value(child, path[1:], value) if name == path[0] else child)
        for name, child in steps(tree)
    ]
    return Members(changed) if isinstance(tree, Members) else [child for _, child in changed]  # pyright: ignore[reportArgumentType]


def place_of(tree: Tree, path: JsonPath) -> int:
    return [name for name, _ in steps(at(tree, path[:-1]))].index(path[-1])


@settings(max_examples=EXAMPLES, deadline=None)
@given(written(), values, st.data())
def test_a_value_that_is_set_replaces_exactly_the_one_before(
    text: str, value: Tree, data: st.DataObject
) -> None:
    document, tree = Lossless(text, "json"), read(text)
    path = data.draw(st.sampled_from(paths(tree)))
    node = node_at(document, path)

    after = document.set(path, plain(value)).text

    assert read(after) == with_value(tree, path, value)
    assert_only_between(text, after, node.start, node.end)
    if not isinstance(value, (Members, list)) and value != at(tree, path):
        assert read(after[node.start : len(after) - len(text) + node.end]) == value


@settings(max_examples=EXAMPLES, deadline=None)
@given(written(), names, values, st.data())
def test_an_added_member_touches_nothing_beyond_its_neighbours_and_no_comment(
    text: str, name: str, value: Tree, data: st.DataObject
) -> None:
    document, tree = Lossless(text, "json"), read(text)
    containers = [path for path in paths(tree) if isinstance(at(tree, path), (Members, list))]
    path = data.draw(st.sampled_from(containers or [()]))
    container = at(tree, path)
    pairs = steps(container)
    if not containers or name in {each for each, _ in pairs}:
        return
    place = data.draw(st.integers(0, len(pairs)))
    pairs.insert(place, (name, value))
    if isinstance(container, Members):
        before = pairs[place + 1][0] if place + 1 < len(pairs) else None
        after = document.insert((*path, name), plain(value), before).text
        meant: Tree = Members(pairs)  # pyright: ignore[reportArgumentType] - names, in an object
    else:
        after = document.insert((*path, place), plain(value)).text
        meant = [child for _, child in pairs]

    assert read(after) == with_value(tree, path, meant)
    assert_only_between(text, after, *around(node_at(document, path), place, 0))
    assert comments(after) == comments(text)


@settings(max_examples=EXAMPLES, deadline=None)
@given(written(), st.data())
def test_a_removed_member_takes_nothing_else_along(text: str, data: st.DataObject) -> None:
    document, tree = Lossless(text, "json"), read(text)
    path = data.draw(st.sampled_from(paths(tree)))
    if not path:
        return
    place, container = place_of(tree, path), at(tree, path[:-1])
    rest = [pair for pair in steps(container) if pair[0] != path[-1]]
    meant = Members(rest) if isinstance(container, Members) else [child for _, child in rest]  # pyright: ignore[reportArgumentType]

    after = document.remove(path).text

    assert read(after) == with_value(tree, path[:-1], meant)
    assert_only_between(text, after, *around(node_at(document, path[:-1]), place, 1))
    assert is_part(after, text)


@settings(max_examples=EXAMPLES, deadline=None)
@given(written(), names, st.data())
def test_a_new_name_replaces_exactly_the_one_before(
    text: str, name: str, data: st.DataObject
) -> None:
    document, tree = Lossless(text, "json"), read(text)
    named = [path for path in paths(tree) if path and isinstance(path[-1], str)]
    path = data.draw(st.sampled_from(named or [()]))
    if not path or name in {each for each, _ in steps(at(tree, path[:-1]))}:
        return
    key = node_at(document, path).key
    assert key is not None

    after = document.rename(path, name).text

    assert json.loads(after[key.start : len(after) - len(text) + key.end]) == name
    assert_only_between(text, after, key.start, key.end)


@settings(max_examples=EXAMPLES, deadline=None)
@given(written(), st.data())
def test_a_moved_member_takes_its_comments_along_and_loses_none(
    text: str, data: st.DataObject
) -> None:
    document, tree = Lossless(text, "json"), read(text)
    path = data.draw(st.sampled_from(paths(tree)))
    if not path:
        return
    old, container = place_of(tree, path), at(tree, path[:-1])
    pairs = steps(container)
    new = data.draw(st.integers(0, len(pairs) - 1))
    pairs.insert(new, pairs.pop(old))
    meant = Members(pairs) if isinstance(container, Members) else [child for _, child in pairs]  # pyright: ignore[reportArgumentType]

    after = document.move(path, new)

    assert read(after.text) == with_value(tree, path[:-1], meant)
    low, high = min(old, new), max(old, new)
    reach = around(node_at(document, path[:-1]), low, high - low + 1)
    assert_only_between(text, after.text, *reach)
    assert Counter(comments(after.text)) == Counter(comments(text))
    moved = (*path[:-1], new if isinstance(path[-1], int) else path[-1])
    assert after.document.source(node_at(after, moved)) == document.document.source(
        node_at(document, path)
    )


@settings(max_examples=EXAMPLES, deadline=None)
@given(written(), written(), names, st.data())
def test_a_copy_says_the_same_and_keeps_its_comments(
    text: str, other: str, name: str, data: st.DataObject
) -> None:
    document, tree = Lossless(text, "json"), read(text)
    source = Lossless(other, "json")
    taken = data.draw(st.sampled_from(paths(read(other))))
    objects = [path for path in paths(tree) if isinstance(at(tree, path), Members)]
    path = data.draw(st.sampled_from(objects or [()]))
    if not objects or name in {each for each, _ in steps(at(tree, path))}:
        return
    fragment = source.copy(taken)

    after = document.insert((*path, name), fragment).text

    assert at(read(after), (*path, name)) == at(read(other), taken)
    assert len(comments(after)) == len(comments(text)) + len(comments(fragment.text))


@settings(max_examples=EXAMPLES, deadline=None)
@given(
    written(), st.lists(st.tuples(st.sampled_from("sirnm"), names, values), max_size=8), st.data()
)
def test_after_any_edits_a_plain_reader_agrees_and_undoing_all_gives_the_first_bytes(
    text: str, edits: list[tuple[str, str, Tree]], data: st.DataObject
) -> None:
    document, undo = Lossless(text, "json"), list[Splice]()
    for verb, name, value in edits:
        path = data.draw(st.sampled_from(paths(read(document.text))))
        after = changed(document, verb, path, name, plain(value), data)
        undo.append(difference(document.text, after.text).inverse)
        document = after
        assert plain(read(document.text)) == document.value()

    undone = document.text
    for splice in reversed(undo):
        undone = splice.apply(undone)
    assert undone == text


def changed(
    document: Lossless, verb: str, path: JsonPath, name: str, value: object, data: st.DataObject
) -> Lossless:
    """One edit at `path`; the document itself where the verb has no meaning there."""
    node = node_at(document, path)
    if verb == "insert" and node.is_array:
        place = data.draw(st.integers(0, len(node.children)))
        return document.insert((*path, place), value)
    if verb == "rename" and node.key is not None and not document.has((*path[:-1], name)):
        return document.rename(path, name)
    if verb in {"remove", "move"} and path:
        place = data.draw(st.integers(0, 5))
        return document.remove(path) if verb == "remove" else document.move(path, place)
    inside = verb == "insert" and node.is_object
    return document.set((*path, name) if inside else path, value)


@given(st.text(alphabet="ab\r\n", max_size=30), st.text(alphabet="ab\r\n", max_size=30))
def test_the_difference_of_two_texts_leads_from_one_to_the_other_and_back(
    one: str, other: str
) -> None:
    splice = difference(one, other)

    assert apply_all(one, [splice]) == other
    assert splice.inverse.apply(other) == one


def is_part(part: str, whole: str) -> bool:
    """Whether `part` is `whole` with some pieces left out."""
    rest = iter(pieces(whole))
    return all(any(piece == other for other in rest) for piece in pieces(part))
