"""One level of a schema made flat: references followed, `allOf` merged, null set apart."""

import json
from dataclasses import dataclass, replace
from urllib.parse import unquote

from patchbay.core.calls.fields import Choice
from patchbay.core.calls.merging import UnmergeableError, merged, types_of
from patchbay.core.values import Json, JsonObject, as_list, as_object, as_text

MAX_STEPS = 5_000
"""Schemas looked at while one form is built; a hostile one doubles with every line."""
_MAX_DEPTH = 32
_MAX_OPEN = 2
"""How often one reference may be open inside itself before the row becomes a JSON editor."""
_SHAPES = ("anyOf", "oneOf")


@dataclass(frozen=True, slots=True)
class Shape:
    """A schema with nothing hidden behind references; `reason` says why that was not possible.

    `choices` are the single values of an `anyOf` or `oneOf` made of nothing else; `refs` the
    references followed to get here, for the guard against cycles.
    """

    keywords: JsonObject
    nullable: bool = False
    refs: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    reason: str = ""


class Shaper:
    """Makes shapes of the parts of one root schema, within a budget of steps."""

    def __init__(self, root: Json) -> None:
        self._root = root
        self._steps = 0

    def shape(self, schema: Json, refs: tuple[str, ...] = (), depth: int = 0) -> Shape:
        self._steps += 1
        if self._steps > MAX_STEPS or depth > _MAX_DEPTH:
            return Shape({}, refs=refs, reason="too many nested parts")
        if schema is False:
            return Shape({}, refs=refs, reason="no value is allowed")
        if not isinstance(schema, dict):
            return Shape({}, refs=refs, reason="" if schema is True else "not a schema")
        flat = Shape(dict(as_object(schema)), refs=refs)
        for step in (self._follow, self._merge_all, self._choose):
            flat = step(flat, depth)
            if flat.reason:
                return flat
        return _without_null(flat)

    def _follow(self, flat: Shape, depth: int) -> Shape:
        reference = flat.keywords.pop("$ref", None)
        if reference is None:
            return flat
        if not isinstance(reference, str):
            return _stuck(flat, "its $ref is not text")
        if flat.refs.count(reference) >= _MAX_OPEN:
            return _stuck(flat, "refers to itself")
        try:
            target = resolve(self._root, reference)
        except LookupError as error:
            return _stuck(flat, str(error.args[0]))
        inner = self.shape(target, (*flat.refs, reference), depth + 1)
        return _joined(flat, inner)

    def _merge_all(self, flat: Shape, depth: int) -> Shape:
        for part in as_list(flat.keywords.pop("allOf", None)):
            flat = _joined(flat, self.shape(part, flat.refs, depth + 1))
            if flat.reason:
                return flat
        return flat

    def _choose(self, flat: Shape, depth: int) -> Shape:
        for keyword in _SHAPES:
            if as_list(flat.keywords.get(keyword)):
                flat = self._one_of(flat, keyword, depth)
            if flat.reason:
                return flat
        return flat

    def _one_of(self, flat: Shape, keyword: str, depth: int) -> Shape:
        branches = as_list(flat.keywords[keyword])
        solid = [branch for branch in branches if not _is_null(branch)]
        others = {name: value for name, value in flat.keywords.items() if name != keyword}
        rest = replace(flat, keywords=others, nullable=flat.nullable or len(solid) < len(branches))
        if len(solid) == 1:
            return _joined(rest, self.shape(solid[0], flat.refs, depth + 1))
        if choices := self._fixed_values(solid, flat.refs, depth):
            return replace(rest, choices=choices)
        return flat

    def _fixed_values(
        self, branches: list[Json], refs: tuple[str, ...], depth: int
    ) -> tuple[Choice, ...]:
        """The branches as single values with their words, if each is one value or a few."""
        found: list[Choice] = []
        for branch in branches:
            flat = self.shape(branch, refs, depth + 1)
            values = flat.choices or fixed_values(flat.keywords)
            if not values:
                return ()
            found.extend(values)
        return tuple(found)


def resolve(root: Json, reference: str) -> Json:
    """What a reference inside the document points to.

    Raises:
        LookupError: it leaves the document, or points nowhere; the message is a few words.
    """
    if not reference.startswith("#"):
        raise LookupError("refers to another document")
    pointer = unquote(reference[1:])
    if pointer and not pointer.startswith("/"):
        return _anchored(root, pointer)
    here = root
    for part in pointer.split("/")[1:]:
        here = _child(here, part.replace("~1", "/").replace("~0", "~"))
    return here


def _child(here: Json, key: str) -> Json:
    if key in as_object(here):
        return as_object(here)[key]
    if key.isdecimal() and len(key) < 9 and int(key) < len(as_list(here)):
        return as_list(here)[int(key)]
    raise LookupError("refers to a part the schema does not have")


def _anchored(root: Json, anchor: str) -> Json:
    for home in ("$defs", "definitions"):
        for part in as_object(as_object(root).get(home)).values():
            if as_object(part).get("$anchor") == anchor:
                return part
    raise LookupError("refers to a part the schema does not have")


def _joined(flat: Shape, inner: Shape) -> Shape:
    nullable = flat.nullable or inner.nullable
    try:
        keywords = merged(flat.keywords, inner.keywords)
    except UnmergeableError:
        return replace(flat, reason="allOf with parts that differ")
    return Shape(keywords, nullable, inner.refs, inner.choices or flat.choices, inner.reason)


def _stuck(flat: Shape, reason: str) -> Shape:
    return replace(flat, reason=reason)


def fixed_values(keywords: JsonObject) -> tuple[Choice, ...]:
    """The values a `const` or an `enum` allows, each with the words a list may show."""
    if "const" in keywords:
        value = keywords["const"]
        label = as_text(keywords.get("title")) or spelled(value)
        return (Choice(value, label, as_text(keywords.get("description"))),)
    names = as_list(keywords.get("enumNames"))
    return tuple(
        Choice(value, (as_text(names[at]) if at < len(names) else "") or spelled(value))
        for at, value in enumerate(as_list(keywords.get("enum")))
    )


def spelled(value: Json) -> str:
    """A value as a person would write it in a row: text bare, anything else as JSON."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return "…"


def _is_null(schema: Json) -> bool:
    keywords = as_object(schema)
    only_null = "const" in keywords and keywords["const"] is None
    return only_null or keywords.get("enum") == [None] or types_of(keywords) == ("null",)


def _without_null(flat: Shape) -> Shape:
    """Take null out of the types and the fixed values when something else is left."""
    keywords, nullable = dict(flat.keywords), flat.nullable
    if keywords.get("nullable") is True:
        nullable = True
    types = types_of(keywords)
    if "null" in types and len(types) > 1:
        keywords["type"] = [name for name in types if name != "null"]
        nullable = True
    values = as_list(keywords.get("enum"))
    if None in values and len(values) > 1:
        keywords["enum"] = [value for value in values if value is not None]
        nullable = True
    return replace(flat, keywords=keywords, nullable=nullable)
