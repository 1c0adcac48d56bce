"""Draw the application's icon in every size and form the systems want, with Qt alone."""

import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

HICOLOR = (16, 24, 32, 48, 64, 128, 256, 512)
ICO = (16, 24, 32, 48, 64, 128, 256)
ICNS = (
    (b"icp4", 16),
    (b"icp5", 32),
    (b"ic07", 128),
    (b"ic08", 256),
    (b"ic09", 512),
    (b"ic10", 1024),
)


def main(source: Path, target: Path) -> None:
    """Write `hicolor/SIZE/apps/NAME.png`, `NAME.ico` and `NAME.icns` into a folder."""
    application = QGuiApplication([])
    drawing = QSvgRenderer(str(source))
    if not drawing.isValid():
        sys.exit(f"{source} cannot be drawn")
    for size in HICOLOR:
        folder = target / "hicolor" / f"{size}x{size}" / "apps"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{source.stem}.png").write_bytes(_png(drawing, size))
    (target / f"{source.stem}.ico").write_bytes(_ico({size: _png(drawing, size) for size in ICO}))
    (target / f"{source.stem}.icns").write_bytes(_icns(drawing))
    application.quit()


def _png(drawing: QSvgRenderer, size: int) -> bytes:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    drawing.render(painter, QRectF(0, 0, size, size))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return buffer.data().data()


def _ico(pictures: dict[int, bytes]) -> bytes:
    """A header, an entry of 16 bytes for each picture, then the pictures; 256 is written as 0."""
    offset = 6 + 16 * len(pictures)
    head = struct.pack("<HHH", 0, 1, len(pictures))
    for size, data in pictures.items():
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    return head + b"".join(pictures.values())


def _icns(drawing: QSvgRenderer) -> bytes:
    """Each picture behind its kind and length, all behind the length of the file."""
    body = b""
    for kind, size in ICNS:
        data = _png(drawing, size)
        body += kind + struct.pack(">I", len(data) + 8) + data
    return b"icns" + struct.pack(">I", len(body) + 8) + body


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
