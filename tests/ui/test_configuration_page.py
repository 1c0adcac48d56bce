"""The page that shows a definition beside its text."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from patchbay.core.config.model import ConfigFile, Place, Severity
from patchbay.ui.configuration import ConfigurationPage, FileProblemsPage
from patchbay.ui.configuration.child_table import ChildTable
from patchbay.ui.configuration.file_text import LARGE, file_text
from patchbay.ui.configuration.tokens import tokens
from patchbay.ui.configuration.values import DOTS, Value
from patchbay.ui.controls import IconButton
from tests.ui.page_stories import (
    CONFIG,
    SET,
    configuration,
    configuration_in_yaml,
    configuration_of_demo,
    opened,
)
from tests.ui.waiting import until

HIDDEN = CONFIG.split('"SENTRY_TOKEN": "')[1].split('"')[0]


async def looked(page: ConfigurationPage, qtbot: QtBot) -> ConfigurationPage:
    """The page on the screen, after its first look."""
    qtbot.addWidget(page)
    page.resize(1_016, 681)
    page.show()
    await until(lambda: page.inspection is not None)
    return page


def words(widget: QWidget) -> str:
    labels = [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]
    codes = [code.toPlainText() for code in widget.findChildren(QPlainTextEdit)]
    tips = [each.toolTip() for each in widget.findChildren(QWidget)]
    return "\n".join([*labels, *codes, *tips])


def value(page: ConfigurationPage, name: str) -> Value:
    return next(each for each in page.findChildren(Value) if each.accessibleName() == name)


def child(page: ConfigurationPage) -> dict[str, tuple[str, str]]:
    table = page.findChild(ChildTable)
    assert table is not None
    model = table.table.model()
    rows = [
        [model.index(row, column).data() for column in range(3)] for row in range(model.rowCount())
    ]
    return {name: (shown, origin) for name, shown, origin in rows}


async def test_the_command_shows_where_it_is_and_that_it_may_run(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, "weather", **SET), qtbot)
    text = words(page)

    assert f"Resolves to {tmp_path / 'bin' / 'uvx'}" in text
    assert "allowed" in text.split("\n")


async def test_a_program_that_is_not_allowed_says_how_to_allow_it(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, "scripts"), qtbot)
    text = words(page)

    assert "not allowed" in text.split("\n")
    assert "patchbay allow" in text


async def test_an_unset_variable_is_an_error_with_its_place(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration(tmp_path, "weather"), qtbot)

    first = page.problems[0]
    assert first.severity is Severity.ERROR
    assert first.message == "WEATHER_API_KEY is not set anywhere, so weather cannot start"
    assert first.place == Place(15, 28)
    assert "WEATHER_API_KEY not set anywhere; weather cannot start" in words(page)


async def test_a_set_variable_shows_its_source_and_its_value_unless_secret(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, "weather", **SET), qtbot)
    text = words(page)

    assert "From the environment: http://proxy:3128" in text
    assert f"From the environment: {DOTS}" in text
    assert SET["WEATHER_API_KEY"] not in text
    assert "Found, 2 variables" in text


async def test_a_variable_set_since_the_file_was_read_is_no_problem(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, "weather", **SET), qtbot)

    assert not any(problem.variable for problem in page.problems)


async def test_a_page_is_settled_once_its_definition_and_text_are_shown(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = configuration(tmp_path, "weather", **SET)
    qtbot.addWidget(page)
    page.show()
    assert not page.settled

    await until(lambda: page.settled)

    assert page.text.view.blockCount() == CONFIG.count("\n") + 1
    assert "Resolves to" in words(page)


async def test_the_page_of_a_file_is_settled_once_its_text_is_shown(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = FileProblemsPage(opened(tmp_path, '{"mcpServers": '))
    qtbot.addWidget(page)
    page.show()
    assert not page.settled

    await until(lambda: page.settled)

    assert page.text.view.toPlainText() == '{"mcpServers": '
    assert "Patchbay could not read this file" in words(page)


async def test_an_empty_file_is_not_called_unreadable(qtbot: QtBot, tmp_path: Path) -> None:
    page = FileProblemsPage(opened(tmp_path, "{}"))
    qtbot.addWidget(page)
    page.show()
    await until(lambda: page.settled)

    assert "There are no servers in this file" in words(page)
    assert "could not read" not in words(page)


async def test_no_secret_is_on_the_page(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration(tmp_path, "weather", **SET), qtbot)

    assert HIDDEN not in words(page)
    assert "ghp_abcdefghijklmnop0123" not in words(page)


async def test_a_secret_shows_only_while_its_eye_is_pressed(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration(tmp_path, "weather", **SET), qtbot)
    field = value(page, "SENTRY_TOKEN")
    eye = field.findChild(IconButton)
    assert eye is not None
    assert field.toPlainText() == DOTS

    QTest.mousePress(eye, Qt.MouseButton.LeftButton)
    assert field.toPlainText() == HIDDEN
    QTest.mouseRelease(eye, Qt.MouseButton.LeftButton)
    assert field.toPlainText() == DOTS


async def test_the_text_shows_its_secrets_only_while_the_eye_is_pressed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, "weather", **SET), qtbot)
    eye = next(
        each for each in page.text.findChildren(IconButton) if "secrets" in each.accessibleName()
    )
    before = page.text.view.first_shown_line

    QTest.mousePress(eye, Qt.MouseButton.LeftButton)
    assert page.text.view.toPlainText() == CONFIG
    QTest.mouseRelease(eye, Qt.MouseButton.LeftButton)

    assert HIDDEN not in page.text.view.toPlainText()
    assert len(page.text.view.toPlainText()) == len(CONFIG)
    assert page.text.view.first_shown_line == before


async def test_the_server_gets_the_base_the_env_file_and_its_own(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, "weather", **SET), qtbot)
    variables = child(page)

    assert variables["LANG"] == ("en_GB.UTF-8", "your environment")
    assert variables["WEATHER_STATION"][1] == "env file"
    assert variables["LOG_LEVEL"] == ("debug", "this entry")
    assert variables["SENTRY_TOKEN"] == (DOTS, "this entry")
    assert "OFFICE_PROXY" not in variables


async def test_an_entry_that_was_read_again_is_shown_anew(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration(tmp_path, "weather", **SET), qtbot)
    file = opened(tmp_path, CONFIG.replace('"debug"', '"error"'))

    page.show_file(file)

    await until(lambda: '"error"' in page.text.view.toPlainText())


async def test_a_remote_entry_shows_its_address_and_hides_its_headers(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, "github"), qtbot)

    assert value(page, "Address").toPlainText() == "https://api.githubcopilot.com/mcp/"
    assert value(page, "Authorization").toPlainText() == DOTS
    assert child(page) == {}


async def test_yaml_is_shown_like_json(qtbot: QtBot, tmp_path: Path) -> None:
    page = await looked(configuration_in_yaml(tmp_path), qtbot)

    assert value(page, "Argument 2").toPlainText() == "@acme/charts-mcp@1.4.2"
    assert "tok-abcdef0123456789" not in words(page)


async def test_the_demo_explains_itself_instead_of_a_file(qtbot: QtBot, tmp_path: Path) -> None:
    page = configuration_of_demo(tmp_path)
    qtbot.addWidget(page)
    page.show()

    assert "This server comes with Patchbay" in words(page)
    assert [each for each in page.findChildren(QSplitter) if each.isVisible()] == []


async def test_the_text_goes_below_where_there_is_no_room_beside(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = await looked(configuration(tmp_path, "weather", **SET), qtbot)
    panes = page.findChild(QSplitter)
    assert panes is not None
    assert panes.orientation() is Qt.Orientation.Horizontal

    page.resize(690, 500)

    assert panes.orientation() is Qt.Orientation.Vertical


async def test_a_file_that_cannot_be_read_shows_problems_and_text(
    qtbot: QtBot, tmp_path: Path
) -> None:
    file = opened(tmp_path, CONFIG.replace('"mcpServers": {', '"mcpServers": '))
    assert not file.parsed
    page = FileProblemsPage(file)
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    await until(page.text.view.toPlainText)

    assert page.problems.problems == file.problems
    assert "Patchbay could not read this file" in words(page)
    assert HIDDEN not in words(page)


def test_a_large_file_is_cut_to_the_lines_around_the_entry(tmp_path: Path) -> None:
    filler = "\n".join(f"  // {number} {'x' * 80}" for number in range(4_000))
    text = "{\n" + filler + "\n" + CONFIG.split("\n", 1)[1]
    file = opened(tmp_path, text)
    entry = file.entries[1]

    shown = file_text(file, entry)

    assert len(file.text) > LARGE
    assert shown.is_cut
    assert len(shown.open) < LARGE
    assert shown.first_line == entry.place.line - 200
    assert '"weather"' in shown.open.split("\n")[200]
    assert shown.entry_lines == (entry.place.line, entry.place.line + 13)


def test_a_small_file_is_shown_whole(tmp_path: Path) -> None:
    file = opened(tmp_path, CONFIG.replace("\n", "\r\n"))

    shown = file_text(file, file.entries[1])

    assert not shown.is_cut
    assert shown.open == CONFIG
    assert shown.entry_lines == (11, 24)
    assert shown.commented == {21}


def test_a_secret_that_is_escaped_in_the_text_is_masked_too(tmp_path: Path) -> None:
    text = '{"mcpServers": {"a": {"command": "x", "env": {"A_TOKEN": "quo\\"ted-secret"}}}}'
    file: ConfigFile = opened(tmp_path, text)

    assert "ted-secret" not in file_text(file).masked


def test_references_and_comments_are_told_apart_from_strings() -> None:
    line = '"key": "a ${VAR} b", // "not a key": 1'
    found = {line[token.start : token.end]: token.colour for token in tokens(line)}

    assert found['"key"'] == "syn_key"
    assert found["${VAR}"] == "syn_lit"
    assert found['// "not a key": 1'] == "syn_com"


def test_a_line_inside_a_block_comment_is_comment_up_to_its_end() -> None:
    line = 'still */ "key": 1'
    first, second, *_ = tokens(line, commented=True)

    assert (line[first.start : first.end], first.italic) == ("still */", True)
    assert line[second.start : second.end] == '"key"'


def test_yaml_keys_strings_and_comments_are_coloured() -> None:
    line = '  - name: "charts" # the first'
    found = {line[token.start : token.end]: token.colour for token in tokens(line, yaml=True)}

    assert found["name"] == "syn_key"
    assert found['"charts"'] == "syn_str"
    assert found["# the first"] == "syn_com"
