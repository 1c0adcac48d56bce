"""The properties of an object, also those that only one of its variants names."""

from dataclasses import dataclass, replace

from patchbay.core.calls.loose import alike
from patchbay.core.calls.shapes import Shape, Shaper
from patchbay.core.values import Json, JsonObject, as_list, as_object

_VARIANTS = ("anyOf", "oneOf")
_CONDITIONS = ("if", "then", "else")
_VARIANT_WORDS = frozenset((*_VARIANTS, *_CONDITIONS, "dependentSchemas", "not", "allOf"))


@dataclass(frozen=True, slots=True)
class Properties:
    """What an object may hold: schemas by name, and which of them it must hold."""

    schemas: JsonObject
    required: frozenset[str]


def properties_of(flat: Shape, shaper: Shaper, depth: int = 0) -> Properties:
    """The properties of an object and of its variants; those of a variant are optional.

    A property that variants describe differently may have any of their shapes; one that is only
    asked for and never described may have any value.
    """
    own = _own(flat.keywords)
    branches = [_variant(branch, flat, shaper, depth) for branch in _branches(flat.keywords)]
    shapes: dict[str, list[Json]] = {}
    for branch in branches:
        for name, schema in branch.schemas.items():
            known = shapes.setdefault(name, [])
            if not any(alike(schema, other) for other in known):
                known.append(schema)
    variable = {
        name: several[0] if len(several) == 1 else {"anyOf": several}
        for name, several in shapes.items()
    }
    required = own.required | _always(flat.keywords, branches)
    found = _added(_added(own.schemas, variable), dict.fromkeys(sorted(required), True))
    return Properties(found, required)


def has_variants(keywords: JsonObject) -> bool:
    return any(keyword in keywords for keyword in _VARIANT_WORDS)


def _added(schemas: JsonObject, more: JsonObject) -> JsonObject:
    """What is known first, then what only `more` names."""
    return {**schemas, **{name: more[name] for name in more if name not in schemas}}


def _own(keywords: JsonObject) -> Properties:
    names = (name for name in as_list(keywords.get("required")) if isinstance(name, str))
    return Properties(as_object(keywords.get("properties")), frozenset(names))


def _branches(keywords: JsonObject) -> list[Json]:
    found = [branch for keyword in _VARIANTS for branch in as_list(keywords.get(keyword))]
    found += [keywords[keyword] for keyword in _CONDITIONS if keyword in keywords]
    return found + list(as_object(keywords.get("dependentSchemas")).values())


def _variant(branch: Json, flat: Shape, shaper: Shaper, depth: int) -> Properties:
    inner = shaper.shape(branch, flat.refs)
    if depth >= 4 or not has_variants(inner.keywords):
        return _own(inner.keywords)
    return properties_of(replace(inner, reason=""), shaper, depth + 1)


def _always(keywords: JsonObject, branches: list[Properties]) -> frozenset[str]:
    """What every one of the variants asks for, such as the property that tells them apart."""
    lists = [found for name in _VARIANTS if (found := as_list(keywords.get(name)))]
    if len(lists) != 1:
        return frozenset()
    return frozenset[str].intersection(*(branch.required for branch in branches[: len(lists[0])]))
