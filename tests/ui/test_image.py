"""Pictures from a server."""

import asyncio
import base64
import gzip
import os
import re
import struct
import threading
import zlib
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageReader
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from patchbay.core.calls.blocks import HeldBytes, StoredBytes
from patchbay.core.errors import AppError
from patchbay.ui.controls import Label
from patchbay.ui.loop import Loop
from patchbay.ui.results import image as images
from patchbay.ui.results.canvas import Canvas
from patchbay.ui.results.decoding import in_own_thread
from patchbay.ui.results.image import decode, decoded
from patchbay.ui.results.picture import PictureBlock
from tests.ui.samples import chart_png, encoded
from tests.ui.waiting import until

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">{}</svg>'
RED = '<rect width="20" height="10" fill="#ff0000"/>'


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


def nested_uses(levels: int) -> str:
    """A drawing whose every level draws the one below ten times."""
    groups = "".join(
        f'<g id="g{level + 1}">' + f'<use href="#g{level}"/>' * 10 + "</g>"
        for level in range(levels)
    )
    return SVG.format(f'<defs><g id="g0">{RED}</g>{groups}</defs><use href="#g{levels}"/>')


def as_data(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


PATTERNS = "".join(
    f'<pattern id="p{level + 1}" width="1" height="1">'
    + f'<rect style="fill: url(#p{level})"/>' * 10
    + "</pattern>"
    for level in range(9)
)
RULES = "".join(
    f"rect.c{level}:hover, g .c{level} {{ fill: u\\72l(#p{level}) }}" for level in range(10)
)
STYLED = re.sub(r'style="fill: url\(#p(.)\)"', r'class="c\1"', PATTERNS)
LAUGHS = "".join(
    f'<!ENTITY {name} "{before * 10}">'
    for name, before in (("a", "ha"), ("b", "&a;"), ("c", "&b;"), ("d", "&c;"))
)
DEFAULT = '<!DOCTYPE svg [<!ATTLIST image href CDATA "/etc/picture.png">]>'


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        (nested_uses(9), "more than 50,000 shapes through its references"),
        (SVG.format(PATTERNS + '<rect fill="url(#p9)"/>'), "more than 50,000 shapes"),
        (
            SVG.format(f'<style>/* {{ */{RULES}</style>{STYLED}<rect class="c9"/>'),
            "more than 50,000 shapes",
        ),
        (SVG.format(f'<image href="{as_data(nested_uses(9).encode())}"/>'), "another drawing"),
        (SVG.format('<g id="a"><use href="#a"/></g>'), "refers to itself"),
        (SVG.format("<g>" * 100_000 + "</g>" * 100_000), "nests more than 256"),
        (
            SVG.format("".join(f'<g id="g{n + 1}"><use href="#g{n}"/></g>' for n in range(999))),
            "nests more than 256",
        ),
        (SVG.format("<g/>" * 200_000), "more than 200,000 elements"),
        (f"<!DOCTYPE svg [{LAUGHS}]>" + SVG.format("<text>&d;</text>"), "entities that unfold"),
        (
            f'<!DOCTYPE svg [<!ENTITY a "{"a" * 10_000}">]>' + SVG.format("&a;" * 10_000),
            "entities that unfold",
        ),
        (DEFAULT + SVG.format("<image/>"), "outside itself"),
        (SVG.format("<g>"), "damaged"),
    ],
    ids=[
        "uses", "patterns", "rules", "inner", "itself",
        "deep", "chain", "many", "laughs", "long", "default", "open",
    ],
)  # fmt: skip
def test_a_drawing_that_would_not_end_is_refused_before_it_is_drawn(drawing: str, why: str) -> None:
    with pytest.raises(AppError) as caught:
        decoded(HeldBytes(drawing.encode()))
    assert why in caught.value.cause
    assert "Save it" in caught.value.hint


def test_a_packed_drawing_is_refused() -> None:
    with pytest.raises(AppError, match="none of PNG"):
        decoded(HeldBytes(gzip.compress(SVG.format(RED).encode())))


@pytest.mark.parametrize(
    "text",
    ["a-" * 2_000_000, "<?xml-stylesheet " * 200_000, "<?xml " * 500_000, "href='#" * 500_000],
    ids=["words", "stylesheets", "declarations", "references"],
)
def test_no_text_of_a_drawing_takes_more_than_one_look(text: str) -> None:
    with pytest.raises(AppError, match="damaged"):
        decoded(HeldBytes(SVG.format(text).replace("</svg>", "").encode()))


@pytest.mark.parametrize(
    ("root", "size"),
    [
        ('width="20" height="10"', (20, 10)),
        ('width="20.9px" height="10.9"', (20, 10)),
        ('viewBox="0 0 20.5 10"', (21, 10)),
        ('viewBox="0,0,300,150"', (300, 150)),
        ('width="100%" height="50%" viewBox="0 0 200 100"', (200, 50)),
        ('width="10mm" height="20pt" viewBox="0 0 200 100"', (35, 20)),
        ('width="20" viewBox="0 0 200 100"', (200, 100)),
        ("", (20, 10)),
    ],
)
def test_a_drawing_has_the_size_that_qt_gives_it(root: str, size: tuple[int, int]) -> None:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{RED}</svg>'.encode()
    buffer = QBuffer()
    buffer.setData(QByteArray(drawing))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    assert QImageReader(buffer, QByteArray(b"svg")).size() == QSize(*size)

    picture = decoded(HeldBytes(drawing))

    assert picture.size == QSize(*size)
    assert max(picture.image.width(), picture.image.height()) == 1_024


