"""From a JSON Schema to the fields of a form; never fails, and never loses a property."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from patchbay.core.calls.corner import counted, type_text, with_null
from patchbay.core.calls.fields import ABSENT, Choice, Field, FieldKind
from patchbay.core.calls.keywords import limits_of, looks_long, looks_secret
from patchbay.core.calls.merging import types_of
from patchbay.core.calls.shapes import Shape, Shaper, fixed_values, spelled
from patchbay.core.calls.spread import has_variants, properties_of
from patchbay.core.values import Json, JsonObject, as_list, as_object, as_text

MAX_FIELDS = 500
"""Rows one form may have; an object that does not fit any more becomes a JSON editor."""
MAX_CHOICES = 2_000
_MAX_DEPTH = 6
_SCALARS = {
    "string": FieldKind.STRING,
    "integer": FieldKind.INTEGER,
    "number": FieldKind.NUMBER,
    "boolean": FieldKind.BOOLEAN,
}


def form(schema: Json) -> Field:
    """The root row of a tool's arguments: an object, or a JSON editor for the whole of them."""
    try:
        return _Builder(schema).root(schema)
    except RecursionError:
        return Field("", FieldKind.JSON, "object", schema=schema, reason="nested too deeply")


def prompt_form(arguments: Sequence[JsonObject]) -> Field:
    """The root row of a prompt's arguments, which are text by definition."""
    named = [(as_text(argument.get("name")), argument) for argument in arguments]
    properties = {
        name: {"type": "string", "description": as_text(argument.get("description"))}
        for name, argument in named
    }
    required = [name for name, argument in named if argument.get("required") is True]
    return form({"type": "object", "properties": properties, "required": required})


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where in the form a row is being made."""

    name: str
    required: bool
    refs: tuple[str, ...]
    depth: int


class _Builder:
    """Makes the rows of one form, within a budget."""

    def __init__(self, root: Json) -> None:
        self._shaper = Shaper(root)
        self._left = MAX_FIELDS

    def root(self, schema: Json) -> Field:
        flat = self._shaper.shape(schema)
        spot = _Spot("", required=True, refs=flat.refs, depth=0)
        base = _base(spot, flat, schema)
        if flat.reason and not has_variants(flat.keywords) and "properties" not in flat.keywords:
            return _json(base, flat.reason, "object")
        if _is_free_map(flat.keywords):
            return _json(base, "any names are allowed", "object")
        return self._object(base, flat, spot)

    def _row(self, schema: Json, spot: _Spot) -> Field:
        flat = self._shaper.shape(schema, spot.refs)
        base = _base(spot, flat, schema)
        if flat.reason:
            return _json(base, flat.reason)
        if choices := flat.choices or _only_null(flat.keywords) or fixed_values(flat.keywords):
            return _choice(replace(base, choices=choices))
        return self._typed(base, flat, spot)

    def _typed(self, base: Field, flat: Shape, spot: _Spot) -> Field:
        types = _types(flat.keywords)
        if types == ("object",):
            return self._object_row(base, flat, spot)
        if reason := _shapes_reason(flat.keywords):
            return _json(base, reason, _alternatives(flat.keywords))
        if types == ("array",):
            return self._array(base, flat, spot)
        if len(types) == 1 and types[0] in _SCALARS:
            return _scalar(base, _SCALARS[types[0]], flat.keywords)
        text = " or ".join(types) if len(types) > 1 else "json"
        return _json(base, _types_reason(types), text)

    def _object_row(self, base: Field, flat: Shape, spot: _Spot) -> Field:
        own = flat.keywords.get("properties")
        if not own and (reason := _shapes_reason(flat.keywords)):
            return _json(base, reason, "object")
        if not own and flat.keywords.get("additionalProperties") is not False:
            return _json(base, "any names are allowed", "object")
        if spot.depth >= _MAX_DEPTH:
            return _json(base, "nested too deeply for a form", "object")
        return self._object(base, flat, spot)

    def _object(self, base: Field, flat: Shape, spot: _Spot) -> Field:
        properties = properties_of(flat, self._shaper)
        count = len(properties.schemas)
        if count > self._left:
            return _json(base, f"{counted(count, 'field')}: too many for a form", "object")
        self._left -= count
        rows = tuple(
            self._row(
                schema,
                _Spot(name, name in properties.required, flat.refs, spot.depth + 1),
            )
            for name, schema in properties.schemas.items()
        )
        text = type_text(FieldKind.OBJECT, base.limits, counted(count, "field"))
        return _told(replace(base, kind=FieldKind.OBJECT, fields=rows), text)

    def _array(self, base: Field, flat: Shape, spot: _Spot) -> Field:
        items = flat.keywords.get("items", True)
        if isinstance(items, list) or "prefixItems" in flat.keywords:
            return _json(base, "a list with a fixed order of types", "array")
        if items is True or items is None or items == {}:
            return _json(base, "a list of anything", "array")
        if spot.depth >= _MAX_DEPTH or not self._left:
            return _json(base, "nested too deeply for a form", "array")
        self._left -= 1
        item = self._row(items, _Spot("", required=True, refs=flat.refs, depth=spot.depth + 1))
        text = type_text(
            FieldKind.ARRAY, base.limits, item.type_text.partition(",")[0].removesuffix(" or null")
        )
        return _told(replace(base, kind=FieldKind.ARRAY, item=item), text)


def _base(spot: _Spot, flat: Shape, schema: Json) -> Field:
    """A row with all that does not depend on its kind."""
    keywords = flat.keywords
    default: Json = keywords.get("default", ABSENT)
    example: Json = next(iter(as_list(keywords.get("examples"))), "")
    return Field(
        name=spot.name,
        kind=FieldKind.JSON,
        type_text="json",
        title=as_text(keywords.get("title")),
        description=as_text(keywords.get("description")),
        required=spot.required,
        nullable=flat.nullable,
        default=default,
        limits=limits_of(keywords),
        placeholder=spelled(example if default is ABSENT else default),
        format=as_text(keywords.get("format")),
        secret=looks_secret(spot.name, keywords),
        deprecated=keywords.get("deprecated") is True,
        schema=schema,
    )


def _told(field: Field, text: str) -> Field:
    return replace(field, type_text=with_null(text) if field.nullable else text)


def _json(base: Field, reason: str, text: str = "json") -> Field:
    return _told(replace(base, kind=FieldKind.JSON, reason=reason), text)


def _choice(base: Field) -> Field:
    if len(base.choices) > MAX_CHOICES:
        reason = f"{counted(len(base.choices), 'value')}: too many for a list"
        return _json(replace(base, choices=()), reason, "enum")
    return _told(replace(base, kind=FieldKind.CHOICE), "enum")


def _scalar(base: Field, kind: FieldKind, keywords: JsonObject) -> Field:
    field = replace(base, kind=kind)
    if kind is FieldKind.STRING:
        field = replace(field, multiline=looks_long(base.name, keywords))
    return _told(field, type_text(kind, base.limits, base.format))


def _types(keywords: JsonObject) -> tuple[str, ...]:
    """The types named, or else those that the other keywords only make sense for."""
    types = types_of(keywords)
    if types:
        return ("number",) if set(types) == {"integer", "number"} else types
    for kind, telling in _TELLING.items():
        if any(keyword in keywords for keyword in telling):
            return (kind,)
    return ()


def _only_null(keywords: JsonObject) -> tuple[Choice, ...]:
    return (Choice(None, "null"),) if types_of(keywords) == ("null",) else ()


def _types_reason(types: tuple[str, ...]) -> str:
    if len(types) == 1:
        return f"the type {types[0][:40]} is not one a row can show"
    return " or ".join(types) or "any value is allowed"


_TELLING = {
    "object": ("properties", "required", "patternProperties", "additionalProperties"),
    "array": ("items", "prefixItems", "minItems", "maxItems"),
    "string": ("minLength", "maxLength", "pattern", "format", "contentEncoding"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}


def _shapes_reason(keywords: JsonObject) -> str:
    for keyword in ("anyOf", "oneOf"):
        if branches := as_list(keywords.get(keyword)):
            return f"{keyword} with {counted(len(branches), 'shape')}"
    if "patternProperties" in keywords and not keywords.get("properties"):
        return "names follow a pattern"
    if not types_of(keywords) and has_variants(keywords):
        return "conditions decide what is allowed"
    return ""


def _alternatives(keywords: JsonObject) -> str:
    """For example "string or array", when each of the shapes says its type."""
    kinds: list[str] = []
    for branch in as_list(keywords.get("anyOf")) or as_list(keywords.get("oneOf")):
        types = types_of(as_object(branch))
        if not types:
            return "json"
        kinds += [name for name in types if name not in kinds]
    text = " or ".join(kinds)
    return text if text and len(text) <= 40 else "json"


def _is_free_map(keywords: JsonObject) -> bool:
    """Whether the root says that any names may be sent, and names none itself."""
    if keywords.get("properties") or has_variants(keywords):
        return False
    extra = keywords.get("additionalProperties")
    return bool(keywords.get("patternProperties")) or extra is True or bool(extra)
