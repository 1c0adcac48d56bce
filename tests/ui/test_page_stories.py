"""Every page and dialog in its telling states, drawn in both themes."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui import theme
from patchbay.ui.configuration import ConfigurationPage, FileProblemsPage
from tests.ui.config_stories import CONFIG_STORIES, changed_outside
from tests.ui.page_stories import PAGE_STORIES
from tests.ui.stories import Story
from tests.ui.test_stories import cut_off, keep, outside
from tests.ui.waiting import until


@pytest.fixture(params=["light", "dark"])
def dressed(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[theme.ThemeName]:
    """Each theme in turn."""
    theme.apply(qapp, request.param)
    yield request.param
    theme.apply(qapp, "light")


@pytest.mark.parametrize("story", PAGE_STORIES, ids=lambda story: story.name)
async def test_every_page_fits_its_window(
    story: Story, dressed: theme.ThemeName, qtbot: QtBot, tmp_path: Path
) -> None:
    widget = await drawn(story, qtbot, tmp_path)
    keep(widget, f"{story.name}-{dressed}")

    assert cut_off(widget) == []
    assert outside(widget) == []


@pytest.mark.parametrize("size", [pytest.param(90, marks=pytest.mark.slow), 150])
@pytest.mark.parametrize("story", CONFIG_STORIES, ids=lambda story: story.name)
async def test_a_config_fits_its_window_in_other_sizes_of_text(
    story: Story, size: int, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    theme.apply(qapp, "light", size)
    widget = await drawn(story, qtbot, tmp_path)
    keep(widget, f"{story.name}-{size}")
    found = cut_off(widget), outside(widget)
    theme.apply(qapp, "light")

    assert found == ([], [])


@pytest.mark.parametrize("size", [100, 150])
async def test_the_head_of_a_config_gives_way_rather_than_being_cut_off(
    size: int, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    theme.apply(qapp, "light", size)
    page = changed_outside(tmp_path)
    qtbot.addWidget(page)
    page.show()
    found: dict[int, list[str]] = {}
    for width in range(500, 1_400, 50):
        page.resize(width, 681)
        await until(lambda: page.settled)
        found[width] = [*cut_off(page.head), *outside(page.head)]
    theme.apply(qapp, "light")

    assert found == {width: [] for width in found}


@pytest.mark.parametrize("story", PAGE_STORIES, ids=lambda story: story.name)
async def test_every_control_has_a_name(story: Story, qtbot: QtBot, tmp_path: Path) -> None:
    widget = await drawn(story, qtbot, tmp_path)

    nameless = [
        type(each).__name__
        for kind in (QAbstractButton, QLineEdit)
        for each in widget.findChildren(kind)
        if each.isVisible() and not (each.accessibleName() or getattr(each, "text", str)())
    ]

    assert nameless == []


async def drawn(story: Story, qtbot: QtBot, folder: Path) -> QWidget:
    widget = story.make(folder)
    qtbot.addWidget(widget)
    widget.setObjectName("plain")
    if story.width:
        widget.resize(story.width, story.height)
    widget.show()
    if isinstance(widget, ConfigurationPage | FileProblemsPage):
        await until(lambda: widget.settled)
    await asyncio.sleep(0)
    return widget
