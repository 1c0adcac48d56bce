"""What rows hold and what is sent: typed text to values, values to arguments, and back.

Not sent (`ABSENT`), null (`None`) and empty (`""`, `[]`, `{}`) are three different things.
"""

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from patchbay.core.calls.corner import counted
from patchbay.core.calls.fields import ABSENT, Field, FieldKind, Limits, Value
from patchbay.core.calls.loose import alike, as_number
from patchbay.core.calls.shapes import spelled
from patchbay.core.calls.wording import needs_type, one_of
from patchbay.core.values import Json, JsonObject, as_list, as_object

_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_MAX_DIGITS = 4_000
NEEDS_VALUE = "Needs a value"


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a typed text means: a value, or a message that says why it means nothing."""

    value: Value = ABSENT
    message: str = ""


def initial(field: Field) -> Value:
    """What a row holds before anybody touches it: only what has to be sent and is known."""
    if not field.required:
        return ABSENT
    if field.default is not ABSENT:
        return field.default
    if field.kind is FieldKind.OBJECT:
        return {child.name: initial(child) for child in field.fields}
    if field.kind is FieldKind.CHOICE and len(field.choices) == 1 and not field.nullable:
        return field.choices[0].value
    return ABSENT


def initial_item(item: Field) -> Value:
    """What a row that was just added to an array holds."""
    if item.kind is FieldKind.STRING and item.default is ABSENT:
        return ""
    return initial(item)


def parse(field: Field, text: str) -> Parsed:
    """What a text typed into a STRING, INTEGER, NUMBER, CHOICE, BOOLEAN or JSON row means.

    An empty text is an empty string in a STRING row. In any other row it is a missing value.
    """
    if field.kind is FieldKind.STRING:
        return _checked(text, field.limits)
    text = text.strip()
    if not text:
        return Parsed(message=NEEDS_VALUE if field.required else "")
    return _PARSERS.get(field.kind, _json)(field, text)


def spell(field: Field, value: Value) -> str:
    """The text of a row that holds a value; `parse` gives the value back."""
    if value is ABSENT:
        return ""
    if field.kind is FieldKind.STRING and isinstance(value, str):
        return value
    if field.kind is FieldKind.CHOICE:
        return next((c.label for c in field.choices if alike(c.value, value)), spelled(value))
    if field.kind in (FieldKind.JSON, FieldKind.ARRAY, FieldKind.OBJECT):
        return pretty(value)
    return spelled(value)


def pretty(value: Json) -> str:
    """JSON over several lines, for an editor; a value too deep for that on one line or as dots."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=2)
    except (TypeError, ValueError, RecursionError):
        return spelled(value)


def read_json(text: str) -> Json:
    """JSON as the standard has it: no NaN, no infinity, integers exact.

    Raises:
        ValueError: it is not JSON; the message is a few words, with line and column if known.
    """
    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"{error.msg} ({place})") from error
    except RecursionError as error:
        raise ValueError("It is nested too deeply") from error


def fits(field: Field, value: Value) -> bool:
    """Whether the row can show and give back exactly this value; if not, use `field.as_json`.

    For objects and arrays this speaks of the value itself, not of what is in it.
    """
    if value is ABSENT or field.kind is FieldKind.JSON:
        return True
    if value is None and field.nullable:
        return True
    if field.kind in (FieldKind.INTEGER, FieldKind.NUMBER):
        return _is_numeric(field.kind, value)
    if field.kind is FieldKind.CHOICE:
        return any(alike(choice.value, value) for choice in field.choices)
    return isinstance(value, _HELD[field.kind])


def assemble(field: Field, value: Value) -> Value:
    """What is sent for a row: the value without its absent parts.

    An optional object in which nothing is set is not sent; one given as `{}` is. Names that the
    form does not know are kept.
    """
    if isinstance(value, list):
        return _assembled_items(field, as_list(value))
    if not isinstance(value, dict):
        return value
    held = as_object(value)
    sent = {name: _assembled_child(field, name, part) for name, part in held.items()}
    sent = {name: part for name, part in sent.items() if part is not ABSENT}
    return ABSENT if held and not sent and not field.required else sent


