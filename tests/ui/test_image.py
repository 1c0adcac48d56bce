"""Pictures from a server."""

import struct
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from patchbay.core.calls.blocks import HeldBytes, StoredBytes
from patchbay.core.errors import AppError
from patchbay.ui.results.canvas import Canvas
from patchbay.ui.results.image import decode, decoded
from patchbay.ui.results.picture import PictureBlock
from tests.ui.samples import chart_png, encoded
from tests.ui.waiting import until

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">{}</svg>'


async def test_a_picture_is_decoded_in_a_thread() -> None:
    picture = await decode(HeldBytes(chart_png(64, 32)))
    assert (picture.size.width(), picture.size.height()) == (64, 32)
    assert picture.format == "png"


@pytest.mark.parametrize("kind", [b"PNG", b"JPG", b"BMP", b"WEBP"])
def test_known_formats_are_told_by_their_bytes(kind: bytes, tmp_path: Path) -> None:
    image = QImage(8, 6, QImage.Format.Format_RGB32)
    image.fill(QColor("#336699"))
    file = tmp_path / "picture.misleading"
    file.write_bytes(encoded(image, kind))

    picture = decoded(StoredBytes(file, file.stat().st_size))

    assert (picture.image.width(), picture.image.height()) == (8, 6)
    assert picture.format == kind.decode().lower().replace("jpg", "jpeg")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"this is not a picture", "none of PNG"),
        (b"", "none of PNG"),
        (b"%PDF-1.7 and so on", "none of PNG"),
    ],
    ids=["words", "nothing", "pdf"],
)
def test_what_is_no_picture_says_why(data: bytes, why: str) -> None:
    with pytest.raises(AppError) as caught:
        decoded(HeldBytes(data))
    assert why in caught.value.cause
    assert caught.value.hint


def test_a_picture_that_was_cut_short_says_so() -> None:
    with pytest.raises(AppError) as caught:
        decoded(HeldBytes(chart_png()[:300]))
    assert "damaged" in caught.value.cause


def test_a_bomb_is_refused_by_its_size_before_it_unfolds() -> None:
    with pytest.raises(AppError, match="30,000"):
        decoded(HeldBytes(png_head(30_000, 30_000)))


def test_a_very_wide_picture_is_shrunk_and_knows_its_size() -> None:
    image = QImage(6_000, 10, QImage.Format.Format_RGB32)
    image.fill(QColor("#336699"))
    picture = decoded(HeldBytes(encoded(image, b"BMP")))
    assert picture.image.width() == 4_096
    assert picture.size.width() == 6_000


def test_a_drawing_is_drawn_large_enough_to_look_at() -> None:
    drawing = SVG.format('<rect width="20" height="10" fill="#ff0000"/>')
    picture = decoded(HeldBytes(drawing.encode()))
    assert picture.size.width() == 20
    assert picture.image.width() >= 1_024
    assert picture.image.pixelColor(5, 5) == QColor("#ff0000")


@pytest.mark.parametrize("href", ['href="{}"', "xlink:href='{}'", 'href = "file://{}"'])
def test_a_drawing_cannot_bring_in_other_files(href: str, tmp_path: Path) -> None:
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(QColor("#00ff00"))
    secret = tmp_path / "secret.png"
    secret.write_bytes(encoded(image, b"PNG"))
    drawing = tmp_path / "drawing.svg"
    drawing.write_text(
        '<?xml version="1.0" encoding="utf-8"?>'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        ' width="20" height="20"><rect width="20" height="20" fill="#ff0000"/>'
        f'<image width="20" height="20" {href.format(secret)}/></svg>'
    )

    picture = decoded(StoredBytes(drawing, drawing.stat().st_size))

    assert picture.image.pixelColor(200, 200) == QColor("#ff0000")


def test_a_drawing_may_bring_its_own_bytes() -> None:
    drawing = SVG.format('<rect id="a" width="9" height="9" fill="#0000ff"/><use href="#a" x="9"/>')
    picture = decoded(HeldBytes(drawing.encode()))
    assert picture.image.pixelColor(round(picture.image.width() * 0.7), 20) == QColor("#0000ff")


async def test_the_block_shows_kind_size_and_zoom(qtbot: QtBot) -> None:
    block = PictureBlock(HeldBytes(chart_png(720, 360)), "image/png")
    qtbot.addWidget(block)
    block.resize(420, 300)
    block.show()
    await until(lambda: block.picture is not None)

    assert "PNG 720" in block.meta
    assert block.canvas.fits
    fitted = block.canvas.scale
    block.canvas.zoom_in()
    assert block.canvas.scale == pytest.approx(fitted * 1.25)
    block.canvas.fit()
    assert block.canvas.scale == fitted

    block.copy()
    assert QGuiApplication.clipboard().image().width() == 720


async def test_a_broken_picture_says_so_and_can_still_be_saved(qtbot: QtBot) -> None:
    block = PictureBlock(HeldBytes(b"no picture"), "image/png")
    qtbot.addWidget(block)
    block.resize(420, 200)
    block.show()
    await until(lambda: block.body.settled)
    assert block.picture is None
    assert next(button.toolTip() for button in block.tools() if button.isVisible()) == (
        "Save the picture"
    )


def test_zoom_keeps_the_point_under_the_pointer_and_the_picture_in_view(qtbot: QtBot) -> None:
    canvas = Canvas()
    qtbot.addWidget(canvas)
    canvas.resize(200, 100)
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    canvas.show_image(image, image.size())
    canvas.show()

    canvas.zoom_to(2.0, QPointF(200, 100))
    corner = canvas.target()
    assert corner.right() == pytest.approx(canvas.width(), abs=20)

    for _ in range(100):
        QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.target().right() >= canvas.width()
    canvas.zoom_to(1_000)
    assert canvas.scale == 32


def png_head(width: int, height: int) -> bytes:
    """A PNG that claims a size and has no pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checked = kind + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")
