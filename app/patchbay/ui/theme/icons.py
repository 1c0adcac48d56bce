"""Icons from single-colour drawings, tinted; and the few that a style sheet can name."""

import re
import struct
from collections.abc import Mapping
from functools import cache

from PySide6.QtCore import QByteArray, QResource, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from patchbay.core import paths

STROKE = 1.75
_FILLED = frozenset({"play", "square"})
"""Drawn filled, and smaller to make up for it: an outlined square reads as a check box."""


@cache
def _drawing(name: str) -> str:
    text = paths.resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    if name in _FILLED:
        text = text.replace('fill="none"', 'fill="currentColor"')
        text = text.replace('viewBox="0 0 24 24"', 'viewBox="-4 -4 32 32"')
    return text


def svg(name: str, colour: str, size: int = 24, stroke: float = STROKE) -> str:
    """The drawing in one colour (`#rrggbb`)."""
    text = _drawing(name).replace("currentColor", colour)
    text = re.sub(r'\b(width|height)="24"', rf'\1="{size}"', text)
    return re.sub(r'stroke-width="[\d.]+"', f'stroke-width="{stroke}"', text)


def pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    """The drawing at `size` device independent pixels."""
    side = round(size * ratio)
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(svg(name, colour).encode())).render(painter)
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


class SheetImages:
    """Drawings registered in memory under `:/`, where the style sheet can name them.

    Qt's style sheets take pictures by path only. A resource in memory leaves nothing on the disk.
    """

    def __init__(self, root: str, files: Mapping[str, str]) -> None:
        # Qt reads from this very buffer for as long as the registration lasts.
        self._data = _resource_data({name: text.encode() for name, text in files.items()})
        QResource.registerResourceData(self._data, root)


def _resource_data(files: Mapping[str, bytes]) -> bytes:
    """Qt's binary resource format, version 1: one flat folder."""
    names, data, nodes = bytearray(), bytearray(), bytearray()
    nodes += struct.pack(">IHII", 0, 2, len(files), 1)
    for name in sorted(files, key=_name_hash):
        nodes += struct.pack(">IHHHI", len(names), 0, 0, 1, len(data))
        names += struct.pack(">HI", len(name), _name_hash(name)) + name.encode("utf-16-be")
        data += struct.pack(">I", len(files[name])) + files[name]
    head = 20
    tree, body = head, head + len(nodes)
    return (
        struct.pack(">4sIIII", b"qres", 1, tree, body, body + len(data))
        + bytes(nodes)
        + bytes(data)
        + bytes(names)
    )


def _name_hash(name: str) -> int:
    value = 0
    for letter in name:
        value = (value << 4) + ord(letter)
        value ^= (value & 0xF0000000) >> 23
        value &= 0x0FFFFFFF
    return value
