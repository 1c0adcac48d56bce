"""Giving a saved call its name."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from patchbay.ui.dialogs.name_call import NameCallDialog, Naming
from tests.ui.dialogs.asking import shown, words

TAKEN = {"90 days": "render_chart"}
KEPT_IN = Path("/home/ada/data/saved-calls.json")


def saving(name: str = "orders") -> NameCallDialog:
    return NameCallDialog(Naming("Save this call", "rows of charts", name, TAKEN, KEPT_IN))


def renaming(name: str = "orders") -> NameCallDialog:
    return NameCallDialog(Naming("Rename the saved call", "A call of rows", name, TAKEN))


async def test_the_suggested_name_is_taken_with_enter_and_replaced_by_typing() -> None:
    dialog = saving()
    waiting = await shown(dialog)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert await waiting == "orders"

    dialog = saving()
    waiting = await shown(dialog)
    QTest.keyClicks(dialog.focusWidget(), " mine ")
    dialog.main.click()
    assert await waiting == "mine"


async def test_it_says_that_secrets_are_kept_too_and_where() -> None:
    dialog = saving()
    waiting = await shown(dialog)

    assert "secrets too" in words(dialog)
    assert str(KEPT_IN) in words(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert await waiting == ""


async def test_a_name_that_is_there_is_replaced_after_that_was_said() -> None:
    dialog = saving()
    waiting = await shown(dialog)
    assert dialog.main.text() == "Save"

    dialog.field.setText("90 days")

    assert "“90 days” is saved already, for render_chart. It will be replaced." in words(dialog)
    assert "It will be replaced." in dialog.field.accessibleDescription()
    assert dialog.main.text() == "Replace"
    dialog.main.click()
    assert await waiting == "90 days"


async def test_a_rename_takes_no_name_from_another() -> None:
    dialog = renaming()
    waiting = await shown(dialog)
    assert "secrets" not in words(dialog)

    dialog.field.setText("90 days")
    assert "“90 days” is saved already, for render_chart." in words(dialog)
    dialog.main.click()
    assert not waiting.done()
    dialog.field.setText("91 days")
    dialog.main.click()

    assert await waiting == "91 days"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("  ", "A saved call needs a name."),
        ("a\u202eb", "characters that cannot be seen"),
        ("n" * 201, "at most 200 characters"),
    ],
)
async def test_a_name_that_nobody_could_read_is_not_given(name: str, told: str) -> None:
    dialog = saving()
    waiting = await shown(dialog)

    dialog.field.setText(name)
    dialog.main.click()

    assert told in words(dialog)
    assert not waiting.done()
    dialog.close()
    assert await waiting == ""
