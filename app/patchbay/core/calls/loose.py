"""Comparing JSON values that nobody vouches for."""

import math

from patchbay.core.values import Json


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
