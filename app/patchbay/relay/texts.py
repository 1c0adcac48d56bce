"""Writes text to a file together with an index of its rows, so that any page opens at once."""

import itertools
import os
import sys
from array import array
from collections.abc import Iterable

from patchbay.relay.pipes import write_all
from patchbay.relay.strings import character_boundary

ROW = 4096
"""Longer lines are wrapped: no row has more bytes than this."""

_LARGEST = 4 * 1024 * 1024 * 1024
_FLAGS: int = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_TRUNC
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
)


class TooLargeError(Exception):
    """The text would fill the disk."""


class RowFile:
    """A UTF-8 text file, and beside it the offsets of its rows as 64-bit little-endian numbers.

    A row begins after each newline and wherever a longer line is wrapped. A newline at the very
    end begins no row.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.index_path = f"{path}.rows"
        self.size = 0
        self.rows = 0
        self._filled = 0
        self._at_start = True
        self._text = os.open(path, _FLAGS, 0o600)
        try:
            self._index = os.open(self.index_path, _FLAGS, 0o600)
        except OSError:
            os.close(self._text)
            raise

    def fill(self, pieces: Iterable[bytes]) -> None:
        """Write all pieces, each of whole characters, and close the files."""
        try:
            for piece in pieces:
                if piece:
                    self._add(piece)
                    if self.size > _LARGEST:
                        raise TooLargeError
        finally:
            os.close(self._text)
            os.close(self._index)

    def _add(self, piece: bytes) -> None:
        write_all(self._text, piece)
        lines = piece.split(b"\n")
        longest = max(map(len, lines))
        filled = 0 if self._at_start else self._filled
        starts = self._wrapped(lines) if filled + longest > ROW else self._plain(lines)
        self.size += len(piece)
        self.rows += len(starts)
        if sys.byteorder == "big":
            starts.byteswap()
        write_all(self._index, starts.tobytes())

    def _plain(self, lines: list[bytes]) -> "array[int]":
        """Row starts where no line needs wrapping."""
        lengths = [len(line) + 1 for line in lines]
        last = lengths.pop() - 1
        starts = array("Q", itertools.accumulate(lengths, initial=self.size))
        if not self._at_start:
            starts.pop(0)
        if not lengths:
            self._filled = last if self._at_start else self._filled + last
            self._at_start = False
            return starts
        self._filled = last
        self._at_start = not last
        if self._at_start:
            starts.pop()
        return starts

    def _wrapped(self, lines: list[bytes]) -> "array[int]":
        starts: array[int] = array("Q")
        offset = self.size
        for number, line in enumerate(lines, 1):
            self._wrap(line, offset, starts, ended=number < len(lines))
            offset += len(line) + 1
        return starts

    def _wrap(self, line: bytes, offset: int, starts: "array[int]", *, ended: bool) -> None:
        """Row starts of one line, which may have begun in an earlier piece."""
        here = 0
        while True:
            rest = len(line) - here
            if self._at_start and (rest or ended):
                starts.append(offset + here)
                self._at_start, self._filled = False, 0
            room = ROW - self._filled
            if rest <= room:
                break
            here += character_boundary(line[here : here + room])
            self._at_start, self._filled = True, 0
        self._filled += len(line) - here
        if ended:
            self._at_start = True
