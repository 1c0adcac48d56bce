"""The dialogs about configs in their telling states, drawn in both themes over small windows."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui import theme
from patchbay.ui.dialogs.about import AboutDialog
from patchbay.ui.dialogs.conflict import ConflictDialog
from patchbay.ui.dialogs.move_secrets import MoveSecretsDialog
from patchbay.ui.dialogs.paste_page import PastePage
from patchbay.ui.dialogs.versions import VersionsDialog
from patchbay.ui.differences import DifferenceView
from tests.ui.dialog_stories import DIALOG_STORIES
from tests.ui.stories import Story
from tests.ui.test_stories import cut_off, outside, wider_than_its_view
from tests.ui.waiting import until

WAITING = (
    AboutDialog,
    ConflictDialog,
    DifferenceView,
    MoveSecretsDialog,
    PastePage,
    VersionsDialog,
)


@pytest.fixture(params=["light", "dark"])
def dressed(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[theme.ThemeName]:
    """Each theme in turn."""
    theme.apply(qapp, request.param)
    yield request.param
    theme.apply(qapp, "light")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """What the dialogs stand before."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.show()
    return window


@pytest.mark.parametrize("story", DIALOG_STORIES, ids=lambda story: story.name)
async def test_every_dialog_fits_a_small_window(
    story: Story, dressed: theme.ThemeName, window: QWidget, tmp_path: Path
) -> None:
    widget = await drawn(story, window, tmp_path)
    if folder := os.environ.get("PATCHBAY_ARTEFACTS"):
        widget.grab().save(str(Path(folder) / f"dialog-{story.name}-{dressed}.png"))

    assert widget.width() <= window.width()
    assert widget.height() <= window.height()
    assert cut_off(widget) == []
    assert outside(widget) == []
    assert wider_than_its_view(widget) == []


@pytest.mark.parametrize("story", DIALOG_STORIES, ids=lambda story: story.name)
async def test_nothing_in_a_dialog_is_cut_at_the_largest_text(
    story: Story, window: QWidget, tmp_path: Path, largest_text: None
) -> None:
    widget = await drawn(story, window, tmp_path)

    assert cut_off(widget) == []


@pytest.mark.parametrize("story", DIALOG_STORIES, ids=lambda story: story.name)
async def test_every_control_of_a_dialog_has_a_name(
    story: Story, window: QWidget, tmp_path: Path
) -> None:
    widget = await drawn(story, window, tmp_path)

    nameless = [
        type(each).__name__
        for kind in (QAbstractButton, QLineEdit)
        for each in widget.findChildren(kind)
        if each.isVisible() and not (each.accessibleName() or getattr(each, "text", str)())
    ]

    assert nameless == []


async def drawn(story: Story, window: QWidget, folder: Path) -> QWidget:
    """The story over the window."""
    widget = story.make(folder)
    widget.setParent(window, widget.windowFlags() | Qt.WindowType.Window)
    if story.width:
        widget.resize(story.width, story.height)
    widget.setObjectName("plain")
    widget.show()
    await until(lambda: settled(widget))
    for _ in range(3):
        await asyncio.sleep(0)  # layouts that follow one another
    return widget


def settled(widget: QWidget) -> bool:
    """Nothing that is shown still waits for its data."""
    parts = [widget, *widget.findChildren(QWidget)]
    return all(part.settled for part in parts if isinstance(part, WAITING))
