"""Small pictures in formats other than PNG: an SVG drawing, an animated GIF and a BMP."""

import struct
from math import cos, hypot, pi, sin
from typing import TypeAlias

Indexes: TypeAlias = list[bytes]

_SIDE = 128
_FRAMES = 16
_COLOURS = (
    (20, 30, 48),
    (32, 52, 80),
    (11, 100, 130),
    (240, 244, 247),
    (176, 42, 35),
    (255, 226, 140),
    (92, 88, 84),
    (52, 48, 47),
)
_NIGHT, _DUSK, _SEA, _WHITE, _RED, _LIGHT, _WARM, _ROCK = range(8)
_LAMP = (64.0, 34.0)


def compass_svg(wind_from: int = 240) -> str:
    """A wind rose whose needle shows where the wind comes from, in degrees."""
    marks = "".join(
        f'<line x1="0" y1="-88" x2="0" y2="{-78 if degree % 90 else -70}"'
        f' transform="rotate({degree})"/>'
        for degree in range(0, 360, 15)
    )
    names = "".join(
        f'<text x="{54 * sin(angle):.1f}" y="{-54 * cos(angle) + 6:.1f}">{name}</text>'
        for name, angle in zip("NESW", (0, pi / 2, pi, 3 * pi / 2), strict=True)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-110 -110 220 220"'
        ' width="220" height="220">'
        '<circle r="100" fill="#f1f3f5" stroke="#0b6482" stroke-width="6"/>'
        f'<g stroke="#454f5a" stroke-width="2">{marks}</g>'
        '<g font-family="sans-serif" font-size="18" fill="#1a2027"'
        f' text-anchor="middle">{names}</g>'
        f'<g transform="rotate({wind_from})">'
        '<path d="M0,-66 L9,0 L-9,0 Z" fill="#b02a23"/>'
        '<path d="M0,66 L9,0 L-9,0 Z" fill="#848d97"/></g>'
        '<circle r="6" fill="#1a2027"/></svg>'
    )


def lighthouse_gif() -> bytes:
    """A lighthouse whose beam turns once in 1.3 s, for ever."""
    table = b"".join(bytes(entry) for entry in _COLOURS)
    head = b"GIF89a" + struct.pack("<HHBBB", _SIDE, _SIDE, 0xF2, 0, 0) + table
    again = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    frames = b"".join(_gif_frame(_lighthouse(2 * pi * turn / _FRAMES)) for turn in range(_FRAMES))
    return head + again + frames + b"\x3b"


def lighthouse_bmp() -> bytes:
    """One frame of the same picture, uncompressed."""
    rows = _lighthouse(0.3)
    pixels = b"".join(
        bytes(channel for index in row for channel in reversed(_COLOURS[index]))
        for row in reversed(rows)
    )
    header = struct.pack("<IiiHHIIiiII", 40, _SIDE, _SIDE, 1, 24, 0, len(pixels), 2835, 2835, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + len(pixels), 0, 0, 54) + header + pixels


def _lighthouse(beam: float) -> Indexes:
    return [bytes(_pixel(x + 0.5, y + 0.5, beam) for x in range(_SIDE)) for y in range(_SIDE)]


def _pixel(x: float, y: float, beam: float) -> int:
    if y > 108 + 2 * sin(x / 7 + beam):
        return _SEA
    if hypot(x - 64, (y - 116) * 1.6) < 30:
        return _ROCK
    if (part := _tower(abs(x - _LAMP[0]), y)) is not None:
        return part
    away_x, away_y = x - _LAMP[0], y - _LAMP[1]
    along = away_x * cos(beam) + away_y * 0.35 * sin(beam)
    across = abs(away_y * cos(beam) * 0.9 - away_x * 0.35 * sin(beam))
    if along > 0 and across < 2 + along * 0.2:
        return _LIGHT if across < along * 0.1 else _WARM
    return _NIGHT if y < 70 else _DUSK


def _tower(off: float, y: float) -> int | None:
    """The colour of the tower at a distance from its middle; `None` beside it."""
    if 24 <= y < 28 and off < (y - 20):
        return _RED
    if 28 <= y < 40 and off < 6:
        return _LIGHT if off < 4 else _WHITE
    if 40 <= y < 44 and off < 11:
        return _WARM
    if 44 <= y < 108 and off < 8 + (y - 44) * 0.08:
        return _RED if int((y - 44) // 16) % 2 else _WHITE
    return None


def _gif_frame(rows: Indexes) -> bytes:
    timing = b"\x21\xf9\x04\x04" + struct.pack("<H", 8) + b"\x00\x00"
    place = b"\x2c" + struct.pack("<HHHHB", 0, 0, _SIDE, _SIDE, 0)
    data = _lzw(b"".join(rows), 3)
    blocks = (data[at : at + 255] for at in range(0, len(data), 255))
    packed = b"".join(bytes((len(block),)) + block for block in blocks)
    return timing + place + b"\x03" + packed + b"\x00"


def _lzw(data: bytes, depth: int) -> bytes:
    """GIF's compression: codes grow from `depth` + 1 to 12 bits, low bits first."""
    clear, end = 1 << depth, (1 << depth) + 1
    codes: dict[bytes, int] = {}
    bits = _Bits()
    width, known = depth + 1, b""
    bits.add(clear, width)
    for value in data:
        longer = known + bytes((value,))
        if len(longer) == 1 or longer in codes:
            known = longer
            continue
        bits.add(codes.get(known, known[0]), width)
        following = end + 1 + len(codes)
        codes[longer] = following
        if following == 1 << width:
            width += 1
        if following == 4095:
            bits.add(clear, 12)
            codes, width = {}, depth + 1
        known = longer[-1:]
    bits.add(codes.get(known, known[0]), width)
    bits.add(end, width)
    return bits.taken()


class _Bits:
    """Codes of any width, packed into bytes."""

    def __init__(self) -> None:
        self._done = bytearray()
        self._rest = 0
        self._count = 0

    def add(self, code: int, width: int) -> None:
        self._rest |= code << self._count
        self._count += width
        while self._count >= 8:
            self._done.append(self._rest & 255)
            self._rest >>= 8
            self._count -= 8

    def taken(self) -> bytes:
        return bytes(self._done) + (bytes((self._rest,)) if self._count else b"")
