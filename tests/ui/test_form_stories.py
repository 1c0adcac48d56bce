"""Forms and the pages of prompts and resources, drawn in both themes."""

import asyncio
import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from patchbay.ui import theme
from tests.ui.form_stories import STORIES
from tests.ui.stories import Story
from tests.ui.test_stories import cut_off, outside, settled, wider_than_its_view
from tests.ui.waiting import until


@pytest.fixture(params=["light", "dark"])
def both_themes(request: pytest.FixtureRequest, qapp: QApplication) -> str:
    name: theme.ThemeName = request.param
    theme.apply(qapp, name)
    return name


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
async def test_every_story_of_a_form_fits_its_window(
    story: Story, both_themes: str, qtbot: QtBot, tmp_path: Path
) -> None:
    widget = story.make(tmp_path)
    qtbot.addWidget(widget)
    widget.setObjectName("plain")
    widget.resize(story.width, story.height)
    widget.show()
    await until(lambda: settled(widget))
    if (focused := QApplication.focusWidget()) is not None:
        focused.clearFocus()
    for _ in range(3):
        await asyncio.sleep(0)  # rows and layouts that follow one another
    if folder := os.environ.get("PATCHBAY_ARTEFACTS"):
        widget.grab().save(str(Path(folder) / f"{story.name}-{both_themes}.png"))

    assert cut_off(widget) == []
    assert outside(widget) == []
    assert wider_than_its_view(widget) == []
