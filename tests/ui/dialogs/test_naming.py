"""Giving a server a name."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui.dialogs.naming import NamingDialog, is_odd
from tests.ui.dialogs.asking import shown, words
from tests.ui.waiting import until

TAKEN = frozenset({"weather", "github"})


def renaming(name: str = "charts") -> NamingDialog:
    return NamingDialog("Rename charts", "Rename", name, TAKEN)


async def test_the_name_is_selected_so_that_typing_replaces_it() -> None:
    dialog = renaming()
    waiting = await shown(dialog)

    QTest.keyClicks(dialog.focusWidget(), "plots")
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    assert await waiting == "plots"


async def test_a_taken_name_is_told_at_once_and_not_given() -> None:
    dialog = renaming()
    waiting = await shown(dialog)

    dialog.field.setText("github")
    assert "There is a server “github” already." in words(dialog)
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert not waiting.done()
    dialog.field.setText("github-2")
    assert "already" not in words(dialog)
    dialog.main.click()

    assert await waiting == "github-2"


@pytest.mark.parametrize("name", ["", "   "])
async def test_a_server_needs_a_name(name: str) -> None:
    dialog = renaming()
    waiting = await shown(dialog)
    dialog.field.setText(name)
    assert "needs a name" not in words(dialog)

    dialog.main.click()

    assert "A server needs a name." in words(dialog)
    assert dialog.field.accessibleDescription() == "A server needs a name."
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert await waiting == ""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a\u202eb", "characters that cannot be seen"),
        ("a\x00b", "characters that cannot be seen"),
        ("a\tb", "characters that cannot be seen"),
        ("n" * 201, "at most 200 characters; this one has 201."),
        ("••••••", "copied with its secrets masked"),
    ],
)
async def test_a_name_that_nobody_could_read_is_told_and_not_given(name: str, told: str) -> None:
    dialog = renaming()
    waiting = await shown(dialog)

    dialog.field.setText(name)
    assert told in words(dialog)
    dialog.main.click()
    assert not waiting.done()
    dialog.field.setText("  plots ")
    dialog.main.click()

    assert await waiting == "plots"


async def test_a_taken_name_is_taken_with_blanks_around_it_too() -> None:
    dialog = renaming()
    waiting = await shown(dialog)
    dialog.field.setText(" github ")
    assert "There is a server “github” already." in words(dialog)
    dialog.close()
    assert await waiting == ""


async def test_the_dialog_is_no_wider_than_a_small_window_allows(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(500, 400)
    window.show()
    dialog = NamingDialog("Rename charts", "Rename", "charts", TAKEN, window)
    waiting = await shown(dialog)

    await until(lambda: dialog.isVisible() and dialog.width() == 500 - 64)
    dialog.close()
    await waiting


async def test_a_name_that_some_clients_refuse_gets_a_hint_and_is_given() -> None:
    dialog = renaming("my charts")
    waiting = await shown(dialog)

    assert dialog.hint.isVisible()
    dialog.main.click()

    assert await waiting == "my charts"


def test_plain_names_are_not_odd() -> None:
    assert not is_odd("a-B_9.x")
    assert is_odd("grüße")
    assert is_odd("a b")
