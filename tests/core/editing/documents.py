"""Documents for the tests: written at random, read by a reader that shares nothing with ours."""

import json
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from hypothesis import strategies as st

from patchbay.core.values import JsonPath, is_list

Tree: TypeAlias = Any
"""`Members` for an object, a list for an array, `Number` for numbers, else the value itself."""


@dataclass
class Members:
    """The pairs of an object in their order."""

    pairs: list[tuple[str, Tree]] = field(default_factory=list[tuple[str, Tree]])


@dataclass(frozen=True)
class Number:
    """A number by its spelling."""

    spelling: str


def read(text: str) -> Tree:
    """What a plain JSON parser reads once comments and trailing commas are gone."""
    strict = without_trailing_commas(without_comments(text))
    return json.loads(strict, object_pairs_hook=Members, parse_int=Number, parse_float=Number)


def without_comments(text: str) -> str:
    return "".join(piece for piece in pieces(text) if not piece.startswith("/"))


def comments(text: str) -> list[str]:
    return [piece for piece in pieces(text) if piece.startswith("/")]


def without_trailing_commas(text: str) -> str:
    kept: list[str] = []
    for piece in pieces(text):
        if piece in {"]", "}"}:
            last = next(place for place in reversed(range(len(kept))) if not kept[place].isspace())
            if kept[last] == ",":
                del kept[last]
        kept.append(piece)
    return "".join(kept)


def pieces(text: str) -> list[str]:
    """The text in strings, comments, and single characters of all else."""
    found: list[str] = []
    start = 0
    while start < len(text):
        end = _end_of_piece(text, start)
        found.append(text[start:end])
        start = end
    return found


def _end_of_piece(text: str, start: int) -> int:
    if text.startswith("//", start):
        ends = [text.find(end, start) for end in "\r\n"]
        return min((end for end in ends if end >= 0), default=len(text))
    if text.startswith("/*", start):
        return text.index("*/", start + 2) + 2
    end = start + 1
    if text[start] == '"':
        while text[end] != '"':
            end += 2 if text[end] == "\\" else 1
        end += 1
    return end


def plain(tree: Tree) -> Tree:
    """The tree as plain values, to be handed to an edit."""
    if isinstance(tree, Members):
        return {name: plain(value) for name, value in tree.pairs}
    if is_list(tree):
        return [plain(value) for value in tree]
    return json.loads(tree.spelling) if isinstance(tree, Number) else tree


def paths(tree: Tree, path: JsonPath = ()) -> list[JsonPath]:
    """The ways to every value of the tree, its root first."""
    found = [path]
    for step, child in steps(tree):
        found.extend(paths(child, (*path, step)))
    return found


def steps(tree: Tree) -> list[tuple[str | int, Tree]]:
    if isinstance(tree, Members):
        return list(tree.pairs)
    return list(enumerate(tree)) if is_list(tree) else []


def at(tree: Tree, path: JsonPath) -> Tree:
    for step in path:
        tree = next(child for name, child in steps(tree) if name == step)
    return tree


# Random values, and random ways to write them

names = st.text(alphabet='ab"/\\é\n😀 ', max_size=4)
_numbers = st.sampled_from(["0", "-0", "1.0", "1e3", "12345678901234567890", "-2.50E-3"])
_scalars = st.none() | st.booleans() | st.text(alphabet='xy/*"\\é,:{}\n', max_size=6)


def _containers_of(inner: "st.SearchStrategy[Tree]", least: int = 0) -> "st.SearchStrategy[Tree]":
    members = st.dictionaries(names, inner, min_size=least, max_size=4)
    return st.lists(inner, min_size=least, max_size=4) | members.map(
        lambda pairs: Members([*pairs.items()])
    )


values = st.recursive(
    _scalars | st.integers(-1000, 1000).map(lambda number: Number(str(number))),
    _containers_of,
    max_leaves=8,
)
_inner_values = st.recursive(_scalars | _numbers.map(Number), _containers_of, max_leaves=8)
_written_values = _containers_of(_inner_values, 1) | _inner_values
_FILLERS = (
    *("",) * 9,
    *(" ", "  ", "\t", "\n", "\n  ", "\r\n\t", "\r  ", "\n\n    ", "\r\n\r\n "),
    *("//{} ,}}\n", ' // {} "\r\n  ', "\n  // {} */\r\r  "),
    *("/*{}*/", " /* {} { */ ", "\n  /* {}\n   * // */\n  ", "\n/* {} */\n\n  "),
)
"""What may stand between any two tokens; each comment gets a number of its own."""
_PLAIN, _ESCAPED, _SLASHES = range(3)


class Writer:
    """Writes a tree with white space, comments, escapes and trailing commas as they come."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw
        self._comments = 0

    def document(self, tree: Tree) -> str:
        return self._space() + self._value(tree) + self._space()

    def _value(self, tree: Tree) -> str:
        if isinstance(tree, Members):
            members = [
                self._string(name) + self._space() + ":" + self._space() + self._value(value)
                for name, value in tree.pairs
            ]
            return self._brackets("{}", members)
        if is_list(tree):
            return self._brackets("[]", [self._value(value) for value in tree])
        if isinstance(tree, str):
            return self._string(tree)
        return tree.spelling if isinstance(tree, Number) else json.dumps(tree)

    def _brackets(self, brackets: str, members: list[str]) -> str:
        spaced = [self._space() + member + self._space() for member in members]
        trailing = "," + self._space() if members and self._one_of((False, True)) else ""
        return brackets[0] + (",".join(spaced) or self._space()) + trailing + brackets[1]

    def _string(self, text: str) -> str:
        way = self._one_of((_PLAIN, _ESCAPED, _SLASHES))
        written = json.dumps(text, ensure_ascii=way == _ESCAPED)
        return written.replace("/", "\\/") if way == _SLASHES else written

    def _space(self) -> str:
        self._comments += 1
        return self._one_of(_FILLERS).replace("{}", f"c{self._comments}c")

    def _one_of(self, choices: "tuple[Any, ...]") -> Any:
        return self._draw(st.sampled_from(choices))


@st.composite
def written(draw: st.DrawFn) -> str:
    """A document written in any way that JSON with comments allows."""
    return Writer(draw).document(draw(_written_values))
