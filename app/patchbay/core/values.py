"""The types of JSON values, named once, and the two questions asked of foreign ones."""

from collections.abc import Mapping
from typing import Any, TypeAlias, cast

Json: TypeAlias = Any
"""Any JSON value: `None`, `bool`, `int`, `float`, `str`, a list or a dict of them."""

JsonObject: TypeAlias = dict[str, Any]
JsonPath: TypeAlias = tuple[str | int, ...]
"""Where a value sits in a document: keys and indexes from the root."""

Strings: TypeAlias = Mapping[str, str]


def as_object(value: Json) -> JsonObject | None:
    """The value if it is a JSON object; strict typing cannot narrow `Any` by itself."""
    return cast("JsonObject", value) if isinstance(value, dict) else None


def as_list(value: Json) -> list[Json] | None:
    """The value if it is a JSON array."""
    return cast("list[Json]", value) if isinstance(value, list) else None