def arguments(field: Field, value: Value) -> JsonObject:
    """The arguments of a call, from what the root row holds."""
    return as_object(assemble(field, value))


def _assembled_items(field: Field, items: list[Value]) -> list[Json]:
    sent = [assemble(field.item, item) if field.item else item for item in items]
    return [item for item in sent if item is not ABSENT]


def _assembled_child(field: Field, name: str, value: Value) -> Value:
    child = field.field(name)
    return value if child is None else assemble(child, value)


def _whole(field: Field, text: str) -> Parsed:
    if not _WHOLE.fullmatch(text):
        return Parsed(message="Needs a whole number")
    if len(text) > _MAX_DIGITS:
        return Parsed(message=f"At most {_MAX_DIGITS:,} digits")
    return _checked(int(text), field.limits)


def _number(field: Field, text: str) -> Parsed:
    if _WHOLE.fullmatch(text):
        return _whole(field, text)
    if not _NUMBER.fullmatch(text):
        return Parsed(message="Needs a number")
    value = float(text)
    if not math.isfinite(value):
        return Parsed(message="Is too large for a number")
    return _checked(value, field.limits)


def _truth(field: Field, text: str) -> Parsed:
    value = {"true": True, "false": False}.get(text.lower())
    return (
        Parsed(message=f"Needs true or false{_or_null(field)}") if value is None else Parsed(value)
    )


def _choice(field: Field, text: str) -> Parsed:
    for choice in field.choices:
        if text in (choice.label, spelled(choice.value)):
            return Parsed(choice.value)
    return Parsed(message=one_of([choice.value for choice in field.choices]))


def _json(field: Field, text: str) -> Parsed:
    try:
        value = read_json(text)
    except ValueError as error:
        return Parsed(message=f"Is not JSON: {error}")
    if value is None and field.nullable:
        return Parsed(value)
    kind = field.type_text.removesuffix(" or null")
    if kind in _CONTAINERS and not isinstance(value, _CONTAINERS[kind]):
        return Parsed(message=needs_type([kind, "null"] if field.nullable else [kind]))
    return Parsed(value)


def _or_null(field: Field) -> str:
    return " or null" if field.nullable else ""


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _checked(value: str | float, limits: Limits) -> Parsed:
    message = _length(value, limits) if isinstance(value, str) else _range(value, limits)
    return Parsed(message=message) if message else Parsed(value)


def _length(text: str, limits: Limits) -> str:
    if limits.shortest is not None and len(text) < limits.shortest:
        return f"At least {counted(limits.shortest, 'character')}"
    if limits.longest is not None and len(text) > limits.longest:
        return f"At most {counted(limits.longest, 'character')}"
    return ""


def _range(value: float, limits: Limits) -> str:
    if limits.minimum is not None and value < limits.minimum:
        return f"At least {limits.minimum}"
    if limits.maximum is not None and value > limits.maximum:
        return f"At most {limits.maximum}"
    if limits.above is not None and value <= limits.above:
        return f"More than {limits.above}"
    if limits.below is not None and value >= limits.below:
        return f"Less than {limits.below}"
    return ""


def _is_numeric(kind: FieldKind, value: Json) -> bool:
    number = as_number(value)
    return number is not None and (kind is FieldKind.NUMBER or isinstance(number, int))


_CONTAINERS: dict[str, type] = {"object": dict, "array": list}
_HELD: dict[FieldKind, type] = {
    FieldKind.STRING: str,
    FieldKind.BOOLEAN: bool,
    FieldKind.ARRAY: list,
    FieldKind.OBJECT: dict,
}
_PARSERS: dict[FieldKind, Callable[[Field, str], Parsed]] = {
    FieldKind.INTEGER: _whole,
    FieldKind.NUMBER: _number,
    FieldKind.BOOLEAN: _truth,
    FieldKind.CHOICE: _choice,
}
