"""What else than messages stands in an event stream: what the SDK shall heed of it."""

import httpx2

from patchbay.core.sessions.remote.event_stream import Field

_SOONEST = 500
"""Milliseconds before a stream that ended is asked for again, whatever the server wishes."""
_DIGITS = 9


class MisledError(httpx2.SSEError):
    """Over SSE, messages shall go to another server than the one that was asked."""

    def __init__(self, target: str) -> None:
        super().__init__(target)
        self.target = target


def check_endpoint(listened: httpx2.URL, endpoint: str) -> None:
    """The SDK would refuse another origin too, but without an end and without a word."""
    try:
        target = listened.join(endpoint)
    except httpx2.InvalidURL:
        return
    is_other = (target.scheme, target.netloc) != (listened.scheme, listened.netloc)
    if is_other and target.scheme in {"http", "https"}:
        raise MisledError(str(target))


def unhurried(field: Field) -> Field:
    """A stream that ends at once shall not be asked for again and again without a pause."""
    if field.name != b"retry" or int(field.value) >= _SOONEST:
        return field
    value = b"%d" % _SOONEST
    return Field(field.name, value, b"retry: " + value)


def is_usable(field: Field) -> bool:
    """Whether the SDK would heed it; of several it heeds the last."""
    if field.name == b"id":
        return b"\0" not in field.value
    is_time = field.value.isdigit() and len(field.value) <= _DIGITS
    return field.name == b"event" or (field.name == b"retry" and is_time)
