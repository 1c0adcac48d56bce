"""What jsonschema-rs found, in our words."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchbay.core.calls.corner import counted
from patchbay.core.calls.shapes import spelled
from patchbay.core.values import Json, JsonPath, as_list

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

_LONG = 160
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_FORMATS = {
    "date": "a date such as 2026-11-30",
    "date-time": "a date and time such as 2026-11-30T14:05:00Z",
    "time": "a time such as 14:05:00Z",
    "duration": "a duration such as PT5M",
    "email": "an e-mail address",
    "uri": "a full address such as https://example.org",
    "uri-reference": "an address",
    "hostname": "a host name",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
    "uuid": "a UUID",
    "regex": "a regular expression",
    "json-pointer": "a JSON pointer",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not fit: where, and a sentence without its full stop."""

    path: JsonPath
    message: str


def findings(error: "ValidationError") -> Iterator[Finding]:
    """Usually one; several when an object lacks or exceeds several properties."""
    path: JsonPath = tuple(error.instance_path)
    keyword = error.kind.name
    if keyword in ("anyOf", "oneOf"):
        yield from _shapes(error, path)
    elif keyword in _POINTING:
        yield from _POINTING[keyword](error, path)
    else:
        yield Finding(path, _message(error))


def needs_type(names: list[str]) -> str:
    """For example "Needs a whole number or null"."""
    ordered = sorted(names, key=lambda name: name == "null")
    return "Needs " + " or ".join(_TYPES.get(name, name) for name in ordered)


def one_of(values: list[Json]) -> str:
    return _cut("One of " + ", ".join(spelled(value) for value in values))


def _message(error: "ValidationError") -> str:
    say = _WORDS.get(error.kind.name)
    return say(error) if say else _cut(error.message[:1].upper() + error.message[1:])


def _shapes(error: "ValidationError", path: JsonPath) -> Iterator[Finding]:
    """The findings of the branch that was meant, if its type tells; else only that none fits."""
    branches: list[list[ValidationError]] = getattr(error.kind, "context", [])
    meant = [found for found in branches if found and not _is_other_type(found, path)]
    if len(meant) == 1:
        for inner in meant[0]:
            yield from findings(inner)
    elif branches and not meant and all(branches):
        names = [name for found in branches for name in _types(found[0])]
        yield Finding(path, needs_type(list(dict.fromkeys(names))))
    else:
        several = "more than one" if not all(branches) else "none"
        yield Finding(path, f"Fits {several} of the {counted(len(branches), 'shape')} allowed")


def _is_other_type(found: "list[ValidationError]", path: JsonPath) -> bool:
    return any(inner.kind.name == "type" and tuple(inner.instance_path) == path for inner in found)


def _types(error: "ValidationError") -> list[str]:
    return [str(name) for name in as_list(getattr(error.kind, "types", []))]


def _required(error: "ValidationError", path: JsonPath) -> Iterator[Finding]:
    yield Finding((*path, str(_detail(error, "property"))), "Needs a value")


def _unexpected(error: "ValidationError", path: JsonPath) -> Iterator[Finding]:
    for name in as_list(_detail(error, "unexpected")):
        yield Finding((*path, name), "Is not in the schema")


def _detail(error: "ValidationError", name: str) -> Json:
    return getattr(error.kind, name, None)


def _limit(words: str) -> "Callable[[ValidationError], str]":
    return lambda error: words.format(_detail(error, "limit"))


def _count(words: str, noun: str) -> "Callable[[ValidationError], str]":
    return lambda error: words.format(counted(int(_detail(error, "limit")), noun))


def _format(error: "ValidationError") -> str:
    name = str(_detail(error, "format"))
    return f"Needs {_FORMATS.get(name, f'the format {name}')}"


def _forbidden(error: "ValidationError") -> str:
    if error.schema_path[-1:] == ["additionalProperties"]:
        return "Takes no properties"  # The library does not say which one was found.
    return "No value is allowed here"


def _cut(text: str) -> str:
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


_POINTING: "dict[str, Callable[[ValidationError, JsonPath], Iterator[Finding]]]" = {
    "required": _required,
    "dependentRequired": _required,
    "additionalProperties": _unexpected,
    "unevaluatedProperties": _unexpected,
}
_WORDS: "dict[str, Callable[[ValidationError], str]]" = {
    "type": lambda error: needs_type(_types(error)),
    "enum": lambda error: one_of(as_list(_detail(error, "options"))),
    "const": lambda error: _cut(f"Must be {spelled(_detail(error, 'expected_value'))}"),
    "minimum": _limit("At least {}"),
    "maximum": _limit("At most {}"),
    "exclusiveMinimum": _limit("More than {}"),
    "exclusiveMaximum": _limit("Less than {}"),
    "multipleOf": lambda error: f"Must be a multiple of {_detail(error, 'multiple_of')}",
    "minLength": _count("At least {}", "character"),
    "maxLength": _count("At most {}", "character"),
    "minItems": _count("At least {}", "item"),
    "maxItems": _count("At most {}", "item"),
    "minProperties": _count("At least {}", "property"),
    "maxProperties": _count("At most {}", "property"),
    "uniqueItems": lambda _: "Each item must be different",
    "pattern": lambda error: _cut(f"Must match the pattern {_detail(error, 'pattern')}"),
    "format": _format,
    "falseSchema": _forbidden,
}
