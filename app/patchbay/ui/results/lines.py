"""The rows of a text that is too large for a text widget, read only as they are shown."""

import mmap
import os
import sys
from array import array
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from patchbay.core.sessions.decoder import TextFile
from patchbay.relay.regular import open_regular
from patchbay.ui.results.opening import Opener

HARD_WRAP = 4_096
"""Bytes after which a line without an end goes on in the next row."""

Find: TypeAlias = Callable[[str, int], Awaitable[int | None]]
"""Finds the first row from a given one on that holds some words."""


class Lines:
    """The rows of one UTF-8 text. `starts` has the offset of each, in bytes."""

    def __init__(self, data: mmap.mmap | bytes, starts: Sequence[int]) -> None:
        self._data = data
        self._starts = starts
        self._end = len(data)

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, row: int) -> str:
        return self._slice(row, row).rstrip("\r\n")

    def offset(self, row: int) -> int:
        return self._starts[row] if row < len(self._starts) else self._end

    def row_at(self, offset: int) -> int:
        low, high = 0, len(self._starts)
        while high - low > 1:
            middle = (low + high) // 2
            if self._starts[middle] <= offset:
                low = middle
            else:
                high = middle
        return low

    def text(self, first: int, last: int, most: int) -> str:
        """Rows `first` to `last`, both included, as they stand; `most` bytes at most."""
        start = self.offset(first)
        end = min(self.offset(last + 1), start + most)
        return self._data[start:end].decode("utf-8", "replace").rstrip("\r\n")

    def found_here(self, words: str, row: int) -> int | None:
        """The first row from `row` on that holds `words`, letter for letter."""
        at = self._data.find(words.encode(), self.offset(row)) if words else -1
        return None if at < 0 else self.row_at(at)

    def _slice(self, first: int, last: int) -> str:
        return self._data[self.offset(first) : self.offset(last + 1)].decode("utf-8", "replace")


def lines_of_file(text: TextFile) -> Lines:
    """The rows of a text the decoder wrote, by the index it wrote beside it."""
    offsets = memoryview(_mapped(text.index)).cast("Q")
    if sys.byteorder == "big":
        starts = array("Q", offsets)
        starts.byteswap()
        return Lines(_mapped(text.file), starts)
    return Lines(_mapped(text.file), offsets)


def lines_of_text(text: str) -> Lines:
    data = text.encode("utf-8", "replace")
    return Lines(data, _starts(data))


def find_in_file(text: TextFile, lines: Lines, opener: Opener) -> Find:
    """The decoder searches, whatever the case; the window never reads the file for it."""

    async def find(words: str, row: int) -> int | None:
        after: int | None = lines.offset(row)
        while after is not None:
            page = await opener.search_text(text, words, after, 1)
            if page.matches:
                match = page.matches[0]
                return match.row if match.row is not None else lines.row_at(match.offset)
            after = page.next
        return None

    return find


def find_in_text(lines: Lines) -> Find:
    async def find(words: str, row: int) -> int | None:
        return lines.found_here(words, row)

    return find


def _mapped(file: Path) -> mmap.mmap | bytes:
    with open_regular(file) as stream:
        # An empty file cannot be mapped.
        if not os.fstat(stream.fileno()).st_size:
            return b""
        return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)


def _starts(data: bytes) -> "array[int]":
    starts, at = array("Q"), 0
    while at < len(data):
        starts.append(at)
        end = data.find(b"\n", at, at + HARD_WRAP)
        at = end + 1 if end >= 0 else _whole_characters(data, at, at + HARD_WRAP)
    return starts


def _whole_characters(data: bytes, start: int, end: int) -> int:
    """`end`, or a little before it, so that no character is cut in two."""
    cut = end
    while start < cut < len(data) and data[cut] & 0xC0 == 0x80:
        cut -= 1
    return cut if cut > start else end
