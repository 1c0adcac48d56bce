"""The page that shows a definition beside its text, before anything is changed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QSplitter
from pytestqt.qtbot import QtBot

from patchbay.core.config.model import Place, Severity
from patchbay.ui.configuration import ConfigurationPage
from patchbay.ui.configuration.child_table import ChildTable
from patchbay.ui.configuration.launch_lines import LaunchLines
from patchbay.ui.editor import LARGE
from patchbay.ui.server_form.hints import DOTS
from tests.ui.config_stories import (
    CONFIG,
    SET,
    broken_by_typing,
    broken_file,
    changed_outside,
    configuration,
    deleted_outside,
    drafted,
    from_windows,
    in_yaml,
    large,
    of_demo,
    page_of,
    parked,
    with_anchors,
)
from tests.ui.configuration_reading import (
    barred_lines,
    button,
    child,
    field,
    looked,
    press,
    show,
    words,
)
from tests.ui.waiting import until

Made: TypeAlias = Callable[[Path], ConfigurationPage]
HIDDEN = CONFIG.split('"SENTRY_TOKEN": "')[1].split('"')[0]


async def test_the_command_shows_where_it_is_and_that_it_may_run(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, **SET), qtbot)
    text = words(page)

    assert f"Resolves to {tmp_path / 'bin' / 'uvx'}" in text
    assert "✓ allowed" in text.split("\n")


async def test_a_program_that_is_not_allowed_can_be_allowed(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration(tmp_path, "scripts"), qtbot)

    assert "blocked" in words(page).split("\n")
    assert button(page, "Allow…").isEnabled()


async def test_an_unset_variable_is_an_error_with_its_place(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration(tmp_path), qtbot)

    first = page.problems[0]
    assert first.severity is Severity.ERROR
    assert first.message == "WEATHER_API_KEY is not set anywhere, so weather cannot start"
    assert first.place == Place(15, 28)
    assert "WEATHER_API_KEY is not set anywhere; weather cannot start" in words(page)


async def test_a_set_variable_shows_its_source_and_its_value_unless_secret(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, **SET), qtbot)
    text = words(page)

    assert "From the environment: http://proxy:3128" in text
    assert f"From the environment: {DOTS}" in text
    assert SET["WEATHER_API_KEY"] not in text
    assert "Found, 2 variables" in text


async def test_a_variable_set_since_the_file_was_read_is_no_problem(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, **SET), qtbot)

    assert not any(problem.variable for problem in page.problems)


async def test_a_page_is_settled_once_its_definition_and_text_are_shown(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = configuration(tmp_path, **SET)
    show(page, qtbot)
    assert not page.settled

    await until(lambda: page.settled)

    assert page.text.pane.editor.blockCount() == CONFIG.count("\n") + 1
    assert "Resolves to" in words(page)


async def test_the_lines_of_the_entry_are_marked_and_in_sight(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration(tmp_path, **SET), qtbot)

    assert barred_lines(page.text.pane.editor) == list(range(11, 25))


async def test_problems_are_listed_under_the_text_and_lead_there(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path), qtbot)
    editor = page.text.pane.editor
    assert "3 problems" in words(page.head)

    press(page.text.problems, "16:23")

    assert editor.cursor_offset == CONFIG.index('"${OFFICE_PROXY}"')


async def test_a_mark_in_the_form_leads_to_the_place_in_the_text(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path), qtbot)
    editor = page.text.pane.editor

    press(page.form, "Show in the text")

    assert editor.hasFocus()
    assert editor.shown.line_at(editor.cursor_offset) in (13, 15)


async def test_the_next_problem_is_reached_again_and_again(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration(tmp_path), qtbot)
    editor, lines = page.text.pane.editor, list[int]()

    for step in (1, 1, 1, 1, -1):
        page.text.step_problem(step)
        lines.append(editor.shown.line_at(editor.cursor_offset))

    assert lines == [15, 16, 23, 15, 23]


@pytest.mark.parametrize("make", [configuration, broken_by_typing, parked, large, in_yaml])
async def test_no_secret_is_on_the_page(make: Made, qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(make(tmp_path), qtbot)
    text = words(page)

    for secret in (HIDDEN, "ghp_abcdefghijklmnop0123", "tok-abcdef0123456789"):
        assert secret not in text


async def test_a_secret_shows_only_while_its_eye_is_pressed(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration(tmp_path, **SET), qtbot)
    value = field(page, "Value of SENTRY_TOKEN")
    eye = button(value, "Show")
    assert value.echoMode() is QLineEdit.EchoMode.Password

    QTest.mousePress(eye, Qt.MouseButton.LeftButton)
    assert value.displayText() == HIDDEN
    QTest.mouseRelease(eye, Qt.MouseButton.LeftButton)
    assert HIDDEN not in value.displayText()


async def test_the_text_shows_its_secrets_only_while_the_eye_is_pressed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, **SET), qtbot)
    editor, eye = page.text.pane.editor, button(page.text, "Show secrets")
    before = editor.first_shown_line

    QTest.mousePress(eye, Qt.MouseButton.LeftButton)
    assert editor.toPlainText() == CONFIG
    QTest.mouseRelease(eye, Qt.MouseButton.LeftButton)

    assert HIDDEN not in editor.toPlainText()
    assert len(editor.toPlainText()) == len(CONFIG)
    assert editor.first_shown_line == before


async def test_the_server_gets_the_base_the_env_file_and_its_own(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, **SET), qtbot)
    variables = child(page)

    assert variables["LANG"] == ("en_GB.UTF-8", "your environment")
    assert variables["WEATHER_STATION"][1] == "env file"
    assert variables["LOG_LEVEL"] == ("debug", "this entry")
    assert variables["SENTRY_TOKEN"] == (DOTS, "this entry")
    assert "OFFICE_PROXY" not in variables


async def test_the_server_is_started_with_what_is_written_there(
    qtbot: QtBot, tmp_path: Path
) -> None:
    entry = {
        "command": ["uvx", "weather mcp"],
        "args": ["--token", HIDDEN, "${WEATHER_UNITS:-metric}"],
        "cwd": str(tmp_path),
        "encoding": "latin-1",
    }
    text = json.dumps({"mcpServers": {"listed": entry}})
    page = await looked(page_of(tmp_path, drafted(tmp_path, text), "listed"), qtbot)
    (lines,) = page.findChildren(LaunchLines)

    told = words(lines).splitlines()
    assert str(tmp_path / "bin" / "uvx") in told
    assert f"'weather mcp' --token {DOTS} metric" in told
    assert str(tmp_path) in told
    assert "latin-1" in told

    (table,) = page.findChildren(ChildTable)
    eye = button(table, "Show secrets while pressed")
    QTest.mousePress(eye, Qt.MouseButton.LeftButton)
    assert f"'weather mcp' --token {HIDDEN} metric" in words(lines).splitlines()
    QTest.mouseRelease(eye, Qt.MouseButton.LeftButton)
    assert HIDDEN not in words(lines)


async def test_a_remote_entry_shows_its_address_and_hides_its_headers(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, "github"), qtbot)

    assert field(page, "Address").text() == "https://api.githubcopilot.com/mcp/"
    assert field(page, "Value of Authorization").echoMode() is QLineEdit.EchoMode.Password
    assert child(page) == {}


async def test_yaml_is_shown_like_json(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(in_yaml(tmp_path), qtbot)

    assert field(page, "Argument 2").text() == "@acme/charts-mcp@1.4.2"
    assert "YAML" in page.text.pane.about.text()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (parked, "scripts is parked"),
        (broken_by_typing, "The text is broken"),
        (with_anchors, "anchor"),
    ],
    ids=["parked", "broken", "anchors"],
)
async def test_a_form_that_cannot_change_an_entry_says_why(
    make: Made, reason: str, qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(make(tmp_path), qtbot)

    assert page.form.is_read_only
    assert reason in words(page.form)
    assert not page.text.pane.editor.isReadOnly()


async def test_a_parked_entry_can_be_put_back(qtbot: QtBot, tmp_path: Path) -> None:
    wanted: list[str] = []
    page = await looked(parked(tmp_path, wanted), qtbot)

    press(page, "Put it back")

    assert wanted == ["unpark"]
    assert barred_lines(page.text.pane.editor) == []


async def test_the_head_says_what_others_did_to_the_file(qtbot: QtBot, tmp_path: Path) -> None:
    for make, said in ((changed_outside, "changed outside"), (deleted_outside, "deleted outside")):
        page = await looked(make(tmp_path), qtbot)
        assert said in words(page.head).split("\n")
        assert button(page.head, "Save").isEnabled()


async def test_an_unchanged_file_has_nothing_to_save(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration(tmp_path, **SET), qtbot)

    assert not button(page.head, "Save").isEnabled()
    assert "not saved" not in words(page.head)


async def test_the_pane_says_how_the_text_is_written(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(from_windows(tmp_path), qtbot)
    about = page.text.pane.about.text()

    assert "UTF-8 with BOM" in about
    assert "CRLF" in about
    assert "2 spaces" in about


async def test_a_large_file_is_cut_to_the_lines_around_the_entry(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(large(tmp_path), qtbot)
    shown = page.text.pane.editor.shown

    assert len(shown.text) > LARGE
    assert len(shown.display) <= LARGE
    assert '"weather"' in shown.display
    assert barred_lines(page.text.pane.editor) == list(range(4_011, 4_025))


async def test_the_demo_explains_itself_instead_of_a_file(qtbot: QtBot, tmp_path: Path) -> None:
    page = of_demo(tmp_path)
    show(page, qtbot)

    assert "This server comes with Patchbay" in words(page)


async def test_the_text_goes_below_where_there_is_no_room_beside(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, **SET), qtbot)
    panes = page.findChild(QSplitter)
    assert panes is not None
    assert panes.orientation() is Qt.Orientation.Horizontal

    page.resize(690, 500)

    assert panes.orientation() is Qt.Orientation.Vertical


async def test_a_file_that_cannot_be_read_shows_problems_and_text(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = broken_file(tmp_path)
    show(page, qtbot)
    await until(lambda: page.settled)

    assert page.text.problems.problems == page.draft.file.problems
    assert "Patchbay could not understand this file" in words(page)
    assert HIDDEN not in words(page)
    editor = page.text.pane.editor
    place = page.draft.file.problems[0].place
    assert place is not None
    assert editor.shown.line_at(editor.cursor_offset) == place.line


async def test_an_empty_file_is_not_called_unreadable(qtbot: QtBot, tmp_path: Path) -> None:
    page = broken_file(tmp_path, "{}")
    show(page, qtbot)
    await until(lambda: page.settled)

    assert "There are no servers in this file" in words(page)
    assert "could not" not in words(page)
