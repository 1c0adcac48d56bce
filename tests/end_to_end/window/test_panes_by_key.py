"""F6 and Shift+F6 go from one part of the window to the next."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from patchbay.ui.configuration import ConfigurationPage
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry


@pytest.fixture
def config(file: Files) -> Path:
    return file(one=entry("workshop.py"))


def place_of_focus(panes: Sequence[QWidget]) -> int:
    """Which of the panes has the focus, or has it inside."""
    focused = QApplication.focusWidget()
    assert focused is not None
    holds = [pane is focused or pane.isAncestorOf(focused) for pane in panes]
    assert any(holds), f"{focused} is in none of them"
    return holds.index(True)


async def test_f6_goes_around_the_configuration_page(person: Person, config: Path) -> None:
    person.drop(config)
    await person.configure("one")
    page, above = person.page.current(), person.page
    assert isinstance(page, ConfigurationPage)
    sidebar = person.window.sidebar
    panes = [sidebar, above.header, above.tabs, page.head, page.form, page.text]
    person.window.sidebar.list.setFocus()

    walked: list[int] = []
    for _ in range(len(panes)):
        await person.press("F6")
        walked.append(place_of_focus(panes))
    assert walked == [1, 2, 3, 4, 5, 0]

    back: list[int] = []
    for _ in range(len(panes)):
        await person.press("Shift+F6")
        back.append(place_of_focus(panes))
    assert back == [5, 4, 3, 2, 1, 0]


async def test_f6_goes_through_list_form_and_result_of_the_tools(
    person: Person, config: Path
) -> None:
    person.drop(config)
    await person.start("one")
    await person.run("surroundings")
    panes = [*person.page.tools.panes.shown_panes()]
    person.page.tabs.setFocus()

    walked: list[int] = []
    for _ in panes:
        await person.press("F6")
        walked.append(place_of_focus(panes))

    assert walked == [0, 1, 2]
