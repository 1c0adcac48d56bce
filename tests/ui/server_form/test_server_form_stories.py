"""The form of a server, drawn in both themes, at both widths and at every size of text."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui import theme
from patchbay.ui.server_form.form_row import FormRow
from tests.ui.server_form.server_form_stories import STORIES
from tests.ui.stories import Story
from tests.ui.test_stories import cut_off, outside, wider_than_its_view


@pytest.fixture(autouse=True, scope="module")
def as_others_left_it(qapp: QApplication) -> Iterator[None]:
    yield
    dress(qapp, "light", 100)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
@pytest.mark.parametrize("worn", ["light-100", "dark-100", "dark-90", "light-150"])
async def test_every_server_form_fits_its_window(
    story: Story, worn: str, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    name, size = worn.split("-")
    dress(qapp, "dark" if name == "dark" else "light", int(size))
    widget = await drawn(story, qtbot, tmp_path)
    if folder := os.environ.get("PATCHBAY_ARTEFACTS"):
        widget.grab().save(str(Path(folder) / f"{story.name}-{worn}.png"))

    assert cut_off(widget) == []
    assert outside(widget) == []
    assert wider_than_its_view(widget) == []
    assert squeezed(widget) == []


@pytest.mark.parametrize("story", STORIES[::2], ids=lambda story: story.name)
async def test_every_control_of_a_server_form_has_a_name_and_room_for_a_finger(
    story: Story, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    dress(qapp, "light", 100)
    widget = await drawn(story, qtbot, tmp_path)
    controls = [
        each
        for kind in (QAbstractButton, QLineEdit)
        for each in widget.findChildren(kind)
        if each.isVisible()
    ]

    assert [each for each in controls if not (each.accessibleName() or each.text())] == []
    assert [each.accessibleName() for each in controls if each.height() < 24] == []


def dress(app: QApplication, name: theme.ThemeName, size: int) -> None:
    """What is worn already is not put on again: it takes longer than most of the drawing."""
    if (theme.current().name, theme.current().text_size) != (name, size):
        theme.apply(app, name, size)


def squeezed(widget: QWidget) -> list[str]:
    """Rows that need more room than they have."""
    return [
        type(each).__name__
        for each in widget.findChildren(FormRow)
        if each.isVisible() and each.width() < each.minimumSizeHint().width()
    ]


async def drawn(story: Story, qtbot: QtBot, folder: Path) -> QWidget:
    widget = story.make(folder)
    qtbot.addWidget(widget)
    widget.setObjectName("plain")
    widget.resize(story.width, story.height)
    widget.show()
    for _ in range(8):
        await asyncio.sleep(0)  # rows and layouts that follow one another
    if (focused := QApplication.focusWidget()) is not None:
        focused.clearFocus()
    return widget
