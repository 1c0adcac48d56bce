"""The text editor, drawn in both themes and in other sizes of text."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui import theme
from tests.ui.editor.editor_stories import STORIES, edited
from tests.ui.stories import Story
from tests.ui.test_stories import cut_off, outside
from tests.ui.waiting import until


@pytest.fixture(params=["light", "dark"])
def dressed(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[theme.ThemeName]:
    theme.apply(qapp, request.param)
    yield request.param
    theme.apply(qapp, "light")


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
async def test_every_story_of_the_editor_fits_its_window(
    story: Story, dressed: theme.ThemeName, qtbot: QtBot, tmp_path: Path
) -> None:
    widget = await drawn(story, qtbot, tmp_path)
    keep(widget, f"{story.name}-{dressed}")

    assert cut_off(widget) == []
    assert outside(widget) == []


@pytest.mark.parametrize("size", [90, 150])
async def test_the_editor_follows_the_size_of_the_text(
    size: int, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    pane = edited(tmp_path)
    qtbot.addWidget(pane)
    pane.resize(720, 640)
    pane.show()
    pane.open_replace()
    before = pane.editor.line_height

    theme.apply(qapp, "light", size)
    await until(lambda: cut_off(pane) == [])
    keep(pane, f"editor-{size}")
    after = pane.editor.line_height
    theme.apply(qapp, "light")

    assert (after > before) is (size > 100)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
async def test_every_control_of_the_editor_has_a_name(
    story: Story, qtbot: QtBot, tmp_path: Path
) -> None:
    widget = await drawn(story, qtbot, tmp_path)

    kinds = (QAbstractButton, QLineEdit)
    named = [each for kind in kinds for each in widget.findChildren(kind)]
    assert [
        type(each).__name__ for each in named if not (each.accessibleName() or _words(each))
    ] == []


def _words(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QAbstractButton) else ""


async def drawn(story: Story, qtbot: QtBot, folder: Path) -> QWidget:
    widget = story.make(folder)
    qtbot.addWidget(widget)
    widget.setObjectName("plain")
    widget.resize(story.width, story.height)
    widget.show()
    await asyncio.sleep(0)
    return widget


def keep(widget: QWidget, name: str) -> None:
    if folder := os.environ.get("PATCHBAY_ARTEFACTS"):
        widget.grab().save(str(Path(folder) / f"{name}.png"))
