"""What results need of whoever opens the large values that stayed on disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from patchbay.core.calls.blocks import Spooled
from patchbay.core.values import Json


@dataclass(frozen=True, slots=True)
class Page:
    """Some members of a large list or object, in order; `total` counts all there are.

    A member is its key or place, and a small value or a reference to a large one.
    """

    members: Sequence[tuple[str | int, Json | Spooled]]
    total: int


class Opener(Protocol):
    """Opens spooled values away from the GUI thread; any of these may raise `AppError`."""

    async def text_file(self, span: Spooled) -> Path:
        """The UTF-8 text of a spooled string, in a file of its own that lives with the spool."""
        ...

    async def pretty_file(self, span: Spooled) -> Path:
        """The value written for people, indented, in a UTF-8 file that lives with the spool."""
        ...

    async def page(self, span: Spooled, start: int, count: int) -> Page:
        """Members `start` to `start + count` of a spooled list or object."""
        ...
