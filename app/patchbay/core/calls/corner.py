"""The few words about a type that stand in the corner of a form row."""

from patchbay.core.calls.fields import FieldKind, Limits

_MANY_WORDS = 24
_EXACT = 2**53 - 1
"""What many schema writers give as the limit of every whole number."""
_EN_DASH = "\N{EN DASH}"


def type_text(kind: FieldKind, limits: Limits, extra: str = "") -> str:
    """For example "integer ≥ 1", "string, uri", "array of string"; `extra` is what is added."""
    text = kind.value
    if kind is FieldKind.CHOICE:
        text = "enum"
    if kind in (FieldKind.INTEGER, FieldKind.NUMBER):
        text = " ".join(part for part in (text, _span(limits)) if part)
    if kind is FieldKind.ARRAY:
        return f"{text} of {extra}" if extra else text
    return f"{text}, {extra}" if extra and len(extra) <= _MANY_WORDS else text


def with_null(text: str) -> str:
    return f"{text} or null"


def counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _span(limits: Limits) -> str:
    """The limits in short; those of the number format itself are not worth a word."""
    low = _worth(limits.above if limits.minimum is None else limits.minimum)
    high = _worth(limits.below if limits.maximum is None else limits.maximum)
    if low is not None and high is not None:
        return f"{low}{_EN_DASH}{high}"
    if low is not None:
        return f"{'≥' if limits.minimum is not None else '>'} {low}"
    if high is not None:
        return f"{'≤' if limits.maximum is not None else '<'} {high}"
    return ""


def _worth(limit: float | None) -> float | None:
    return None if limit is None or abs(limit) >= _EXACT else limit
