"""Reading JSON that nobody vouches for: a value of the wrong type reads as empty."""

import math
from typing import cast

from patchbay.core.values import Json, JsonObject


def as_object(value: Json) -> JsonObject:
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def as_list(value: Json) -> list[Json]:
    return cast("list[Json]", value) if isinstance(value, list) else []


def as_text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def as_number(value: Json) -> float | int | None:
    """A finite number; true and false are not numbers."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isinstance(value, int) or math.isfinite(value) else None


def alike(left: Json, right: Json) -> bool:
    """Whether two JSON values are the same value: `1` is not `true`."""
    if isinstance(left, bool) is not isinstance(right, bool):
        return False
    try:
        return bool(left == right)
    except RecursionError:
        return False
