"""Opens large values for the results, through the decoder process."""

from patchbay.core.calls.blocks import Spooled
from patchbay.core.sessions.decoder import Decoder, MatchPage, NodePage, TextFile


class DecoderOpener:
    """The results' view of the decoder."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder

    async def text(self, span: Spooled) -> TextFile:
        return await self._decoder.text(span)

    async def pretty(self, span: Spooled) -> TextFile:
        return await self._decoder.pretty(span)

    async def children(self, span: Spooled, start: int, count: int) -> NodePage:
        return await self._decoder.children(span, start, count)

    async def search_text(
        self, text: TextFile, needle: str, after: int = 0, limit: int = 1000
    ) -> MatchPage:
        return await self._decoder.search_text(text, needle, after, limit)
