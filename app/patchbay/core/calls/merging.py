"""Two schemas that both apply, as one."""

from collections.abc import Callable

from patchbay.core.calls.loose import alike, as_number
from patchbay.core.values import Json, JsonObject, as_list, as_object


class UnmergeableError(Exception):
    """The two schemas cannot be said as one flat schema."""


def merged(outer: JsonObject, inner: JsonObject) -> JsonObject:
    """Everything both ask for; words such as the description are `outer`'s if it has them.

    Raises:
        UnmergeableError: no value can satisfy both, or a flat schema cannot say it.
    """
    result = dict(outer)
    for keyword, value in inner.items():
        if result.get(keyword) is None:
            result[keyword] = value
        elif value is not None and keyword in _RULES:
            result[keyword] = _RULES[keyword](result[keyword], value)
    return result


def types_of(schema: JsonObject) -> tuple[str, ...]:
    """The types a schema names, in its order; empty if it names none."""
    declared = schema.get("type")
    if isinstance(declared, str):
        return (declared,)
    return tuple(dict.fromkeys(name for name in as_list(declared) if isinstance(name, str)))


def _types(outer: Json, inner: Json) -> Json:
    left, right = types_of({"type": outer}), types_of({"type": inner})
    both = [name for name in left if name in right]
    if not both and {"integer", "number"} <= {*left, *right}:
        both = ["integer"]
    if not both:
        raise UnmergeableError
    return both


def _properties(outer: Json, inner: Json) -> Json:
    result = dict(as_object(outer))
    for name, schema in as_object(inner).items():
        known = name in result and not alike(result[name], schema)
        result[name] = {"allOf": [result[name], schema]} if known else schema
    return result


def _items(outer: Json, inner: Json) -> Json:
    if isinstance(outer, list) or isinstance(inner, list):
        raise UnmergeableError
    return outer if alike(outer, inner) else {"allOf": [outer, inner]}


def _union(outer: Json, inner: Json) -> Json:
    names = (name for name in as_list(outer) + as_list(inner) if isinstance(name, str))
    return list(dict.fromkeys(names))


def _common(outer: Json, inner: Json) -> Json:
    both = [value for value in as_list(outer) if any(alike(value, a) for a in as_list(inner))]
    if not both:
        raise UnmergeableError
    return both


def _equal(outer: Json, inner: Json) -> Json:
    if not alike(outer, inner):
        raise UnmergeableError
    return outer


def _by(choose: Callable[[float, float], float]) -> Callable[[Json, Json], Json]:
    def pick(outer: Json, inner: Json) -> Json:
        left, right = as_number(outer), as_number(inner)
        if left is None or right is None:
            return outer if right is None else inner
        return choose(left, right)

    return pick


_RULES: dict[str, Callable[[Json, Json], Json]] = {
    "type": _types,
    "properties": _properties,
    "required": _union,
    "enum": _common,
    "const": _equal,
    "items": _items,
    "prefixItems": _equal,
    "anyOf": _equal,
    "oneOf": _equal,
    "minimum": _by(max),
    "exclusiveMinimum": _by(max),
    "minLength": _by(max),
    "minItems": _by(max),
    "minProperties": _by(max),
    "maximum": _by(min),
    "exclusiveMaximum": _by(min),
    "maxLength": _by(min),
    "maxItems": _by(min),
    "maxProperties": _by(min),
}
