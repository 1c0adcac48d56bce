"""The panel that says why a server is not running: what it shows, and what it offers to do."""

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from patchbay.core.errors import Action, Remedy
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed
from patchbay.ui import theme
from patchbay.ui.controls import column
from patchbay.ui.servers import FailurePanel
from tests.ui.failure_stories import (
    FAILURE_STORIES,
    NARROW,
    exited,
    insecure,
    older_shapes,
    redirected,
    tried_twice,
)
from tests.ui.stories import Story
from tests.ui.test_stories import cut_off, outside


@pytest.mark.parametrize("dressed", ["light", "dark"])
@pytest.mark.parametrize("story", FAILURE_STORIES, ids=lambda story: story.name)
async def test_every_failure_fits_its_window(
    story: Story, dressed: theme.ThemeName, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = Path(os.environ.get("PATCHBAY_ARTEFACTS", str(tmp_path)))
    theme.apply(qapp, dressed)
    page = story.make(tmp_path)
    qtbot.addWidget(page)
    page.setObjectName("plain")
    page.show()
    page.resize(story.width, story.height)
    page.grab().save(str(folder / f"{story.name}-{dressed}.png"))
    found = cut_off(page), outside(page)
    theme.apply(qapp, "light")

    assert found == ([], [])


def shown(session: Session, qtbot: QtBot) -> FailurePanel:
    panel = FailurePanel(session)
    qtbot.addWidget(panel)
    panel.show()
    return panel


def buttons(panel: FailurePanel) -> list[str]:
    shown = (each for each in panel.findChildren(QPushButton) if each.isVisible())
    return [each.text() for each in shown if each.text()]


def words(panel: FailurePanel) -> str:
    return "\n".join(each.text() for each in panel.findChildren(QLabel) if each.isVisible())


async def test_what_can_be_done_stands_beside_restart(qtbot: QtBot) -> None:
    panel = shown(redirected(), qtbot)
    chosen: list[Remedy] = []
    panel.remedy_wanted.connect(chosen.append)

    assert buttons(panel)[:2] == ["Restart", "Use this address"]
    next(
        each for each in panel.findChildren(QPushButton) if each.text() == "Use this address"
    ).click()

    (remedy,) = chosen
    assert (remedy.action, remedy.value) == (
        Action.ADOPT_ADDRESS,
        "https://eu.mcp.example.org/v2/mcp",
    )


async def test_where_a_field_is_offered_the_whole_configuration_is_not(qtbot: QtBot) -> None:
    assert "Edit variables" in buttons(shown(exited(), qtbot))
    assert "Show configuration" not in buttons(shown(exited(), qtbot))
    assert "Show configuration" in buttons(shown(older_shapes(), qtbot))
    assert buttons(shown(insecure(), qtbot))[:2] == ["Start", "Allow printer.office.example…"]


async def test_the_lines_beside_the_words_keep_no_page_wide(qtbot: QtBot) -> None:
    panel = FailurePanel(exited())
    page = QWidget()
    page.setLayout(column(panel))
    qtbot.addWidget(page)
    page.show()

    assert panel.minimumSizeHint().width() > NARROW[0]
    assert page.minimumSizeHint().width() < NARROW[0]


async def test_attempts_are_lines_of_the_panel_and_of_the_report(qtbot: QtBot) -> None:
    panel = shown(tried_twice(), qtbot)

    assert "http: 405 Method Not Allowed\nsse: 404 Not Found" in words(panel)
    assert "sse: 404 Not Found" in panel.report


async def test_a_remedy_that_was_applied_is_offered_no_more_until_the_next_failure(
    qtbot: QtBot,
) -> None:
    session = redirected()
    panel = shown(session, qtbot)

    panel.show_applied("The address is now another.")
    session.changed.emit(session.state)

    assert "The address is now another." in words(panel)
    assert "Use this address" not in buttons(panel)

    again = redirected().state
    assert isinstance(again, Failed)
    session.state = again
    session.changed.emit(again)
    assert "Use this address" in buttons(panel)


async def test_lines_of_an_earlier_start_are_not_shown_as_those_of_this_one(qtbot: QtBot) -> None:
    session = exited()
    session.log.begin()

    panel = shown(session, qtbot)

    assert "Open log" not in buttons(panel)
