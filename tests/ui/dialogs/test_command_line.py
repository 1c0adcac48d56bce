"""Taking over a command line into a server."""

import asyncio

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui.dialogs.command_line_paste import CommandLineDialog, ask_for_command_line
from tests.ui.dialog_stories import changed_line, entry
from tests.ui.dialogs.asking import shown, words
from tests.ui.waiting import until


async def test_it_shows_what_is_now_and_what_would_be() -> None:
    dialog = changed_line()
    waiting = await shown(dialog)
    told = words(dialog)

    assert "weather-mcp@2" in told
    assert "WEATHER_API_KEY = •••, another value" in told
    assert "k-99" not in told
    assert "k-3f9a77c1e2" not in told
    dialog.main.click()

    parsed = await waiting
    assert parsed is not None
    assert parsed.server.command == "uvx"
    assert parsed.server.args == ("weather-mcp@2", "--units", "metric and more", "--verbose")
    assert parsed.server.env == {"WEATHER_API_KEY": "k-99"}


async def test_a_line_that_needs_a_shell_is_not_taken_over() -> None:
    dialog = CommandLineDialog(entry(), "npx a && rm b")
    waiting = await shown(dialog)

    assert "This command line cannot be taken over" in words(dialog)
    dialog.main.click()
    assert not waiting.done()
    dialog.field.setPlainText("npx a")
    dialog.main.click()

    parsed = await waiting
    assert parsed is not None
    assert parsed.server.args == ("a",)


async def test_a_line_with_masked_secrets_is_refused_in_words() -> None:
    dialog = CommandLineDialog(entry(), "npx a --key ••••••••")
    waiting = await shown(dialog)

    assert "press the eye while copying." in words(dialog)
    dialog.main.click()
    assert not waiting.done()
    dialog.close()

    assert await waiting is None


async def test_a_long_line_is_not_wrapped(qtbot: QtBot) -> None:
    dialog = CommandLineDialog(entry(), "npx " + "x" * 30_000)
    qtbot.addWidget(dialog)
    assert dialog.field.lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap

    dialog.field.clear()
    assert dialog.field.lineWrapMode() is QPlainTextEdit.LineWrapMode.WidgetWidth
    QGuiApplication.clipboard().setText("y" * 30_000)
    dialog.field.paste()

    assert dialog.field.lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap
    assert dialog.field.text() == "y" * 30_000


async def test_an_empty_line_is_not_taken_over() -> None:
    dialog = CommandLineDialog(entry())
    waiting = await shown(dialog)

    assert "What it would change is shown here." in words(dialog)
    dialog.main.click()
    assert not waiting.done()
    dialog.cancel.click()

    assert await waiting is None


async def test_the_other_quoting_can_be_chosen() -> None:
    dialog = CommandLineDialog(entry(), r"npx a\b")
    waiting = await shown(dialog)
    assert "ab" in words(dialog.preview).split("\n")

    dialog.quoting.segments.button(1).click()

    await until(lambda: r"a\b" in words(dialog.preview).split("\n"))
    dialog.close()
    await waiting


async def test_asking_is_one_call(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    waiting = asyncio.ensure_future(ask_for_command_line(window, entry(), "npx b"))
    await until(lambda: window.findChild(CommandLineDialog))
    dialog = window.findChild(CommandLineDialog)
    assert dialog is not None

    dialog.main.click()

    parsed = await waiting
    assert parsed is not None
    assert parsed.server.command == "npx"
