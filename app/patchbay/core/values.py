"""The types of JSON values, named once, and how foreign ones are read."""

from typing import Any, TypeAlias, TypeGuard

Json: TypeAlias = Any
"""Any JSON value: `None`, `bool`, `int`, `float`, `str`, a list or a dict of them."""

JsonObject: TypeAlias = dict[str, Any]
JsonPath: TypeAlias = tuple[str | int, ...]
"""Where a value sits in a document: keys and indexes from the root."""


def is_object(value: Json) -> TypeGuard[JsonObject]:
    return isinstance(value, dict)


def is_list(value: Json) -> TypeGuard[list[Json]]:
    return isinstance(value, list)


def as_object(value: Json) -> JsonObject:
    """The object, or an empty one for a value of another type."""
    return value if is_object(value) else {}


def as_list(value: Json) -> list[Json]:
    """The list, or an empty one for a value of another type."""
    return value if is_list(value) else []


def as_text(value: Json) -> str:
    """The text, or an empty one for a value of another type."""
    return value if isinstance(value, str) else ""


def is_plain_text(text: str) -> bool:
    """Whether files and programs can be given a text: no half of a character, no zero."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text
