"""What a document says, apart from how it is written: to prove that an edit changed only that."""

import math
from collections.abc import Callable
from typing import TypeAlias

from patchbay.core.config.document import MAX_DEPTH, Node, NodeKind
from patchbay.core.editing import refusals
from patchbay.core.editing.numbers import Spelled, alike
from patchbay.core.values import Json, JsonPath, is_list, is_object

Meaning: TypeAlias = "tuple[NodeKind, str | tuple[Member, ...]]"
"""Kind, and the text of a scalar or the members of an object or array, duplicates included."""
Member: TypeAlias = tuple[str, Meaning]
"""A name, empty in arrays, and what stands there."""

_Change: TypeAlias = "Callable[[tuple[Member, ...]], tuple[Member, ...]]"
_ATOMS: dict[object, NodeKind] = {True: "true", False: "false", None: "null"}


def meaning(node: Node) -> Meaning:
    """What `node` says; numbers count by their spelling, but for that of their exponents."""
    if node.is_object:
        members = [(child.key.text if child.key else "", meaning(child)) for child in node.children]
        return "object", tuple(members)
    if node.is_array:
        return "array", tuple(("", meaning(child)) for child in node.children)
    if node.kind == "number":
        return "number", alike(node.text)
    return node.kind, node.text if node.kind == "string" else ""


def meaning_of(value: Json, depth: int = 0) -> Meaning:
    """What a plain value says.

    Raises:
        AppError: no config can hold it: NaN, infinity, half a surrogate pair, too deep.
    """
    if depth > MAX_DEPTH:
        raise refusals.unwritable(f"It is nested more than {MAX_DEPTH} levels deep.")
    if is_object(value):
        members = [(_name(name), meaning_of(each, depth + 1)) for name, each in value.items()]
        return "object", tuple(members)
    if is_list(value):
        return "array", tuple(("", meaning_of(each, depth + 1)) for each in value)
    if isinstance(value, str):
        return "string", sound_text(value)
    if isinstance(value, bool) or value is None:
        return _ATOMS[value], ""
    return "number", _number(value)


def sound_text(text: str) -> str:
    """The text itself, if a file can hold it.

    Raises:
        AppError: it holds half a surrogate pair.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise refusals.unwritable(
            "A text in it holds half a character (a lone surrogate)."
        ) from error
    return text


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise refusals.unwritable("A name in it is not text.")
    return sound_text(name)


def _number(value: Json) -> str:
    if not isinstance(value, (int, float)):
        raise refusals.unwritable(
            "It holds something that is neither text, number, list nor object."
        )
    if isinstance(value, float) and not math.isfinite(value):
        raise refusals.unwritable("Only finite numbers can be written.")
    try:
        return alike(value.spelling if isinstance(value, Spelled) else str(value))
    except ValueError as error:  # Python's own limit
        raise refusals.unwritable("A number in it has too many digits.") from error


def with_member(whole: Meaning, path: JsonPath, place: int, member: Member) -> Meaning:
    """`whole` with one more member at `place` of the container at `path`."""
    return _changed(whole, path, lambda members: (*members[:place], member, *members[place:]))


def without_member(whole: Meaning, path: JsonPath, place: int) -> Meaning:
    return _changed(whole, path, lambda members: (*members[:place], *members[place + 1 :]))


def with_other_member(whole: Meaning, path: JsonPath, place: int, member: Member) -> Meaning:
    return _changed(whole, path, lambda members: (*members[:place], member, *members[place + 1 :]))


def _changed(whole: Meaning, path: JsonPath, change: _Change) -> Meaning:
    kind, members = whole
    if not isinstance(members, tuple):
        raise TypeError(f"A {kind} has no members")
    if not path:
        return kind, change(members)
    place = _place_in(members, path[0])
    name, inner = members[place]
    changed = (name, _changed(inner, path[1:], change))
    return kind, (*members[:place], changed, *members[place + 1 :])


def _place_in(members: "tuple[Member, ...]", step: str | int) -> int:
    if isinstance(step, int):
        return step
    return next(place for place, (name, _) in enumerate(members) if name == step)
