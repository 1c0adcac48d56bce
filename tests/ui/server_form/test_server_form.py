"""The fields of a server's form: what they ask for, and what they leave alone."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from patchbay.core.config.model import Problem, Severity
from patchbay.ui.controls import Button
from patchbay.ui.server_form.inputs import PageField
from tests.ui.server_form.form_desk import Desk
from tests.ui.server_form.server_form_stories import BLOCKED, LOCAL, REACHED, REMOTE
from tests.ui.waiting import until

KEY = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def local(qtbot: QtBot, tmp_path: Path) -> Desk:
    (tmp_path / "weather.env").write_text("WEATHER_STATION=bergen\n")
    return shown(Desk(tmp_path, LOCAL), qtbot)


@pytest.fixture
def remote(qtbot: QtBot, tmp_path: Path) -> Desk:
    return shown(Desk(tmp_path, REMOTE), qtbot)


def shown(desk: Desk, qtbot: QtBot) -> Desk:
    qtbot.addWidget(desk.form)
    desk.form.resize(496, 900)
    with qtbot.waitActive(desk.form):
        desk.form.show()
        desk.form.activateWindow()
    return desk


def focused(desk: Desk, name: str) -> QLineEdit | QPlainTextEdit:
    field = desk.field(name)
    field.setFocus()
    field.selectAll()
    return field


def press(desk: Desk, name: str) -> None:
    QTest.mouseClick(desk.part(name), Qt.MouseButton.LeftButton)


def said(widget: QWidget) -> str:
    labels = [each for each in widget.findChildren(QLabel) if each.isVisible()]
    return "\n".join(each.text().replace("\u200b", "") for each in labels)


def test_how_a_remote_server_is_reached_is_written_and_a_password_in_it_hidden(
    qtbot: QtBot, tmp_path: Path
) -> None:
    desk = shown(Desk(tmp_path, REACHED), qtbot)
    desk.look()
    summary = "sets proxy, CA file, client certificate"
    assert summary in said(desk.form)
    press(desk, "More")

    proxy = desk.field("Proxy")
    assert isinstance(proxy, QLineEdit)
    assert proxy.echoMode() is QLineEdit.EchoMode.Password
    assert f"Leads to {tmp_path / 'certificates/office.pem'}" in said(desk.form)
    QTest.keyClicks(focused(desk, "Proxy"), "none")
    QTest.keyClick(desk.field("Client key"), KEY.Key_A)
    QTest.keyClicks(focused(desk, "Total time-out"), "60")
    desk.form.finish()

    entry = desk.entry
    assert (entry.proxy, entry.client_key, entry.total_timeout) == ("none", "a", 60)
    assert '"clientKey": "a"' in desk.text
    assert proxy.echoMode() is QLineEdit.EchoMode.Normal


async def test_what_is_typed_is_asked_for_once_somebody_rests(local: Desk) -> None:
    field = focused(local, "Command")

    QTest.keyClicks(field, "npx")
    assert local.asked == []
    await until(lambda: local.asked)

    assert local.labels == ["changing command of weather"]
    assert local.text == LOCAL.replace('"uvx"', '"npx"')


def test_leaving_a_field_and_enter_ask_at_once(local: Desk) -> None:
    QTest.keyClicks(focused(local, "Command"), "npx")
    QTest.keyClick(local.field("Command"), KEY.Key_Return)
    assert '"npx"' in local.text

    QTest.keyClicks(local.field("Command"), "2")
    local.field("Folder").setFocus()
    assert '"npx2"' in local.text


def test_a_late_answer_does_not_undo_the_next_letters(local: Desk) -> None:
    local.is_slow = True
    field = focused(local, "Command")
    QTest.keyClicks(field, "np")
    local.form.finish()
    QTest.keyClicks(field, "x")

    local.answer()

    assert local.field("Command") is field
    assert isinstance(field, QLineEdit)
    assert (field.text(), field.cursorPosition()) == ("npx", 3)
    local.form.finish()
    local.answer()
    assert '"npx"' in local.text


def test_a_change_of_the_text_reaches_a_field_with_the_focus(local: Desk) -> None:
    field = focused(local, "Command")
    QTest.keyClicks(field, "npx")
    local.form.finish()

    local.write(local.text.replace('"npx"', '"node"'))

    assert local.field("Command") is field
    assert field.hasFocus()
    assert isinstance(field, QLineEdit)
    assert field.text() == "node"


def test_another_field_that_changes_leaves_what_is_being_typed(local: Desk) -> None:
    field = focused(local, "Command")
    QTest.keyClicks(field, "half")

    local.write(LOCAL.replace("debug", "error"))

    assert isinstance(field, QLineEdit)
    assert field.text() == "half"


def test_an_optional_field_goes_from_the_file_when_it_is_emptied(local: Desk) -> None:
    QTest.keyClick(focused(local, "Env file"), KEY.Key_Delete)
    local.form.finish()

    assert "envFile" not in local.text
    assert local.labels == ["removing env_file of weather"]


def test_an_emptied_command_stays_in_the_file_as_an_empty_one(local: Desk) -> None:
    QTest.keyClick(focused(local, "Command"), KEY.Key_Delete)
    local.form.finish()

    assert '"command": ""' in local.text
    assert "There is no command" in said(local.form)


def test_undo_in_a_field_takes_back_its_typing_and_else_goes_to_the_window(local: Desk) -> None:
    undone: list[bool] = []
    action = QAction(local.form)
    action.setShortcut(QKeySequence.StandardKey.Undo)
    action.triggered.connect(lambda: undone.append(True))
    local.form.addAction(action)
    field = focused(local, "Command")
    QTest.keyClicks(field, "npx")

    QTest.keyClick(field, KEY.Key_Z, CONTROL)
    assert isinstance(field, QLineEdit)
    assert field.text() == "uvx"
    assert undone == []

    QTest.keyClick(field, KEY.Key_Y, CONTROL)
    assert field.text() == "npx"
    local.form.finish()
    assert local.entry.command == "npx"
    QTest.keyClick(field, KEY.Key_Z, CONTROL)
    QTest.keyClick(field, KEY.Key_Z, CONTROL)
    local.form.finish()
    assert undone == [True]
    assert local.text == LOCAL


def test_choosing_a_transport_shows_its_fields(local: Desk) -> None:
    press(local, "http")

    assert '"type": "http"' in local.text
    assert local.field("Address").isVisible()
    assert not any(
        each.accessibleName() == "Command" and each.isVisible()
        for each in local.form.findChildren(QLineEdit)
    )
    assert "keeps command, args, env" in said(local.form)


def test_an_entry_without_a_transport_has_none_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    desk = shown(Desk(tmp_path, '{"mcpServers": {"a": {"description": "?"}}}'), qtbot)
    names = ("stdio", "http", "sse", "ws")
    buttons = [desk.part(name) for name in names]
    assert not any(isinstance(each, QAbstractButton) and each.isChecked() for each in buttons)
    assert "neither a command nor a url" in said(desk.form)

    QTest.keyClicks(focused(desk, "Command"), "uvx")
    desk.form.finish()

    assert desk.entry.command == "uvx"
    assert "neither a command nor a url" not in said(desk.form)


def test_disabling_uses_the_flag_of_the_file_or_offers_to_park(
    qtbot: QtBot, tmp_path: Path
) -> None:
    desk = shown(Desk(tmp_path, LOCAL), qtbot)
    QTest.keyClick(desk.part("Disabled"), KEY.Key_Space)
    assert desk.entry.disabled

    other = shown(Desk(tmp_path, LOCAL, file="claude_desktop_config.json"), qtbot)
    parked: list[bool] = []
    other.form.park_wanted.connect(lambda: parked.append(True))
    press(other, "Park this server…")
    assert parked == [True]


def test_a_time_out_is_written_in_the_unit_of_the_file(qtbot: QtBot, tmp_path: Path) -> None:
    text = '{"mcpServers": {"a": {"command": "uvx", "timeout": 30000}}}'
    desk = shown(Desk(tmp_path, text, file=".mcp.json"), qtbot)
    field = focused(desk, "Call time-out")
    assert isinstance(field, QLineEdit)
    assert field.text() == "30 s"

    QTest.keyClicks(field, "2,5")
    QTest.keyClick(field, KEY.Key_Return)

    assert '"timeout": 2500' in desk.text
    desk.field("Command").setFocus()
    assert field.text() == "2.5 s"


@pytest.mark.parametrize("words", ["0", "-3", "soon", "1e99", "1000000000"])
def test_a_time_out_that_cannot_be_is_refused_under_the_field(local: Desk, words: str) -> None:
    QTest.keyClicks(focused(local, "Call time-out"), words)
    local.form.finish()

    assert local.asked == []
    assert "Needs a number of seconds above 0" in said(local.form)
    assert "Needs a number" in local.field("Call time-out").accessibleDescription()


def test_a_time_out_steps_by_key_and_goes_when_emptied(local: Desk) -> None:
    field = focused(local, "Call time-out")
    QTest.keyClick(field, KEY.Key_Up)
    local.form.finish()
    assert '"request_timeout": 31' in local.text

    field.selectAll()
    QTest.keyClick(field, KEY.Key_Delete)
    local.form.finish()
    assert "request_timeout" not in local.text


def test_the_protocol_is_chosen_from_a_list(local: Desk) -> None:
    drop = next(each for each in local.form.findChildren(QComboBox))
    drop.setFocus()
    QTest.keyClick(drop, KEY.Key_Down)
    assert local.entry.protocol == "legacy"

    QTest.keyClick(drop, KEY.Key_Up)
    assert "protocol" not in local.text


def test_the_rest_is_behind_a_fold_that_names_what_it_keeps(qtbot: QtBot, tmp_path: Path) -> None:
    desk = shown(Desk(tmp_path, BLOCKED), qtbot)
    assert "sets session, server config; keeps autoApprove, disabledTools, url" in said(desk.form)

    press(desk, "More")

    words = said(desk.form)
    assert "Kept as they are: autoApprove, disabledTools" in words
    assert "Also in the file, not used with stdio: url" in words


def test_flags_are_written_only_when_they_differ_from_the_default(local: Desk) -> None:
    press(local, "More")
    box = local.part("Load its tools")
    assert isinstance(box, QCheckBox)

    QTest.keyClick(box, KEY.Key_Space)
    assert '"loadTools": false' in local.text
    QTest.keyClick(box, KEY.Key_Space)
    assert "loadTools" not in local.text


def test_the_server_config_is_json_or_says_why_not(local: Desk) -> None:
    press(local, "More")
    field = focused(local, "Server config")
    QTest.keyClicks(field, '{"depth": 3')
    local.form.finish()
    assert local.asked == []
    assert "Is not JSON" in said(local.form)

    QTest.keyClicks(field, "}")
    local.form.finish()
    assert local.entry.config == {"depth": 3}
    assert "Is not JSON" not in said(local.form)


def test_secrets_in_the_server_config_show_only_when_they_are_asked_for(local: Desk) -> None:
    press(local, "More")
    field = focused(local, "Server config")
    written = '{"apiKey": "hunter2hunter2", "depth": 3}'
    assert isinstance(field, PageField)
    QTest.keyClicks(field, written)
    focused(local, "Folder")
    assert local.entry.config == json.loads(written)
    assert "hunter2" not in field.text()
    assert '"depth": 3' in field.text()

    focused(local, "Server config")
    QTest.keyClicks(field, "x")
    local.form.finish()
    press(local, "Show secrets in the server config and edit it")
    assert json.loads(field.text()) == local.entry.config == json.loads(written)
    assert not field.isReadOnly()


def test_a_description_may_have_several_lines(local: Desk) -> None:
    field = focused(local, "Description")
    QTest.keyClicks(field, "one")
    QTest.keyClick(field, KEY.Key_Return)
    QTest.keyClicks(field, "two")
    local.form.finish()

    assert local.entry.description == "one\ntwo"


def test_a_refusal_stands_under_its_field_until_the_next_change(
    qtbot: QtBot, tmp_path: Path
) -> None:
    text = '{"mcpServers": {"a": {"command": "uvx", "cwd": "/a", "cwd": "/b"}}}'
    desk = shown(Desk(tmp_path, text), qtbot)
    field = focused(desk, "Folder")
    QTest.keyClicks(field, "/c")
    desk.form.finish()
    assert desk.text == text
    assert "its name is written twice" in said(desk.form)
    assert "its name is written twice" in field.accessibleDescription()
    assert isinstance(field, QLineEdit)
    assert field.text() == "/c"

    QTest.keyClicks(field, "d")

    assert "its name is written twice" not in said(desk.form)


def test_a_read_only_form_says_why_and_leads_to_the_text(local: Desk) -> None:
    wanted: list[object] = []
    local.form.place_wanted.connect(wanted.append)
    local.form.set_read_only("The text is broken.")

    press(local, "Edit the text")
    QTest.keyClicks(local.field("Command"), "npx")
    local.form.finish()

    assert local.form.is_read_only
    press(local, "More")
    assert local.field("Encoding").isVisible()
    assert "The text is broken." in said(local.form)
    assert wanted == [()]
    assert local.asked == []
    local.form.set_read_only("")
    assert not local.form.is_read_only


def test_a_program_shows_where_it_is_and_a_blocked_one_can_be_allowed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    desk = shown(Desk(tmp_path, LOCAL.replace("uvx", "python")), qtbot)
    desk.look(WEATHER_API_KEY="0123456789", OFFICE_PROXY="http://proxy:3128")
    allowed: list[bool] = []
    desk.form.allow_wanted.connect(lambda: allowed.append(True))

    assert f"Resolves to {tmp_path / 'bin' / 'python'}" in said(desk.form)
    assert desk.part("blocked").isVisible()
    press(desk, "Allow…")
    assert allowed == [True]

    desk.write(LOCAL)
    desk.look()
    assert desk.part("✓ allowed").isVisible()


def test_a_look_at_an_older_entry_says_nothing_about_what_has_changed(local: Desk) -> None:
    local.look(WEATHER_API_KEY="0123456789", OFFICE_PROXY="http://proxy:3128")
    assert "From the environment: http://proxy:3128" in said(local.form)
    old = local.file

    local.write(LOCAL.replace("${OFFICE_PROXY}", "http://other:1"))
    now, local.file = local.file, old
    local.look()

    assert "http://proxy:3128" not in said(local.form)
    local.file = now


def test_a_problem_of_the_file_stands_under_its_field_and_leads_to_its_place(local: Desk) -> None:
    wanted: list[object] = []
    local.form.place_wanted.connect(wanted.append)
    entry = local.entry
    problem = Problem(Severity.ERROR, "Bad folder", "Mend it.", path=(*entry.path, "env_file"))
    local.form.show_entry(replace(entry, problems=(problem,)))

    press(local, "Show in the text")

    assert "Bad folder. Mend it." in said(local.form)
    assert wanted == [("env_file",)]
    assert local.field("Env file").accessibleDescription() == "Bad folder. Mend it."


def test_a_chosen_file_is_written_as_the_field_has_it(local: Desk, tmp_path: Path) -> None:
    (tmp_path / "other.env").write_text("A=1\n")
    press(local, "Choose an env file")
    dialog = local.form.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(tmp_path / "other.env"))
    dialog.reject()

    assert local.entry.env_file == str(tmp_path / "other.env")


def test_a_pasted_command_line_is_one_change(local: Desk) -> None:
    local.form.take_command_line("npx", ["-y", "@acme/charts"], {"DEBUG": "1"})

    assert len(local.asked) == 1
    assert (local.entry.command, local.entry.args) == ("npx", ("-y", "@acme/charts"))
    assert local.entry.env["DEBUG"] == "1"
    assert '"LOG_LEVEL": "debug", // quieter' in local.text


def test_a_pasted_command_line_makes_a_remote_server_a_local_one(remote: Desk) -> None:
    remote.form.take_command_line("npx", ["-y"], {})

    assert str(remote.entry.transport) == "stdio"
    assert remote.entry.args == ("-y",)
    assert "api.githubcopilot.com" in remote.text


def test_a_pasted_command_line_replaces_a_command_that_is_a_list(
    qtbot: QtBot, tmp_path: Path
) -> None:
    text = json.dumps({"mcpServers": {"a": {"command": ["uvx", "--x"], "args": ["y"]}}})
    desk = shown(Desk(tmp_path, text), qtbot)

    desk.form.take_command_line("npx", ["-y", "z"], {})

    assert (desk.entry.command, desk.entry.args) == ("npx", ("-y", "z"))


def test_tab_goes_through_the_rows_as_they_are_read(local: Desk) -> None:
    focused(local, "Command")
    order: list[str] = []
    for _ in range(12):
        QTest.keyClick(local.form.focusWidget(), KEY.Key_Tab)
        order.append(local.form.focusWidget().accessibleName() or _words(local.form.focusWidget()))

    assert order == [
        "Choose a program",
        "Argument 1",
        "Remove argument 1",
        "Argument 2",
        "Remove argument 2",
        "Argument 3",
        "Remove argument 3",
        "Add argument",
        "Paste a command line",
        "Name of variable WEATHER_API_KEY",
        "Value of WEATHER_API_KEY",
        "Remove WEATHER_API_KEY",
    ]


def _words(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, Button) else ""
