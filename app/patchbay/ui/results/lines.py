"""Where the lines of a large text file begin, found without reading it into memory."""

import mmap
from array import array
from pathlib import Path

HARD_WRAP = 4_096
"""Bytes after which a line without an end goes on as another one."""

_CONTINUATION = range(0x80, 0xC0)


class Lines:
    """The lines of one UTF-8 text, by number. Make it in a thread; read it anywhere."""

    def __init__(self, data: mmap.mmap | bytes) -> None:
        self._data = data
        self._starts = _line_starts(data, len(data))
        self.longest = self._longest()

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, number: int) -> str:
        return self._slice(self._starts[number], self._starts[number + 1]).rstrip("\r\n")

    def text(self, first: int, last: int) -> str:
        """Lines `first` to `last`, both included, as they stand in the file."""
        return self._slice(self._starts[first], self._starts[last + 1]).rstrip("\r\n")

    def find(self, words: str, start: int, *, forward: bool = True) -> int | None:
        """The number of the next line that holds `words`, from line `start` on."""
        sought = words.encode()
        if not sought or start >= len(self):
            return None
        at = (
            self._data.find(sought, self._starts[max(start, 0)])
            if forward
            else self._data.rfind(sought, 0, self._starts[max(start, 0) + 1])
        )
        return None if at < 0 else self._line_at(at)

    def close(self) -> None:
        if isinstance(self._data, mmap.mmap):
            self._data.close()
            self._data = b""
            self._starts = array("Q", [0])

    def _slice(self, start: int, end: int) -> str:
        return self._data[start:end].decode("utf-8", "replace")

    def _line_at(self, offset: int) -> int:
        low, high = 0, len(self._starts) - 1
        while high - low > 1:
            middle = (low + high) // 2
            if self._starts[middle] <= offset:
                low = middle
            else:
                high = middle
        return low

    def _longest(self) -> int:
        starts = self._starts
        return max((starts[i + 1] - starts[i] for i in range(len(starts) - 1)), default=0)


def lines_of_file(file: Path) -> Lines:
    with file.open("rb") as stream:
        # An empty file cannot be mapped.
        empty = file.stat().st_size == 0
        return Lines(b"" if empty else mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))


def lines_of_text(text: str) -> Lines:
    return Lines(text.encode("utf-8", "replace"))


def _line_starts(data: mmap.mmap | bytes, size: int) -> "array[int]":
    """Start of every line, and the end of the file as the last item."""
    starts, at = array("Q", [0]), 0
    while at < size:
        end = data.find(b"\n", at, at + HARD_WRAP) + 1 or min(at + HARD_WRAP, size)
        # A hard wrap must not cut a character in two.
        while end < size and data[end - 1] != 0x0A and data[end] in _CONTINUATION:
            end -= 1
        at = end if end > at else at + HARD_WRAP
        starts.append(min(at, size))
    return starts
