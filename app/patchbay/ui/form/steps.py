"""The next whole number up or down, within the limits of its field."""

from patchbay.core.calls.fields import Field, Value
from patchbay.core.values import Json


def stepped(field: Field, value: Value, turn: int) -> int | None:
    """The number one step on from `value`; a start when there is none; `None` when it is text."""
    limits = field.limits
    least = _bound(limits.minimum, limits.above, 1)
    most = _bound(limits.maximum, limits.below, -1)
    if isinstance(value, str):
        return None
    if not _is_whole(value):
        return _within(field.default if _is_whole(field.default) else least or 0, least, most)
    size = limits.multiple_of if _is_whole(limits.multiple_of) else 1
    return _within(value + turn * (size or 1), least, most)


def _bound(closed: float | None, open_: float | None, inward: int) -> int | None:
    if _is_whole(closed):
        return int(closed or 0)
    return int(open_ or 0) + inward if _is_whole(open_) else None


def _within(value: int, least: int | None, most: int | None) -> int:
    if most is not None and value > most:
        value = most
    return least if least is not None and value < least else value


def _is_whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
