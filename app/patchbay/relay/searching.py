"""Finds words in large files, piece by piece, without regard to case."""

import bisect
import mmap
import os
import re
import time
from collections.abc import Iterator

from patchbay.relay.opened import Span
from patchbay.relay.regular import open_handle

Answer = dict[str, object]
Match = tuple[int, int]
"""Offset in the file and length, in bytes."""

_PIECE = 4 * 1024 * 1024
_SECONDS = 0.5
_MOST = 10_000
_LONGEST = 1000
_ROW_NUMBER = 8


def search(span: Span, needle: str, after: int, limit: int, index: str | None) -> Answer:
    """Matches from byte `after` of the file on; `next` is where to go on, null at the end.

    Gives up for the moment after half a second. With the row index of a text file each match also
    says in which row it begins.
    """
    needle = needle[:_LONGEST]
    here = max(after, span.start)
    limit = min(max(limit, 1), _MOST)
    until = time.monotonic() + _SECONDS
    found: list[Match] = []
    while needle and here < span.end and len(found) < limit:
        stop = _piece_end(span, here)
        found += _matches(span, here, stop, needle)
        here = stop
        if time.monotonic() > until:
            break
    if len(found) > limit:
        here = found[limit][0]
        found = found[:limit]
    rows = _rows(index, [offset for offset, _ in found]) if index else [None] * len(found)
    return {
        "matches": [
            {"offset": offset, "length": length, "row": row}
            for (offset, length), row in zip(found, rows, strict=True)
        ],
        "next": here if needle and here < span.end else None,
    }


def _piece_end(span: Span, here: int) -> int:
    """The end of a piece of whole characters."""
    stop = min(here + _PIECE, span.end)
    while stop < span.end and stop > here and span.file.buffer[stop] & 0xC0 == 0x80:
        stop -= 1
    return stop if stop > here else min(here + _PIECE, span.end)


def _matches(span: Span, start: int, stop: int, needle: str) -> Iterator[Match]:
    """Matches that begin in the piece; they may end behind it."""
    overlap = 4 * len(needle)
    raw = span.file.buffer[start : min(stop + overlap, span.end)]
    if needle.isascii():
        return _ascii_matches(raw, start, stop, needle.lower().encode())
    return _unicode_matches(raw, start, stop, needle)


def _ascii_matches(raw: bytes, start: int, stop: int, needle: bytes) -> Iterator[Match]:
    lowered = raw.lower()
    here = lowered.find(needle)
    while here >= 0 and start + here < stop:
        yield start + here, len(needle)
        here = lowered.find(needle, here + len(needle))


def _unicode_matches(raw: bytes, start: int, stop: int, needle: str) -> Iterator[Match]:
    text = raw.decode("utf-8", "surrogateescape")
    known_index, known_offset = 0, start
    for found in re.finditer(re.escape(needle), text, re.IGNORECASE):
        between = text[known_index : found.start()]
        known_offset += len(between.encode("utf-8", "surrogateescape"))
        known_index = found.start()
        if known_offset >= stop:
            return
        yield known_offset, len(found.group().encode("utf-8", "surrogateescape"))


def _rows(index: str, offsets: list[int]) -> list[int | None]:
    handle = open_handle(index)
    try:
        if os.fstat(handle).st_size < _ROW_NUMBER:
            return [None] * len(offsets)
        with mmap.mmap(handle, 0, access=mmap.ACCESS_READ) as buffer:
            starts = _Starts(buffer)
            return [bisect.bisect_right(starts, offset) - 1 for offset in offsets]
    finally:
        os.close(handle)


class _Starts:
    """The numbers in an index file, as a sequence."""

    def __init__(self, buffer: mmap.mmap) -> None:
        self._buffer = buffer

    def __len__(self) -> int:
        return len(self._buffer) // _ROW_NUMBER

    def __getitem__(self, row: int) -> int:
        where = row * _ROW_NUMBER
        return int.from_bytes(self._buffer[where : where + _ROW_NUMBER], "little")
