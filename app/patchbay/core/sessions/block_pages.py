"""The blocks of a result whose list of blocks stayed on disk as a whole."""

import asyncio
import json
from dataclasses import dataclass, replace
from pathlib import Path

from patchbay.core.calls.arrival import Arrival, Taken
from patchbay.core.calls.blocks import Note, Spooled, StoredBytes
from patchbay.core.errors import AppError
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.relay_events import Handle
from patchbay.core.values import Json, JsonPath

MOST_BLOCKS = 10_000


@dataclass(frozen=True, slots=True)
class PagedBlocks:
    """All blocks of a result, each without its large parts, and what that means for the rest."""

    blocks: list[Json]
    arrival: Arrival
    notes: tuple[Note, ...]


async def read_blocks(decoder: Decoder, name: str, arrival: Arrival) -> PagedBlocks | None:
    """Read the list `name` of a result page by page; nothing if it came with the message.

    Nothing either if the decoder fails: the rest of the result can still be shown.
    """
    path: JsonPath = (name,)
    whole = arrival.raw_file
    if whole is None or not (path in arrival.taken or () in arrival.taken):
        return None
    try:
        return await _all_pages(decoder, whole, name, arrival)
    except (AppError, ValueError):  # what stands there is no list, or no JSON
        return None


async def _all_pages(decoder: Decoder, whole: Spooled, name: str, arrival: Arrival) -> PagedBlocks:
    blocks: list[Json] = []
    taken = {path: part for path, part in arrival.taken.items() if path not in {(), (name,)}}
    start: int | None = 0
    while start is not None and len(blocks) < MOST_BLOCKS:
        page = await decoder.blocks(whole, f"/result/{name}", start)
        for block in page.blocks:
            blocks.append(json.loads(block.text, strict=False))
            taken.update(taken_part(whole.file, handle) for handle in block.handles)
        start = page.next
        await asyncio.sleep(0)
    return PagedBlocks(blocks, replace(arrival, taken=taken), _notes(name, len(blocks), start))


def _notes(name: str, count: int, following: int | None) -> tuple[Note, ...]:
    if following is None:
        return ()
    words = f"Only the first {count:,} items of {name} are shown; the raw result has all."
    return (Note(words, f"/{name}"),)


def taken_part(file: Path, handle: Handle) -> tuple[JsonPath, Taken]:
    """Where a part belongs in its result object, and the part."""
    path = handle.path[1:] if handle.path[:1] == ("result",) else handle.path
    spooled = Spooled(file, handle.start, handle.end, handle.kind, handle.count)
    stored = StoredBytes(handle.decoded, handle.count or 0) if handle.decoded else None
    return path, Taken(path, spooled, stored)
