"""Every widget in its telling states, drawn in both themes."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui import theme
from patchbay.ui.controls import ElidedLabel
from patchbay.ui.results.block import Body
from tests.ui.stories import STORIES, Story
from tests.ui.waiting import until


@pytest.fixture(autouse=True, scope="module")
def as_others_left_it(qapp: QApplication) -> Iterator[None]:
    """What follows in this process counts on the usual size of text."""
    yield
    theme.apply(qapp, "light")


@pytest.fixture(params=["light", "dark"])
def both_themes(request: pytest.FixtureRequest, qapp: QApplication) -> str:
    """The test runs in each."""
    name: theme.ThemeName = request.param
    theme.apply(qapp, name)
    return name


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
async def test_every_story_fits_its_window(
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
    await asyncio.sleep(0)  # layouts that follow a changed height
    keep(widget, f"{story.name}-{both_themes}")

    assert cut_off(widget) == []
    assert outside(widget) == []
    assert wider_than_its_view(widget) == []


@pytest.mark.parametrize("size", [90, 150])
async def test_another_text_size_reaches_what_is_already_shown(
    size: int, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    widget = STORIES[0].make(tmp_path)
    qtbot.addWidget(widget)
    widget.setObjectName("plain")
    widget.resize(1_400, 480)
    widget.show()
    before = widget.findChildren(QAbstractButton)[0].sizeHint()

    theme.apply(qapp, "dark", size)
    await asyncio.sleep(0)

    after = widget.findChildren(QAbstractButton)[0].sizeHint()
    assert (after.height() > before.height()) is (size > 100)
    assert cut_off(widget) == []
    keep(widget, f"controls-{size}")


def keep(widget: QWidget, name: str) -> None:
    """Paint it, and write the picture where somebody wants to look at it."""
    picture = widget.grab()
    if folder := os.environ.get("PATCHBAY_ARTEFACTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        picture.save(str(Path(folder) / f"{name}.png"))


def settled(widget: QWidget) -> bool:
    """Nothing that is shown still waits for its data."""
    return all(body.settled for body in widget.findChildren(Body))


def shown(widget: QWidget) -> list[QWidget]:
    return [child for child in widget.findChildren(QWidget) if child.isVisible()]


def cut_off(widget: QWidget) -> list[str]:
    """Words and buttons with less room than they need."""
    return [
        f"{type(child).__name__} {child.accessibleName() or child.text()!r}"
        for child in shown(widget)
        if isinstance(child, (QLabel, QAbstractButton)) and not isinstance(child, ElidedLabel)
        if child.width() < child.minimumSizeHint().width()
        or child.height() < child.minimumSizeHint().height()
    ]


def outside(widget: QWidget) -> list[str]:
    """What stands outside the window; what is scrolled away does not count."""
    window = widget.rect()
    return [
        f"{type(child).__name__} {child.accessibleName()!r}"
        for child in shown(widget)
        if not scrolls(child)
        and not window.contains(QRect(child.mapTo(widget, child.rect().topLeft()), child.size()))
    ]


def wider_than_its_view(widget: QWidget) -> list[str]:
    """Scrolled pages that are wider than what scrolls them."""
    areas = [area for area in widget.findChildren(QScrollArea) if area.isVisible()]
    return [
        type(content).__name__
        for area in areas
        if (content := area.widget()) and content.width() > area.viewport().width()
    ]


def scrolls(child: QWidget) -> bool:
    above = child.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            return True
        above = above.parentWidget()
    return False
