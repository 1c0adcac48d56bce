"""Pictures from a server, decoded in a thread and never trusted."""

import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from xml.parsers.expat import ExpatError

from PySide6.QtCore import QBuffer, QByteArray, QFile, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader
from PySide6.QtWidgets import QApplication

from patchbay.core.calls.blocks import HeldBytes, Payload
from patchbay.core.errors import AppError, Family
from patchbay.relay.regular import open_handle
from patchbay.ui.results.decoding import in_own_thread
from patchbay.ui.results.svg import RefusedError, checked_size

FORMATS = frozenset({"png", "jpeg", "gif", "webp", "svg", "bmp"})
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 4_096
PATIENCE = 20.0
"""Seconds a picture may take to decode."""
_MEMORY_MB = 256
_DRAWN_SIDE = 1_024
"""Drawings without pixels of their own are drawn this large, at least."""
_LARGEST_DRAWING = 8_000_000

# Both pass over any text once, however it is made: they hold the GIL.
_DECLARATION = re.compile(r"""\A(\ufeff?<\?xml)\s[^>]*\?>""")
_OUTSIDE = re.compile(
    r"""(href\s*=\s*)(?:"(?!#|data:)[^"]*"|'(?!#|data:)[^']*')""",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture, shrunk if it was very large; `size` is that of the original."""

    image: QImage
    size: QSize
    format: str
    frames: int

    @property
    def moves(self) -> bool:
        small = self.size.width() * self.size.height() <= 8_000_000
        return self.format == "gif" and self.frames != 1 and small


async def decode(payload: Payload) -> Picture:
    """Decode in a thread.

    Raises:
        AppError: it is no picture of a known format, too large, too slow, or damaged.
    """
    try:
        return await in_own_thread(partial(decoded, payload, _screen_ratio()), PATIENCE)
    except TimeoutError as error:
        raise _broken(f"It takes more than {PATIENCE:.0f} seconds to decode.") from error


def decoded(payload: Payload, ratio: float = 1.0) -> Picture:
    """Decode here and now: for threads.

    `QImageReader.read` lets other threads run, `QImage.fromData` does not.
    """
    # Refuses bombs before they unfold; the limit is the process's, so it is set at each use.
    QImageReader.setAllocationLimit(_MEMORY_MB)
    with _opened(payload) as reader:
        name = _format(reader)
        if name != "svg":
            return _read(reader, name, reader.size(), ratio)
    return _drawn(HeldBytes(_alone(payload)), ratio)


@contextmanager
def _opened(payload: Payload) -> Generator[QImageReader]:
    device = _device(payload)
    reader = QImageReader(device)
    reader.setDecideFormatFromContent(True)
    # Finds the decoder with the interpreter locked. `read` would look for it unlocked, holding a
    # lock of Qt while our device asks for the interpreter: two pictures at once, and all stands.
    reader.format()
    try:
        yield reader
    finally:
        device.close()


def _device(payload: Payload) -> QIODevice:
    if isinstance(payload, HeldBytes):
        buffer = QBuffer()
        buffer.setData(QByteArray(payload.data))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        return buffer
    file = QFile()
    try:
        handle = open_handle(payload.file)
    except OSError as error:
        raise _broken("Its bytes could not be read back.", str(error)) from error
    if not file.open(handle, QIODevice.OpenModeFlag.ReadOnly, QFile.FileHandleFlag.AutoCloseHandle):
        os.close(handle)
        raise _broken("Its bytes could not be read back.", file.errorString())
    return file


def _format(reader: QImageReader) -> str:
    name = bytes(reader.format().data()).decode("ascii", "replace").lower()
    name = "jpeg" if name == "jpg" else name
    if name not in FORMATS:
        raise _broken("The bytes are none of PNG, JPEG, GIF, WebP, SVG and BMP.")
    return name


def _alone(payload: Payload) -> bytes:
    """The drawing without anything that names a file or an address outside it."""
    if payload.size > _LARGEST_DRAWING:
        raise _broken("The drawing is larger than 8 MB.")
    text = payload.read().decode("utf-8", "replace")
    # Our bytes are UTF-8 whatever the drawing says of itself; no other reading must get through.
    text = _DECLARATION.sub(r'\1 version="1.0"?>', text)
    text = text.replace("<?xml-stylesheet", "<?stylesheet")
    return _OUTSIDE.sub(r'\1""', text).encode()


def _drawn(drawing: HeldBytes, ratio: float) -> Picture:
    """Draw what was found harmless; `QImageReader.size` would parse it and hold the GIL."""
    try:
        size = checked_size(drawing.data)
    except RefusedError as error:
        raise _broken(str(error)) from error
    except ExpatError as error:
        raise _broken("The data is damaged.", str(error)) from error
    if size is None:
        with _opened(drawing) as reader:
            size = reader.read().size()
    with _opened(drawing) as reader:
        return _read(reader, "svg", size, ratio)


def _read(reader: QImageReader, name: str, size: QSize, ratio: float) -> Picture:
    if size.isValid() and size.width() * size.height() > MOST_PIXELS:
        raise _broken(
            f"It is {size.width():,} \N{MULTIPLICATION SIGN} {size.height():,} pixels; "
            f"Patchbay shows up to {MOST_PIXELS // 1_000_000} million.",
        )
    _scale(reader, size, name, ratio)
    reader.setAutoTransform(True)
    image = reader.read()
    if image.isNull():
        raise _broken("The data is damaged.", reader.errorString())
    if _swaps_sides(reader):
        size = size.transposed()
    return Picture(image, size if size.isValid() else image.size(), name, reader.imageCount())


def _scale(reader: QImageReader, size: QSize, name: str, ratio: float) -> None:
    longest = max(size.width(), size.height())
    if longest <= 0:
        return
    wanted = longest
    if name == "svg":
        wanted = max(round(longest * ratio), _DRAWN_SIDE)
    wanted = min(wanted, LONGEST_SIDE)
    if wanted != longest:
        reader.setScaledSize(
            size.scaled(wanted, wanted, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
        )


def _swaps_sides(reader: QImageReader) -> bool:
    turn = QImageIOHandler.Transformation.TransformationRotate90
    return bool(reader.transformation() & turn)


def _broken(cause: str, evidence: str = "") -> AppError:
    return AppError(
        Family.PROTOCOL,
        "This picture cannot be shown",
        cause=cause,
        hint="Save it to look at the bytes with another program.",
        evidence={"decoder": evidence} if evidence else {},
    )


def _screen_ratio() -> float:
    app = QApplication.instance()
    return app.devicePixelRatio() if isinstance(app, QApplication) else 1.0
