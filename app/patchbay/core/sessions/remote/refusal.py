"""What a web server answered instead of a message."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """The last HTTP answer that was no success: the SDK keeps none of it."""

    status: int
    reason: str
    url: str
    headers: dict[str, str]
    body: str
