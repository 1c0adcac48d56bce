"""A small canvas: rectangles, lines and letters with soft edges, and a PNG of them."""

import struct
import zlib
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import ceil, floor, hypot
from typing import TypeAlias

from patchbay.demo.lettering import Face

Colour: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]


def colour(text: str) -> Colour:
    """The colour of "#0b6482"."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


class Canvas:
    """RGB pixels; (0, 0) is the upper left corner of the upper left pixel."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width = width
        self.height = height
        self._pixels = bytearray(bytes(ground) * (width * height))

    def rectangle(self, corner: Point, opposite: Point, ink: Colour, strength: float = 1.0) -> None:
        """Fill a rectangle; edges between pixels are soft."""
        (left, top), (right, bottom) = corner, opposite
        for x in range(max(0, floor(left)), min(self.width, ceil(right))):
            cover = min(x + 1, right) - max(x, left)
            self._column(x, (top, bottom), ink, round(cover * strength, 3))

    def line(self, points: Sequence[Point], ink: Colour, thickness: float = 1.0) -> None:
        """Draw one line through all points, with round joints."""
        cover: dict[int, float] = {}
        for start, end in pairwise(points):
            self._cover_segment(cover, start, end, thickness / 2)
        for at, strength in cover.items():
            self._blend(at, ink, strength)

    def text(self, pen: Point, words: str, face: Face, ink: Colour) -> float:
        """Write on the baseline at `pen`; the position after the last letter is returned."""
        x, baseline = pen
        for letter in words:
            glyph = face.glyph(letter)
            self._mask(round(x) - 1, round(baseline) - face.ascent, glyph.rows, ink)
            x += glyph.advance
        return x

    def png(self) -> bytes:
        stride = 3 * self.width
        rows = (self._pixels[at : at + stride] for at in range(0, len(self._pixels), stride))
        packed = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
        return png(self.width, self.height, packed)

    def _column(self, x: int, span: tuple[float, float], ink: Colour, strength: float) -> None:
        """Tint one column of pixels; whole pixels at once, the ends for themselves."""
        top, bottom = max(0.0, span[0]), min(float(self.height), span[1])
        first, last = ceil(top), floor(bottom)
        if first > last:
            self._blend(last * self.width + x, ink, (bottom - top) * strength)
            return
        if first > top:
            self._blend((first - 1) * self.width + x, ink, (first - top) * strength)
        if bottom > last:
            self._blend(last * self.width + x, ink, (bottom - last) * strength)
        stride = 3 * self.width
        for channel, value in enumerate(ink):
            pixels = slice(first * stride + 3 * x + channel, last * stride, stride)
            self._pixels[pixels] = self._pixels[pixels].translate(_tint(value, strength))

    def _cover_segment(
        self, cover: dict[int, float], start: Point, end: Point, radius: float
    ) -> None:
        reach = radius + 1
        low_x, high_x = sorted((start[0], end[0]))
        low_y, high_y = sorted((start[1], end[1]))
        for y in range(max(0, floor(low_y - reach)), min(self.height, ceil(high_y + reach))):
            for x in range(max(0, floor(low_x - reach)), min(self.width, ceil(high_x + reach))):
                strength = radius + 0.5 - _distance((x + 0.5, y + 0.5), start, end)
                at = y * self.width + x
                if strength > cover.get(at, 0.0):
                    cover[at] = min(1.0, strength)

    def _mask(self, left: int, top: int, rows: Sequence[bytes], ink: Colour) -> None:
        for y, row in enumerate(rows, top):
            for x, level in enumerate(row, left):
                if level and 0 <= x < self.width and 0 <= y < self.height:
                    self._blend(y * self.width + x, ink, level / 15)

    def _blend(self, at: int, ink: Colour, strength: float) -> None:
        pixels = self._pixels
        if not 0 <= 3 * at < len(pixels):
            return
        for channel, value in enumerate(ink, 3 * at):
            pixels[channel] = round(pixels[channel] + (value - pixels[channel]) * strength)


def png(width: int, height: int, packed: bytes) -> bytes:
    """An RGB picture from its deflated rows, each behind the byte of its filter."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the nearest place of a line between two others."""
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    from_x, from_y = point[0] - start[0], point[1] - start[1]
    length = along_x * along_x + along_y * along_y
    share = (from_x * along_x + from_y * along_y) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(from_x - share * along_x, from_y - share * along_y)


@cache
def _tint(value: int, strength: float) -> bytes:
    """What each old value of a channel becomes under a colour of this strength."""
    return bytes(round(old + (value - old) * strength) for old in range(256))


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
