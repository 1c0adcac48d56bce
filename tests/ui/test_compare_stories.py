"""Comparisons in their telling states, drawn in both themes."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui import theme
from patchbay.ui.results.compare import Comparison
from tests.ui.compare_stories import COMPARE_STORIES
from tests.ui.stories import Story
from tests.ui.test_stories import cut_off, outside, settled, wider_than_its_view
from tests.ui.waiting import until


@pytest.fixture(params=["light", "dark"])
def dressed(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[theme.ThemeName]:
    """Each theme in turn."""
    theme.apply(qapp, request.param)
    yield request.param
    theme.apply(qapp, "light")


async def drawn(story: Story, folder: Path, qtbot: QtBot) -> QWidget:
    widget = story.make(folder)
    qtbot.addWidget(widget)
    widget.setObjectName("plain")
    widget.resize(story.width, story.height)
    widget.show()
    comparison = widget.findChild(Comparison)
    assert comparison is not None
    await until(lambda: comparison.settled and settled(widget))
    await asyncio.sleep(0)  # layouts that follow a changed height
    return widget


@pytest.mark.parametrize("story", COMPARE_STORIES, ids=lambda story: story.name)
async def test_every_comparison_fits_its_room(
    story: Story, dressed: theme.ThemeName, qtbot: QtBot, tmp_path: Path
) -> None:
    widget = await drawn(story, tmp_path, qtbot)
    if folder := os.environ.get("PATCHBAY_ARTEFACTS"):
        widget.grab().save(str(Path(folder) / f"{story.name}-{dressed}.png"))

    assert cut_off(widget) == []
    assert outside(widget) == []
    assert wider_than_its_view(widget) == []


@pytest.mark.parametrize("story", COMPARE_STORIES, ids=lambda story: story.name)
async def test_nothing_of_a_comparison_is_cut_at_the_largest_text(
    story: Story, qtbot: QtBot, tmp_path: Path, largest_text: None
) -> None:
    widget = await drawn(story, tmp_path, qtbot)

    assert cut_off(widget) == []
    assert wider_than_its_view(widget) == []
