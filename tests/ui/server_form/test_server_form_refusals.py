"""What the form does with a change that was refused, and with one it must not ask for."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from patchbay.core.errors import AppError, Family
from patchbay.ui.server_form.inputs import SecretLine
from tests.ui.server_form.form_desk import Desk
from tests.ui.server_form.server_form_stories import LOCAL, REMOTE
from tests.ui.server_form.test_server_form import focused, said, shown

DOTS = "••••••••"
MASKED = "This was copied with its secrets masked"
NO = AppError(Family.CONFIGURATION, "There is no server “weather”")


@pytest.fixture
def local(qtbot: QtBot, tmp_path: Path) -> Desk:
    return shown(Desk(tmp_path, LOCAL), qtbot)


def paste_over(desk: Desk, name: str, words: str) -> None:
    line = focused(desk, name)
    QGuiApplication.clipboard().setText(words)
    line.paste()


def type_over(desk: Desk, name: str, words: str) -> None:
    QTest.keyClicks(focused(desk, name), words)


@pytest.mark.parametrize("name", ["Command", "Argument 1", "Value of LOG_LEVEL", "Server config"])
def test_a_refused_text_is_not_asked_for_again_unless_somebody_types(
    local: Desk, name: str
) -> None:
    if name == "Server config":
        QTest.mouseClick(local.part("More"), Qt.MouseButton.LeftButton)
    local.is_slow = True
    type_over(local, name, "7")
    local.form.finish()
    local.form.show_refusal(NO, local.waiting[0][1])
    asked = len(local.asked)

    for _ in range(3):
        local.form.finish()
    assert len(local.asked) == asked
    QTest.keyClicks(local.field(name), "1")
    local.form.finish()
    assert len(local.asked) == asked + 1


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Command", "changing command of weather"),
        ("Argument 1", "changing argument 1 of weather"),
        ("Value of LOG_LEVEL", "changing LOG_LEVEL of weather"),
        ("Call time-out", "changing request_timeout of weather"),
    ],
)
def test_what_was_refused_can_be_asked_for_once_more(local: Desk, name: str, label: str) -> None:
    local.is_slow = True
    type_over(local, name, "7")
    local.form.finish()
    _, field = local.waiting.pop()
    local.form.show_refusal(NO, field)
    assert "There is no server" in said(local.form)

    local.form.ask_again(field)
    assert "There is no server" not in said(local.form)
    assert local.labels[-2:] == [label, label]
    local.answer()
    local.form.ask_again(field)

    assert len(local.labels) == 2


@pytest.mark.parametrize("name", ["Argument 1", "Value of LOG_LEVEL"])
def test_dots_that_stand_for_a_secret_are_not_taken(local: Desk, name: str) -> None:
    paste_over(local, name, f"key-{DOTS}")
    local.form.finish()

    assert local.asked == []
    assert MASKED in said(local.form)
    type_over(local, name, "known")
    local.form.finish()
    assert MASKED not in said(local.form)
    assert len(local.asked) == 1


def test_dots_are_not_taken_in_an_address_or_a_header(qtbot: QtBot, tmp_path: Path) -> None:
    desk = shown(Desk(tmp_path, REMOTE), qtbot)
    paste_over(desk, "Address", f"https://{DOTS}@example.org")
    paste_over(desk, "Value of X-Team", f"Bearer {DOTS}")
    desk.form.finish()

    assert desk.asked == []
    assert said(desk.form).count(MASKED) == 2


def test_dots_that_stand_in_the_file_can_stay(qtbot: QtBot, tmp_path: Path) -> None:
    text = LOCAL.replace('"debug"', f'"{DOTS}"')
    desk = shown(Desk(tmp_path, text), qtbot)
    type_over(desk, "Name of variable LOG_LEVEL", "LEVEL")
    desk.form.finish()

    assert desk.text == text.replace("LOG_LEVEL", "LEVEL")


@pytest.mark.parametrize(
    ("words", "secret"),
    [
        ('"--token=XYZ"', "Argument 1"),
        ('"--api-key", "XYZ"', "Argument 2"),
        ('"-H", "Authorization: Bearer XYZ"', "Argument 2"),
        ('"https://ann:XYZabc@example.org/mcp"', "Argument 1"),
    ],
)
def test_an_argument_with_a_secret_in_it_is_dots(
    qtbot: QtBot, tmp_path: Path, words: str, secret: str
) -> None:
    text = f'{{"mcpServers": {{"a": {{"command": "npx", "args": [{words}, "-y"]}}}}}}'
    desk = shown(Desk(tmp_path, text), qtbot)

    line, last = desk.field(secret), desk.field(f"Argument {words.count(', ') + 2}")
    assert isinstance(line, SecretLine)
    assert isinstance(last, SecretLine)
    assert line.is_secret
    assert "XYZ" not in line.displayText()
    assert last.displayText() == "-y"


def test_an_argument_that_gets_a_secret_is_hidden_once_it_is_left(local: Desk) -> None:
    type_over(local, "Argument 1", "--token=XYZ")
    line = local.field("Argument 1")
    assert isinstance(line, SecretLine)
    assert line.displayText() == "--token=XYZ"

    local.field("Command").setFocus()

    assert "XYZ" not in line.displayText()
    assert '"--token=XYZ"' in local.text


def test_an_address_with_a_secret_in_it_is_dots(qtbot: QtBot, tmp_path: Path) -> None:
    url = "https://ann:pw-of-ann@example.org/mcp?token=TOK"
    text = f'{{"mcpServers": {{"a": {{"type": "http", "url": "{url}"}}}}}}'
    desk = shown(Desk(tmp_path, text), qtbot)
    line = desk.field("Address")
    assert isinstance(line, SecretLine)

    assert line.is_secret
    assert "TOK" not in line.displayText()
    type_over(desk, "Address", "https://example.org")
    desk.field("Description").setFocus()
    assert line.displayText() == "https://example.org"
