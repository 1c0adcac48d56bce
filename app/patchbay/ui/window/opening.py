"""Opens large values for the results, through the decoder process."""

from pathlib import Path

from patchbay.core.calls.blocks import Spooled
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.values import Json
from patchbay.ui.results.opening import Page


class DecoderOpener:
    """The results' view of the decoder."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder

    async def text_file(self, span: Spooled) -> Path:
        return (await self._decoder.text(span)).file

    async def pretty_file(self, span: Spooled) -> Path:
        return (await self._decoder.pretty(span)).file

    async def page(self, span: Spooled, start: int, count: int) -> Page:
        found = await self._decoder.children(span, start, count)
        members: list[tuple[str | int, Json | Spooled]] = [
            (node.key, node.value) for node in found.nodes
        ]
        return Page(members, found.total)
