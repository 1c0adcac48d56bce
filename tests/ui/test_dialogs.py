"""The dialogs that stand before a start."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from patchbay.core.trust.question import Consent
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button
from patchbay.ui.dialogs import BlockedAnswer, ConsentDialog
from patchbay.ui.dialogs.command_line import CommandLine
from tests.ui.page_stories import (
    blocked,
    changed_question,
    docker_question,
    long_question,
    plain_question,
    remote_question,
)


@pytest.fixture(autouse=True)
def lasting(qapp: QApplication) -> Iterator[None]:
    """As in the window: closing a dialog is not the end of the program."""
    before = qapp.quitOnLastWindowClosed()
    qapp.setQuitOnLastWindowClosed(False)
    yield
    qapp.setQuitOnLastWindowClosed(before)


ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def words(dialog: QWidget) -> str:
    """Everything that can be read in the dialog, tips included."""
    labels = [label.text() for label in dialog.findChildren(QLabel)]
    codes = [code.toPlainText() for code in dialog.findChildren(QPlainTextEdit)]
    tips = [each.toolTip() for each in dialog.findChildren(QWidget)]
    return "\n".join([*labels, *codes, *tips])


def shown(dialog: ConsentDialog) -> "asyncio.Task[Consent]":
    """The dialog as it is used: opened, and awaited by somebody."""
    dialog.open()
    return asyncio.ensure_future(dialog.answer())


async def settled() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("button", "answer"),
    [("cancel", Consent.REFUSED), ("always", Consent.ALWAYS), ("once", Consent.ONCE)],
)
async def test_each_button_gives_its_answer(button: str, answer: Consent) -> None:
    dialog = ConsentDialog(docker_question())
    waiting = shown(dialog)
    await settled()
    pressed: Button = getattr(dialog, button)

    QTest.mouseClick(pressed, Qt.MouseButton.LeftButton)

    assert await waiting is answer


async def test_closing_the_dialog_refuses() -> None:
    dialog = ConsentDialog(plain_question())
    waiting = shown(dialog)
    await settled()

    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert await waiting is Consent.REFUSED


async def test_giving_up_the_question_closes_the_dialog() -> None:
    dialog = ConsentDialog(plain_question())
    waiting = shown(dialog)
    await settled()
    assert dialog.isVisible()

    waiting.cancel()
    await asyncio.wait([waiting])

    assert not (Shiboken.isValid(dialog) and dialog.isVisible())


async def test_the_end_of_the_window_below_refuses() -> None:
    window = QWidget()
    window.show()
    dialog = ConsentDialog(plain_question(), window)
    waiting = shown(dialog)
    await settled()

    window.deleteLater()

    assert await waiting is Consent.REFUSED


@pytest.mark.parametrize("key", ENTER)
async def test_enter_never_starts_what_has_risks(key: Qt.Key) -> None:
    dialog = ConsentDialog(docker_question())
    waiting = shown(dialog)
    await settled()
    assert dialog.cancel.hasFocus() or dialog.focusWidget() is dialog.cancel

    for button in (dialog.once, dialog.always):
        button.setFocus()
        QTest.keyClick(button, key)
        await settled()
        assert not waiting.done()

    dialog.cancel.setFocus()
    QTest.keyClick(dialog.cancel, key)
    assert await waiting is Consent.REFUSED


@pytest.mark.parametrize("key", ENTER)
async def test_enter_starts_what_has_none(key: Qt.Key) -> None:
    dialog = ConsentDialog(plain_question())
    waiting = shown(dialog)
    await settled()

    QTest.keyClick(dialog.focusWidget(), key)

    assert await waiting is Consent.ONCE


async def test_the_dialog_names_everything_but_no_value(qtbot: QtBot) -> None:
    dialog = ConsentDialog(docker_question())
    qtbot.addWidget(dialog)
    text = words(dialog)

    for word in ("Start postgres for the first time?", "line 22", "/usr/bin/docker", "/srv/work"):
        assert word in text
    for word in ("PG_URL", "PGSSLMODE", "and 9 basic ones (PATH, HOME, LANG…)", "mcp/postgres"):
        assert word in text
    assert "Added by Patchbay" in text
    assert "ada@db" not in text
    assert "require" not in text


async def test_risky_and_added_words_stand_out(qtbot: QtBot) -> None:
    dialog = ConsentDialog(docker_question())
    qtbot.addWidget(dialog)
    line = dialog.findChild(CommandLine)
    assert line is not None

    assert {"/:/host:rw", "mcp/postgres:latest", "--rm", "--init"} <= set(line.marked)
    assert "PG_URL" not in line.marked


async def test_a_changed_entry_shows_before_and_after(qtbot: QtBot) -> None:
    dialog = ConsentDialog(changed_question())
    qtbot.addWidget(dialog)
    text = words(dialog)

    assert "charts changed since your consent" in text
    assert "Before: -y @acme/charts-mcp@1.4.1" in text
    assert "Now: -y @acme/charts-mcp@1.4.2 --data ./data" in text
    assert "Before: none\nNow: CHARTS_TOKEN" in text


async def test_a_remote_server_shows_its_address_and_header_names(qtbot: QtBot) -> None:
    dialog = ConsentDialog(remote_question())
    qtbot.addWidget(dialog)
    text = words(dialog)

    assert "Connect to figma for the first time?" in text
    assert "https://mcp.figma.com/mcp" in text
    assert "Authorization" in text
    assert dialog.once.text() == "Connect once"


async def test_a_long_command_line_scrolls_and_the_buttons_stay(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 420)
    window.show()
    dialog = ConsentDialog(long_question(), window)
    dialog.open()
    await settled()
    line = dialog.findChild(CommandLine)
    assert line is not None

    assert line.verticalScrollBar().maximum() > 0
    assert dialog.height() <= window.height()
    assert dialog.once.visibleRegion().boundingRect().size() == dialog.once.size()


async def test_wrapped_words_are_never_cut(qtbot: QtBot) -> None:
    for question in (docker_question(), changed_question(), remote_question()):
        dialog = ConsentDialog(question)
        qtbot.addWidget(dialog)
        dialog.open()
        await settled()

        for label in dialog.findChildren(QLabel):
            if label.wordWrap():
                assert label.height() >= label.heightForWidth(label.width()), label.text()


def test_invisible_characters_are_written_out() -> None:
    assert visible("a\nb\u202ec\u00a0d\x07") == r"a\nb\u202ec\xa0d\x07"
    assert visible("grüße 日本 --x='y z'") == "grüße 日本 --x='y z'"


async def test_a_line_break_in_an_argument_cannot_hide_what_follows(qtbot: QtBot) -> None:
    line = CommandLine(["npx", "x\ny\u202e"])
    qtbot.addWidget(line)

    assert line.toPlainText() == r"npx 'x\ny\u202e'"


async def test_asking_for_the_configuration_refuses_and_tells() -> None:
    dialog = ConsentDialog(plain_question())
    told: list[bool] = []
    dialog.configuration_wanted.connect(lambda: told.append(True))
    waiting = shown(dialog)
    await settled()
    show = next(each for each in dialog.findChildren(Button) if each.text() == "Show configuration")

    show.click()

    assert await waiting is Consent.REFUSED
    assert told == [True]


async def test_an_interpreter_can_be_allowed_for_one_line_only(qtbot: QtBot) -> None:
    dialog = blocked("python3", "/usr/bin/python3.12")
    qtbot.addWidget(dialog)

    assert not dialog.line.isHidden()
    assert dialog.program.isHidden()
    assert "/usr/bin/python3.12" in words(dialog)
    assert "npx, uvx, docker" in words(dialog)


async def test_another_program_can_be_allowed_by_name_or_line() -> None:
    for button, answer in (
        ("line", BlockedAnswer.ALLOW_LINE),
        ("program", BlockedAnswer.ALLOW_PROGRAM),
        ("close_button", BlockedAnswer.CLOSED),
    ):
        dialog = blocked("my-tools", "not found")
        assert dialog.program.text() == "Allow my-tools"
        dialog.open()
        waiting = asyncio.ensure_future(dialog.answer())
        await settled()
        pressed: Button = getattr(dialog, button)

        pressed.click()

        assert await waiting is answer


async def test_enter_only_closes_the_blocked_dialog() -> None:
    dialog = blocked("my-tools", "not found")
    dialog.open()
    waiting = asyncio.ensure_future(dialog.answer())
    await settled()
    dialog.line.setFocus()
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    await settled()
    assert not waiting.done()

    dialog.close_button.setFocus()
    QTest.keyClick(dialog.close_button, Qt.Key.Key_Return)

    assert await waiting is BlockedAnswer.CLOSED


async def test_a_command_that_is_no_program_cannot_be_allowed(qtbot: QtBot) -> None:
    dialog = blocked("npx; rm", "not found")
    qtbot.addWidget(dialog)

    assert dialog.line.isHidden()
    assert dialog.program.isHidden()
    assert "no shell is involved" in words(dialog)


async def test_a_path_that_leads_nowhere_cannot_be_allowed(qtbot: QtBot) -> None:
    dialog = blocked("/opt/tools/bin/serve", "not found")
    qtbot.addWidget(dialog)

    assert dialog.line.isHidden()
    assert dialog.program.isHidden()
    assert "There is no program at this path" in words(dialog)


async def test_a_question_can_be_answered_before_anybody_waits() -> None:
    dialog = ConsentDialog(replace(plain_question(), variables=("A",)))
    dialog.open()
    dialog.give(Consent.ALWAYS)

    assert await dialog.answer() is Consent.ALWAYS
    dialog.deleteLater()
