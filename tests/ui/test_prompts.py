"""The prompts page on a real server."""

from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from patchbay.core.calls.blocks import Note, Text
from patchbay.core.calls.run import Status
from patchbay.core.sessions.catalog import Catalog
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready, Stopped
from patchbay.ui.prompts import PromptsPage
from tests.ui.form_stories import a_session, catalog, got_prompt
from tests.ui.samples import FileOpener
from tests.ui.waiting import until


def a_page(session: Session, qtbot: QtBot, folder: Path) -> PromptsPage:
    page = PromptsPage(session, FileOpener(folder))
    qtbot.addWidget(page)
    page.resize(1_016, 600)
    page.show()
    return page


def line(page: QWidget, name: str) -> QLineEdit:
    found = [one for one in page.findChildren(QLineEdit) if one.accessibleName() == name]
    return found[-1]


def button(page: QWidget, words: str) -> QAbstractButton:
    buttons = page.findChildren(QAbstractButton)
    return next(one for one in buttons if one.text() == words and one.isVisible())


def words(page: QWidget) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


async def test_a_prompt_is_got_with_its_arguments(
    demo: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    page = a_page(demo, qtbot, tmp_path)
    demo.start()
    await until(lambda: isinstance(demo.state, Ready), 30)
    page.choose("passage_plan")
    QTest.keyClicks(line(page, "departure"), "Bergen")
    QTest.keyClicks(line(page, "destination"), "Oban")

    button(page, "Get").click()

    run = page.results.run
    assert run is not None
    await until(lambda: run.status is Status.DONE)
    assert run.arguments == {"departure": "Bergen", "destination": "Oban"}
    assert run.result is not None
    first = run.result.blocks[0]
    assert isinstance(first, Text)
    assert first.role == "user"
    assert first.text == "Plan a passage from Bergen to Oban for a small yacht."


async def test_a_missing_argument_is_asked_for_before_anything_is_sent(
    demo: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    page = a_page(demo, qtbot, tmp_path)
    demo.start()
    await until(lambda: isinstance(demo.state, Ready), 30)
    page.choose("passage_plan")
    QTest.keyClicks(line(page, "departure"), "Bergen")

    page.run()

    assert demo.runs == []
    assert page.focusWidget() is line(page, "destination")
    assert "1 field needs attention" in words(page)


async def test_what_was_wanted_of_a_stopped_server_is_sent_once_it_runs(
    demo: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    page = a_page(demo, qtbot, tmp_path)
    page.start_wanted.connect(demo.start)
    assert "Start the server to see its prompts." in words(page)
    button(page, "Start").click()
    await until(lambda: isinstance(demo.state, Ready), 30)
    await demo.stop()
    page.choose("weather_briefing")
    assert "Server is stopped" in words(page)

    button(page, "Start and get").click()

    await until(lambda: [run.status for run in demo.runs] == [Status.DONE], 30)
    assert page.results.run is demo.runs[0]


def test_a_start_that_was_refused_forgets_what_was_wanted(qtbot: QtBot, tmp_path: Path) -> None:
    session = a_session(Stopped(), catalog())
    page = a_page(session, qtbot, tmp_path)
    page.choose("weekly_summary")
    page.run()

    session.changed.emit(Stopped())
    session.state = Ready()
    session.changed.emit(session.state)

    assert session.runs == []


def test_the_choice_stays_when_the_server_lists_its_prompts_again(
    qtbot: QtBot, tmp_path: Path
) -> None:
    session = a_session(Ready(), catalog())
    page = a_page(session, qtbot, tmp_path)
    page.choose("weekly_summary")

    session.catalog = Catalog(prompts=tuple(reversed(catalog().prompts)))
    session.catalog_changed.emit(session.catalog)
    assert page.list.key == "weekly_summary"

    session.catalog = Catalog(prompts=catalog().prompts[:1])
    session.catalog_changed.emit(session.catalog)
    assert page.list.key == "explain_chart"


def test_what_was_wrong_with_the_list_is_said_below_it(qtbot: QtBot, tmp_path: Path) -> None:
    session = a_session(Ready(), catalog())
    page = a_page(session, qtbot, tmp_path)
    odd = tuple(Note("A prompt without a name; left out.", f"/prompts/{n}") for n in (2, 5))
    elsewhere = Note("A tool without a name; left out.", "/tools/1")

    session.catalog = Catalog(prompts=catalog().prompts, notes=(elsewhere, *odd))
    session.catalog_changed.emit(session.catalog)

    shown = [label.text() for label in page.list.findChildren(QLabel)]
    assert (
        "A prompt without a name; left out. (/prompts/2) 1 more such remark is in the log." in shown
    )


def test_what_was_typed_stays_while_another_prompt_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    page = a_page(a_session(Ready(), catalog()), qtbot, tmp_path)
    QTest.keyClicks(line(page, "dataset"), "orders")

    page.choose("weekly_summary")
    assert "No arguments." in words(page)
    page.choose("explain_chart")

    assert page.pane.form is not None
    assert page.pane.form.raw() == {"dataset": "orders"}


def test_what_was_typed_stays_when_the_prompt_has_other_arguments_now(
    qtbot: QtBot, tmp_path: Path
) -> None:
    session = a_session(Ready(), catalog())
    page = a_page(session, qtbot, tmp_path)
    QTest.keyClicks(line(page, "dataset"), "orders")
    first = catalog().prompts[0]

    session.catalog = Catalog(prompts=(type(first)(first.name, "", "", first.arguments[:1], {}),))
    session.catalog_changed.emit(session.catalog)

    assert page.pane.form is not None
    assert page.pane.form.raw() == {"dataset": "orders"}


async def test_earlier_runs_of_this_sitting_are_shown_and_give_back_their_arguments(
    qtbot: QtBot, tmp_path: Path
) -> None:
    run = got_prompt()
    page = a_page(a_session(Ready(), catalog(), run), qtbot, tmp_path)
    assert page.results.run is run

    page.results.use_arguments()

    assert page.pane.form is not None
    assert page.pane.form.raw() == {"dataset": "orders", "audience": "the board"}


def test_a_server_without_prompts_says_so_and_offers_no_button(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = a_page(a_session(Ready()), qtbot, tmp_path)

    assert words(page) == "No prompts\nThe server offers no prompts."
    assert not [one for one in page.findChildren(QAbstractButton) if one.isVisible()]