def test_a_drawing_larger_than_any_screen_says_how_large() -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1000000000"/>'
    with pytest.raises(AppError, match=r"is 1,000,000,000 . 1,000,000,000 pixels"):
        decoded(HeldBytes(drawing.encode()))


def test_a_drawing_may_name_its_namespace_by_an_entity() -> None:
    kind = '<?xml version="1.0" encoding="iso-8859-1"?><!DOCTYPE svg [<!ENTITY ns "{}">]>'
    drawing = SVG.format(RED).replace("http://www.w3.org/2000/svg", "&ns;")
    picture = decoded(HeldBytes((kind.format("http://www.w3.org/2000/svg") + drawing).encode()))
    assert picture.image.pixelColor(5, 5) == QColor("#ff0000")


def test_uses_within_reason_are_drawn() -> None:
    picture = decoded(HeldBytes(nested_uses(3).encode()))
    assert picture.image.pixelColor(5, 5) == QColor("#ff0000")


def test_a_picture_and_a_pattern_inside_a_drawing_are_drawn() -> None:
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(QColor("#00ff00"))
    inner = f'<image width="10" height="10" href="{as_data(encoded(image, b"PNG"))}"/>'
    pattern = (
        f'<pattern id="p" width="20" height="10" patternUnits="userSpaceOnUse">{RED}</pattern>'
    )
    style = "<style>.filled { fill: url(#p) }</style>"
    rest = '<rect class="filled" x="10" width="10" height="10"/>'
    picture = decoded(HeldBytes(SVG.format(style + pattern + inner + rest).encode()))
    assert picture.image.pixelColor(200, 200) == QColor("#00ff00")
    assert picture.image.pixelColor(800, 200) == QColor("#ff0000")


async def test_a_drawing_that_is_refused_says_so_and_can_still_be_saved(qtbot: QtBot) -> None:
    block = PictureBlock(HeldBytes(nested_uses(9).encode()), "image/svg+xml")
    qtbot.addWidget(block)
    block.resize(420, 200)
    block.show()
    await until(lambda: block.body.settled)
    assert words_of(block, "50,000 shapes")
    assert save_is_visible(block)


async def test_a_picture_that_takes_too_long_says_so_and_can_still_be_saved(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "PATIENCE", 0.0)
    block = PictureBlock(HeldBytes(chart_png(64, 32)), "image/png")
    qtbot.addWidget(block)
    block.resize(420, 200)
    block.show()
    await until(lambda: block.body.settled)
    assert block.picture is None
    assert words_of(block, "seconds to decode")
    assert save_is_visible(block)


def test_the_loop_ends_while_a_decode_hangs(qapp: QApplication) -> None:
    source, sink = os.pipe()
    hanging = partial(os.read, source, 1)

    async def decode_and_quit() -> None:
        waiting = [asyncio.create_task(in_own_thread(hanging, 60)) for _ in range(5)]
        await asyncio.sleep(0)
        assert not any(task.done() for task in waiting)

    with asyncio.Runner(loop_factory=lambda: Loop(qapp)) as runner:
        runner.run(decode_and_quit())

    ended = [thread for thread in threading.enumerate() if thread.name == "decoder"]
    assert ended, "the loop waited for the decode"
    os.close(sink)
    for thread in ended:
        thread.join(5)
    os.close(source)


async def test_decodes_that_hang_do_not_keep_others_from_being_decoded() -> None:
    source, sink = os.pipe()
    try:
        for _ in range(5):
            with pytest.raises(TimeoutError):
                await in_own_thread(partial(os.read, source, 1), 0)
        assert (await decode(HeldBytes(chart_png(64, 32)))).size.width() == 64
    finally:
        os.close(sink)
        for thread in threading.enumerate():
            if thread.name == "decoder":
                thread.join(5)
        os.close(source)


async def test_many_pictures_of_several_kinds_are_decoded_at_once() -> None:
    drawing, chart = SVG.format(RED).encode(), chart_png(64, 32)

    pictures = await asyncio.wait_for(
        asyncio.gather(*(decode(HeldBytes(data)) for data in (drawing, chart) * 40)), 60
    )

    assert [picture.format for picture in pictures] == ["svg", "png"] * 40


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
    assert save_is_visible(block)


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


def save_is_visible(block: PictureBlock) -> bool:
    shown = [button.toolTip() for button in block.tools() if button.isVisible()]
    return shown[:1] == ["Save the picture"]


def words_of(block: PictureBlock, part: str) -> bool:
    return any(part in label.text() for label in block.body.findChildren(Label))


def png_head(width: int, height: int) -> bytes:
    """A PNG that claims a size and has no pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checked = kind + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")
