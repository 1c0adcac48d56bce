"""What results need of whoever opens the large values that stayed on disk."""

import asyncio
from typing import Protocol

from patchbay.core.calls.blocks import Spooled
from patchbay.core.sessions.decoder import MatchPage, NodePage, TextFile
from patchbay.relay.regular import open_regular

_MOST_READ = 64 * 1024 * 1024


class Opener(Protocol):
    """Opens spooled values away from the GUI thread; any call may raise `AppError`."""

    async def text(self, span: Spooled) -> TextFile:
        """The text of a spooled string."""
        ...

    async def pretty(self, span: Spooled) -> TextFile:
        """A spooled value written for people."""
        ...

    async def children(self, span: Spooled, start: int, count: int) -> NodePage:
        """Some members of a spooled list or object, in order."""
        ...

    async def search_text(
        self, text: TextFile, needle: str, after: int = 0, limit: int = 1000
    ) -> MatchPage:
        """Where a text holds some words, from byte `after` on."""
        ...


async def text_in(text: TextFile) -> str:
    """A text file's content, read in a thread; of a huge one the first 64 MB."""

    def read() -> str:
        with open_regular(text.file) as stream:
            return stream.read(_MOST_READ).decode("utf-8", "replace")

    return await asyncio.to_thread(read)
