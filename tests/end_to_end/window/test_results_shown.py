"""Every kind of content as it is seen, and results too large to be held at once."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QTreeView, QWidget

from patchbay.core.calls.run import Run
from patchbay.ui import theme
from patchbay.ui.results.audio import AudioBlock
from patchbay.ui.results.block import Block
from patchbay.ui.results.canvas import Canvas
from patchbay.ui.results.json_tree import JsonView
from patchbay.ui.results.large_body import LargeTextBody
from patchbay.ui.results.picture import PictureBlock
from patchbay.ui.results.text import ReadOnlyText
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until


@pytest.fixture
async def demo(person: Person) -> Person:
    """The window with the demo server, opened by its key."""
    await person.press("Ctrl+D")
    await person.ready(person.session("demo"))
    return person


def results(person: Person) -> QWidget:
    return person.page.tools.results


def colours(canvas: Canvas) -> set[str]:
    """The colours that are really painted where the picture lies, without those of its ground."""
    image: QImage = canvas.grab().toImage()
    room = canvas.target().toRect().intersected(canvas.rect())
    ground = {theme.colour(name).name() for name in ("inset", "hover")}
    across = range(room.left(), room.right(), max(1, room.width() // 97))
    down = range(room.top(), room.bottom(), max(1, room.height() // 97))
    return {QColor(image.pixel(x, y)).name() for x in across for y in down} - ground


async def test_the_chart_of_the_demo_is_painted_with_its_words_and_its_data(demo: Person) -> None:
    await demo.run("draw_chart")

    canvas = demo.find(Canvas)
    assert len(colours(canvas)) > 5
    block = demo.find(PictureBlock)
    assert block.picture is not None
    assert block.picture.size.width() > 300
    assert f"PNG {block.picture.size.width()}" in demo.reads(block)
    text = demo.find(ReadOnlyText, within=results(demo))
    QTest.mouseDClick(
        text.viewport(), Qt.MouseButton.LeftButton, pos=text.viewport().rect().center()
    )
    await demo.press("Ctrl+A", "Ctrl+C")
    assert QGuiApplication.clipboard().text() == text.toPlainText()


async def test_structured_content_is_a_tree_that_opens_and_is_searched(demo: Person) -> None:
    await demo.run("draw_chart")
    tree = demo.find(JsonView)
    model = tree.model()
    assert model.rowCount(QModelIndex()) > 1
    closed = next(
        index
        for row in range(model.rowCount(QModelIndex()))
        if model.hasChildren(index := model.index(row, 0, QModelIndex()))
    )
    tree.collapse(closed)
    tree.scrollTo(closed)
    QTest.mouseClick(
        tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(closed).center()
    )
    await demo.press("Right")
    assert tree.isExpanded(closed)
    assert model.rowCount(closed) > 0
    first = str(model.index(0, 0, closed).data())

    demo.press_button("Find keys and values")
    await demo.write(first.split(":", maxsplit=1)[0].strip(' "'))
    await demo.press("Return")

    assert tree.currentIndex().isValid()


async def test_pictures_of_every_format_are_painted(demo: Person) -> None:
    await demo.run("show_pictures")

    blocks = demo.window.findChildren(PictureBlock)
    formats = [block.picture.format for block in blocks if block.picture]
    assert formats == ["png", "svg", "gif", "bmp"]
    assert all(len(colours(block.canvas)) > 2 for block in blocks)


async def test_a_picture_is_zoomed_fitted_copied_and_saved(demo: Person, tmp_path: Path) -> None:
    await demo.run("draw_chart")
    block, canvas = demo.find(PictureBlock), demo.find(Canvas)
    assert canvas.fits
    before = canvas.scale

    demo.press_button("Zoom in", block)
    assert canvas.scale > before
    demo.press_button("Zoom out", block)
    demo.press_button(f"{canvas.scale * 100:.0f} %", block)
    assert canvas.fits
    demo.click_in_menu("Copy", demo.context_menu(canvas))  # its button needs a wider window
    picture = block.picture
    assert picture is not None
    assert QGuiApplication.clipboard().image().size() == picture.image.size()

    demo.press_button("Save the picture", block)
    dialog = await demo.dialog(QFileDialog)
    target = tmp_path / "saved.png"
    line = demo.find(QLineEdit, within=dialog)
    line.setFocus()
    await demo.press("Ctrl+A")
    await demo.write(str(target))
    await demo.press("Return")
    await until(lambda: target.exists() and QImage(str(target)).size() == picture.size)


async def test_sound_embedded_files_and_links_are_told_apart(demo: Person) -> None:
    await demo.run("sound_horn")
    sound = demo.find(AudioBlock)
    await until(lambda: "1.2 s" in demo.reads(sound), what="the length of the sound")
    assert "audio/wav" in demo.reads(sound)
    assert demo.button("Save the sound", sound)

    await demo.run("harbour_log")

    words = demo.reads(results(demo))
    assert "harbour://readings/wind.csv" in words
    assert "raw.bin" in words
    assert "Resource link" in words
    assert "The last day" in words
    assert len(demo.window.findChildren(Block)) >= 6


async def test_an_unknown_kind_is_shown_as_raw_json(person: Person, file: Files) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.start("one")

    await person.run("strange")

    words = person.reads(results(person))
    assert "hologram" in words
    assert '"depth": 3' in words


async def test_the_raw_result_is_one_key_away_and_the_whole_can_be_copied(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.start("one")
    await person.run("strange")

    await person.press("Ctrl+Shift+J")

    await until(lambda: "hologram" in person.reads(results(person)))
    await person.press("Ctrl+Shift+J", "Ctrl+Shift+C")
    await until(lambda: "hologram" in QGuiApplication.clipboard().text())


async def test_what_no_decoder_understands_is_told_and_can_be_saved(
    person: Person, file: Files
) -> None:
    script = {
        "tools/call": [
            {"result": {"content": [{"type": "image", "data": "AAAA", "mimeType": "image/png"}]}}
        ]
    }
    person.drop(file(one=entry("raw.py", json.dumps(script))))
    await person.start("one")

    await person.run("tool")

    words = person.reads(results(person))
    assert "This picture cannot be shown" in words
    assert person.button("Save the picture", results(person))


async def test_audio_and_text_of_a_prompt_have_their_roles(demo: Person) -> None:
    await demo.press("Ctrl+2")
    page = demo.page.current()

    await demo.run_chosen()

    assert "user" in demo.reads(page)


class Ticks:
    """Counts how often the window came round while something large arrived."""

    def __init__(self, window: QWidget) -> None:
        self.count = 0
        self._timer = QTimer(window)
        self._timer.setInterval(4)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def stop(self) -> int:
        self._timer.stop()
        return self.count

    def _tick(self) -> None:
        self.count += 1


async def arrived(person: Person, tool: str, **arguments: Any) -> tuple[Run, int]:
    """Run a tool by its form; tells how often the window ticked until all of it was shown."""
    person.choose_item(tool)
    for name, value in arguments.items():
        person.form_row(name).focus()
        await person.press("Ctrl+A")
        await person.write(str(value))
    ticks = Ticks(person.window)
    async with asyncio.timeout(60):
        run = await person.run_chosen()
    return run, ticks.stop()


async def test_a_picture_of_64_mb_arrives_whole_while_the_window_lives(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.start("one")
    size = 48 * 1024 * 1024  # 64 MB of base64

    run, ticks = await arrived(person, "picture", bytes=size)

    assert run.result is not None
    assert run.result.size > 60_000_000
    picture = person.find(PictureBlock).picture
    assert picture is not None
    assert picture.size == QSize(4096, 4096)
    assert len(colours(person.find(Canvas))) > 100
    assert ticks > 20


async def test_a_structured_result_of_16_mb_opens_as_a_tree_while_the_window_lives(
    person: Person, file: Files
) -> None:
    person.drop(file(one=entry("workshop.py")))
    await person.start("one")

    run, ticks = await arrived(person, "rows", count=380_000)

    assert run.result is not None
    assert run.result.size > 16_000_000
    tree = person.find(JsonView)
    rows = tree.model().index(0, 0, QModelIndex())
    assert "rows" in str(rows.data())
    bucket = await opened(tree, rows, 1)
    item = await opened(tree, bucket, 1)
    await opened(tree, item, 2)
    words = [str(tree.model().index(row, 0, item).data()) for row in range(2)]
    assert any("row number" in each for each in words), words
    assert ticks > 20


async def opened(tree: QTreeView, index: QModelIndex, least: int) -> QModelIndex:
    """Open a row by hand and wait for what is in it; returns the first of that."""
    tree.scrollTo(index)
    tree.setCurrentIndex(index)
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Right)
    await until(lambda: tree.model().rowCount(index) >= least, what=f"the rows of {index.data()}")
    return tree.model().index(0, 0, index)


async def test_a_text_of_many_megabytes_is_read_page_by_page(demo: Person) -> None:
    demo.choose_item("large_result")
    demo.form_row("size_kb").focus()
    await demo.press("Ctrl+A")
    await demo.write("8192")
    ticks = Ticks(demo.window)

    run = await demo.run_chosen()

    assert run.result is not None
    assert demo.find(LargeTextBody)
    assert "The tide comes in" in demo.reads(results(demo)) or demo.all(QLabel, "8")
    assert ticks.stop() > 5
