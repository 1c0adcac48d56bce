"""Arguments, variables and headers in the form of a server."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from patchbay.ui.server_form.argument_rows import SHOWN_AT_FIRST
from tests.ui.config_stories import YAML
from tests.ui.server_form.form_desk import Desk
from tests.ui.server_form.server_form_stories import LOCAL, MANY, REMOTE, SECRETS
from tests.ui.server_form.test_server_form import focused, press, said, shown
from tests.ui.waiting import until

KEY = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
TOKEN = "sk-live-abcdef0123456789abcdef"  # noqa: S105 - invented


@pytest.fixture
def local(qtbot: QtBot, tmp_path: Path) -> Desk:
    return shown(Desk(tmp_path, LOCAL), qtbot)


def names(desk: Desk, start: str) -> list[str]:
    """The names of the fields in sight, as they stand from above."""
    fields = [
        each
        for kind in (QLineEdit, QPlainTextEdit)
        for each in desk.form.findChildren(kind)
        if each.isVisible() and each.accessibleName().startswith(start)
    ]
    fields.sort(key=lambda each: each.mapTo(desk.form, QPoint()).y())
    return [each.accessibleName() for each in fields]


def text_of(desk: Desk, name: str) -> str:
    field = desk.field(name)
    return field.text() if isinstance(field, QLineEdit) else field.toPlainText()


def focus(desk: Desk) -> str:
    return desk.form.focusWidget().accessibleName()


def key(desk: Desk, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
    QTest.keyClick(desk.form.focusWidget(), key, modifier)


def test_typing_an_argument_changes_that_argument_alone(local: Desk) -> None:
    QTest.keyClicks(focused(local, "Argument 3"), "imperial")
    local.form.finish()

    assert local.text == LOCAL.replace('"metric"', '"imperial"')
    assert local.labels == ["changing argument 3 of weather"]


def test_an_emptied_argument_is_an_empty_text(local: Desk) -> None:
    QTest.keyClick(focused(local, "Argument 3"), KEY.Key_Delete)
    local.form.finish()

    assert local.entry.args == ("weather-mcp", "--units", "")


def test_an_argument_is_added_by_link_by_keys_and_by_enter_in_the_last_one(local: Desk) -> None:
    press(local, "Add argument")
    assert focus(local) == "Argument 4"
    QTest.keyClicks(local.form.focusWidget(), "a")

    key(local, KEY.Key_Return, Qt.KeyboardModifier.NoModifier)
    assert focus(local) == "Argument 5"
    QTest.keyClicks(local.form.focusWidget(), "b")

    focused(local, "Argument 1")
    key(local, KEY.Key_Insert, ALT)
    assert focus(local) == "Argument 2"
    QTest.keyClicks(local.form.focusWidget(), "c")
    local.form.finish()

    assert local.entry.args == ("weather-mcp", "c", "--units", "metric", "a", "b")


def test_the_first_argument_makes_the_list(qtbot: QtBot, tmp_path: Path) -> None:
    desk = shown(Desk(tmp_path, '{"mcpServers": {"a": {"command": "uvx"}}}'), qtbot)

    press(desk, "Add argument")
    QTest.keyClicks(desk.form.focusWidget(), "--x")
    desk.form.finish()

    assert desk.entry.args == ("--x",)


def test_an_argument_is_removed_by_button_and_by_keys(local: Desk) -> None:
    press(local, "Remove argument 1")
    assert local.entry.args == ("--units", "metric")

    focused(local, "Argument 2")
    key(local, KEY.Key_Delete, ALT)

    assert local.entry.args == ("--units",)
    assert focus(local) == "Argument 1"


def test_an_argument_moves_by_keys_and_keeps_the_focus(local: Desk) -> None:
    field = focused(local, "Argument 3")
    key(local, KEY.Key_Up, ALT)
    key(local, KEY.Key_Up, ALT)
    key(local, KEY.Key_Up, ALT)

    assert local.entry.args == ("metric", "weather-mcp", "--units")
    assert local.form.focusWidget() is field
    assert field.accessibleName() == "Argument 1"
    key(local, KEY.Key_Down, ALT)
    assert local.entry.args == ("weather-mcp", "metric", "--units")


def test_an_argument_moves_by_the_mouse_as_one_change(local: Desk) -> None:
    grip, goal = local.part("Move argument 1"), local.part("Move argument 3")
    below = grip.mapFromGlobal(goal.mapToGlobal(goal.rect().center())) + QPoint(0, 4)
    QTest.mousePress(grip, Qt.MouseButton.LeftButton)
    QTest.mouseMove(grip, below / 2)
    QTest.mouseMove(grip, below)
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton)

    assert local.entry.args == ("--units", "metric", "weather-mcp")
    assert local.labels == ["moving argument 1 of weather"]
    assert [text_of(local, f"Argument {n}") for n in (1, 2, 3)] == list(local.entry.args)


def test_answers_that_come_late_do_not_take_a_new_argument_away(local: Desk) -> None:
    local.is_slow = True
    QTest.keyClicks(focused(local, "Argument 3"), "x")
    press(local, "Add argument")
    QTest.keyClicks(local.form.focusWidget(), "new")
    field = local.form.focusWidget()

    local.answer()

    assert local.form.focusWidget() is field
    assert text_of(local, "Argument 4") == "new"
    local.form.finish()
    while local.waiting:
        local.answer()
    assert local.entry.args == ("weather-mcp", "--units", "x", "new")
    assert text_of(local, "Argument 4") == "new"


def test_a_change_of_the_text_keeps_the_rows_and_the_focus(local: Desk) -> None:
    field = focused(local, "Argument 2")

    local.write(LOCAL.replace('"--units", ', '"--units", "--fast", '))
    assert local.form.focusWidget() is field
    assert [text_of(local, f"Argument {n}") for n in (1, 2, 3, 4)] == list(local.entry.args)

    local.write(LOCAL)
    assert local.form.focusWidget() is field
    assert names(local, "Argument") == ["Argument 1", "Argument 2", "Argument 3"]


def test_a_refused_argument_goes_again(qtbot: QtBot, tmp_path: Path) -> None:
    text = '{"mcpServers": {"a": {"command": "uvx", "args": ["x"], "args": ["y"]}}}'
    desk = shown(Desk(tmp_path, text), qtbot)

    press(desk, "Add argument")

    assert desk.text == text
    assert "its name is written twice" in said(desk.form)
    assert names(desk, "Argument") == ["Argument 1"]


def test_a_refused_move_puts_the_arguments_back(qtbot: QtBot, tmp_path: Path) -> None:
    text = '{"mcpServers": {"a": {"command": "uvx", "args": ["x", "y"], "args": ["v", "w"]}}}'
    desk = shown(Desk(tmp_path, text), qtbot)
    before = [text_of(desk, f"Argument {n}") for n in (1, 2)]

    focused(desk, "Argument 2")
    key(desk, KEY.Key_Up, ALT)

    assert desk.text == text
    assert "its name is written twice" in said(desk.form)
    assert [text_of(desk, f"Argument {n}") for n in (1, 2)] == before


def test_several_lines_are_shown_as_such(local: Desk) -> None:
    QGuiApplication.clipboard().setText("first\nsecond")
    focused(local, "Argument 3")
    key(local, KEY.Key_V, CONTROL)

    assert isinstance(local.form.focusWidget(), QPlainTextEdit)
    QTest.keyClicks(local.form.focusWidget(), "!")
    local.form.finish()

    assert local.entry.args[2] == "first\nsecond!"
    assert names(local, "Argument") == ["Argument 1", "Argument 2", "Argument 3"]


async def test_of_many_arguments_the_first_are_shown_until_all_are_wanted(
    qtbot: QtBot, tmp_path: Path
) -> None:
    desk = shown(Desk(tmp_path, MANY), qtbot)
    await until(lambda: len(names(desk, "Argument")) == SHOWN_AT_FIRST)
    assert "53 more arguments; the text shows them" in said(desk.form)

    press(desk, "Show all")
    await until(lambda: len(names(desk, "Argument")) == 93)
    assert "more arguments" not in said(desk.form)


async def test_adding_to_many_arguments_shows_all_of_them(qtbot: QtBot, tmp_path: Path) -> None:
    desk = shown(Desk(tmp_path, MANY), qtbot)

    press(desk, "Add argument")

    await until(lambda: focus(desk) == "Argument 94")
    assert desk.entry.args[-2:] == ("--n=92", "")


def test_a_list_as_command_keeps_its_shape(qtbot: QtBot, tmp_path: Path) -> None:
    text = json.dumps({"mcpServers": {"a": {"command": ["uvx", "one", "two"]}}})
    desk = shown(Desk(tmp_path, text), qtbot)

    QTest.keyClicks(focused(desk, "Argument 2"), "2")
    QTest.keyClicks(focused(desk, "Command"), "npx")
    desk.form.finish()

    assert json.loads(desk.text)["mcpServers"]["a"] == {"command": ["npx", "one", "2"]}


def test_yaml_is_changed_like_json(qtbot: QtBot, tmp_path: Path) -> None:
    desk = shown(Desk(tmp_path, YAML, file="tools.yaml"), qtbot)

    QTest.keyClicks(focused(desk, "Argument 2"), "other")
    QTest.keyClicks(focused(desk, "Name of variable DEBUG"), "TRACE")
    desk.form.finish()

    assert desk.text == YAML.replace('"@acme/charts-mcp@1.4.2"', '"other"').replace(
        "DEBUG", "TRACE"
    )


def test_a_value_changes_beside_its_comment(local: Desk) -> None:
    QTest.keyClicks(focused(local, "Value of LOG_LEVEL"), "error")
    local.form.finish()

    assert local.text == LOCAL.replace('"debug"', '"error"')


def test_a_variable_is_renamed_in_its_place(local: Desk) -> None:
    QTest.keyClicks(focused(local, "Name of variable LOG_LEVEL"), "LEVEL")
    local.form.finish()

    assert local.text == LOCAL.replace('"LOG_LEVEL"', '"LEVEL"')


def test_a_new_variable_is_written_once_it_has_a_name(local: Desk) -> None:
    press(local, "Add variable")
    QTest.keyClicks(local.form.focusWidget(), "MODE")
    assert local.asked == []

    key(local, KEY.Key_Return, Qt.KeyboardModifier.NoModifier)
    assert focus(local) == "Value of MODE"
    QTest.keyClicks(local.form.focusWidget(), "fast")
    local.form.finish()

    assert local.entry.env["MODE"] == "fast"
    assert list(local.entry.env)[-1] == "MODE"


def test_a_value_waits_for_its_name(local: Desk) -> None:
    press(local, "Add variable")
    QTest.keyClicks(focused(local, "Value of the new variable"), "fast")
    local.form.finish()
    assert local.asked == []
    assert "The variable needs a name" in said(local.form)

    local.write(LOCAL.replace('"debug"', '"error"'))
    QTest.keyClicks(focused(local, "Name of variable"), "MODE")
    local.form.finish()

    assert local.entry.env["MODE"] == "fast"
    assert "needs a name" not in said(local.form)


@pytest.mark.parametrize(
    ("name", "fault"),
    [("HTTP_PROXY", "There is another variable"), ("A=B", "cannot hold ="), ("", "needs a name")],
)
def test_a_name_that_cannot_be_is_told_and_not_sent(local: Desk, name: str, fault: str) -> None:
    field = focused(local, "Name of variable LOG_LEVEL")
    QTest.keyClick(field, KEY.Key_Delete)
    QTest.keyClicks(field, name)
    local.form.finish()

    assert local.asked == []
    assert fault in said(local.form)


def test_a_refused_name_stays_as_it_was_typed_and_can_be_corrected(
    qtbot: QtBot, tmp_path: Path
) -> None:
    text = '{"mcpServers": {"a": {"command": "uvx", "env": {"A": "1", "B": null}}}}'
    desk = shown(Desk(tmp_path, text), qtbot)
    field = focused(desk, "Name of variable A")
    QTest.keyClicks(field, "B")
    desk.form.finish()
    assert desk.text == text
    assert "exists already" in said(desk.form)

    QTest.keyClicks(field, "2")
    desk.form.finish()

    assert dict(desk.entry.env) == {"B2": "1"}
    assert "exists already" not in said(desk.form)


def test_headers_are_the_same_in_capitals(qtbot: QtBot, tmp_path: Path) -> None:
    desk = shown(Desk(tmp_path, REMOTE), qtbot)
    press(desk, "Add header")
    QTest.keyClicks(desk.form.focusWidget(), "authorization")
    desk.form.finish()

    assert desk.asked == []
    assert "There is another header called authorization" in said(desk.form)


def test_a_variable_is_removed_by_button_and_by_keys(local: Desk) -> None:
    press(local, "Remove HTTP_PROXY")
    assert "HTTP_PROXY" not in local.text

    focused(local, "Value of LOG_LEVEL")
    key(local, KEY.Key_Delete, ALT)

    assert list(local.entry.env) == ["WEATHER_API_KEY", "SENTRY_TOKEN"]
    assert focus(local) == "Value of SENTRY_TOKEN"


async def test_rows_follow_the_names_of_the_text(local: Desk) -> None:
    field = focused(local, "Value of LOG_LEVEL")

    local.write(LOCAL.replace('        "HTTP_PROXY": "${OFFICE_PROXY}",\n', ""))
    assert local.form.focusWidget() is field
    assert text_of(local, "Value of LOG_LEVEL") == "debug"

    local.write(LOCAL)
    order = [f"Value of {name}" for name in local.entry.env]
    await until(lambda: names(local, "Value of") == order)


def test_a_secret_shows_only_while_its_eye_is_held(local: Desk) -> None:
    field = local.field("Value of SENTRY_TOKEN")
    assert isinstance(field, QLineEdit)
    eye = local.part("Show value of SENTRY_TOKEN while held")
    assert TOKEN not in field.displayText()

    QTest.mousePress(eye, Qt.MouseButton.LeftButton)
    assert field.displayText() == TOKEN
    QTest.mouseRelease(eye, Qt.MouseButton.LeftButton)
    assert TOKEN not in field.displayText()


def test_a_secret_is_changed_without_being_shown(local: Desk) -> None:
    field = local.field("Value of SENTRY_TOKEN")
    assert isinstance(field, QLineEdit)
    field.setFocus()
    QTest.keyClick(field, KEY.Key_End)
    QTest.keyClicks(field, "99")
    local.form.finish()

    assert f'"{TOKEN}99"' in local.text
    assert field.echoMode() is QLineEdit.EchoMode.Password


def test_what_is_typed_becomes_dots_when_it_is_left(local: Desk) -> None:
    field = focused(local, "Value of LOG_LEVEL")
    QTest.keyClicks(field, "hunter2hunter2")
    assert isinstance(field, QLineEdit)
    assert field.displayText() == "hunter2hunter2"

    local.field("Command").setFocus()

    assert "hunter2" not in field.displayText()


def test_no_secret_is_told_to_a_screen_reader_or_in_a_tip(qtbot: QtBot, tmp_path: Path) -> None:
    desk = shown(Desk(tmp_path, SECRETS), qtbot)
    desk.look()

    told = "\n".join(
        f"{each.toolTip()} {each.accessibleName()} {each.accessibleDescription()}"
        for each in desk.form.findChildren(QLineEdit)
    )
    assert "abcdefghijklmnop" not in told + said(desk.form)
    assert "battery" not in told + said(desk.form)


def test_a_secret_of_several_lines_survives_being_edited(qtbot: QtBot, tmp_path: Path) -> None:
    desk = shown(Desk(tmp_path, SECRETS), qtbot)
    field = desk.field("Value of PRIVATE_KEY")
    field.setFocus()
    QTest.keyClick(field, KEY.Key_End)
    QTest.keyClicks(field, "!")
    desk.form.finish()

    assert desk.entry.env["PRIVATE_KEY"] == "-----BEGIN KEY-----\nabcdef\n-----END KEY-----!"


def test_references_say_where_their_value_comes_from_or_that_there_is_none(
    qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "weather.env").write_text("OFFICE_PROXY=http://proxy:3128\n")
    desk = shown(Desk(tmp_path, LOCAL), qtbot)
    desk.look()
    assert "WEATHER_API_KEY is not set anywhere; weather cannot start" in said(desk.form)
    unset = desk.field("Value of WEATHER_API_KEY").accessibleDescription()
    assert unset == "WEATHER_API_KEY is not set anywhere; weather cannot start"

    desk.look(WEATHER_API_KEY="0123456789abcdef")

    words = said(desk.form)
    assert "From the env file: http://proxy:3128" in words
    assert "From the environment: ••••" in words
    assert "0123456789abcdef" not in words
    assert "Found, 1 variable" in words
