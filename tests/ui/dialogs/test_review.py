"""Looking at the changes before they are saved, and going through a broken text's fate."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.drafts import Drafts
from patchbay.core.drafts.shelf import standard_shelf
from patchbay.core.editing.splice import difference
from patchbay.core.paths import standard_paths
from patchbay.ui.dialogs.review import ReviewDialog, ask_to_save, show_edits
from patchbay.ui.dialogs.unsaved import (
    Unsaved,
    UnsavedDialog,
    UnsavedFile,
    ask_about_unsaved,
    unsaved_file,
)
from tests.ui.dialogs.asking import shown, words
from tests.ui.waiting import until

TEXT = '{"mcpServers": {"a": {"command": "npx", "args": ["one"]}}}\n'
GOOD, ALSO = UnsavedFile("mcp.json", 3), UnsavedFile("other.json", 1)
BROKEN = UnsavedFile("tools.yaml", 2, "its text is broken in line 3")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.show()
    return window


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    path = tmp_path / "mcp.json"
    path.write_text(TEXT)
    return Drafts(standard_shelf(standard_paths()), {}).open(path)


def typed(draft: Draft, text: str) -> None:
    draft.type([difference(draft.text, text)])


async def review_over(window: QWidget) -> ReviewDialog:
    await until(lambda: window.findChild(ReviewDialog))
    dialog = window.findChild(ReviewDialog)
    assert dialog is not None
    await until(lambda: dialog.difference.settled)
    return dialog


async def test_saving_follows_a_look_at_the_changes(window: QWidget, draft: Draft) -> None:
    typed(draft, TEXT.replace("one", "two"))
    waiting = asyncio.ensure_future(ask_to_save(window, draft))
    dialog = await review_over(window)

    assert "Changes to mcp.json" in words(dialog)
    assert dialog.difference.rows.words == "1 line added, 1 removed"
    assert dialog.difference.lines.hasFocus() or dialog.focusWidget() is dialog.difference.lines
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)

    assert await waiting is True
    draft.close()


async def test_closing_the_review_saves_nothing(window: QWidget, draft: Draft) -> None:
    typed(draft, TEXT.replace("one", "two"))
    waiting = asyncio.ensure_future(ask_to_save(window, draft))
    dialog = await review_over(window)

    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert await waiting is False
    draft.close()


async def test_where_nothing_changed_there_is_nothing_to_save(
    window: QWidget, draft: Draft
) -> None:
    waiting = asyncio.ensure_future(ask_to_save(window, draft))
    dialog = await review_over(window)

    assert "The text of mcp.json is as it was saved." in words(dialog)
    assert not dialog.save.isVisible()
    dialog.close_button.click()

    assert await waiting is False


async def test_edits_that_survived_can_be_looked_at_and_not_saved(
    window: QWidget, draft: Draft
) -> None:
    waiting = asyncio.ensure_future(show_edits(window, draft, TEXT.replace("one", "three")))
    dialog = await review_over(window)

    assert not dialog.save.isVisible()
    dialog.close_button.click()

    await waiting


async def test_a_broken_draft_says_where_it_is_broken(draft: Draft) -> None:
    typed(draft, TEXT.replace('"npx",', '"npx"'))

    told = await unsaved_file(draft)

    assert told.edits == 1
    assert told.problem == "its text is broken in line 1"
    draft.close()


async def test_a_sound_draft_can_be_saved(draft: Draft) -> None:
    typed(draft, TEXT.replace("one", "two"))

    told = await unsaved_file(draft)

    assert (told.name, told.edits, told.problem) == ("mcp.json", 1, "")
    draft.close()


@pytest.mark.parametrize(
    ("button", "answer"),
    [("save", Unsaved.SAVE), ("discard", Unsaved.DISCARD), ("cancel", Unsaved.CANCEL)],
)
async def test_each_button_gives_its_answer(button: str, answer: Unsaved) -> None:
    dialog = UnsavedDialog((GOOD, ALSO), quits=True)
    waiting = await shown(dialog)
    assert "Save 2 files before Patchbay quits?" in words(dialog)
    assert "3 edits not saved" in words(dialog)

    getattr(dialog, button).click()

    assert await waiting is answer


async def test_enter_saves_what_can_be_saved() -> None:
    dialog = UnsavedDialog((GOOD,), quits=False)
    waiting = await shown(dialog)

    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    assert await waiting is Unsaved.SAVE


async def test_escape_gives_up_quitting() -> None:
    dialog = UnsavedDialog((GOOD,), quits=True)
    waiting = await shown(dialog)

    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert await waiting is Unsaved.CANCEL


async def test_a_broken_file_can_only_be_given_up_or_kept_open() -> None:
    dialog = UnsavedDialog((BROKEN,), quits=False)
    waiting = await shown(dialog)

    assert "Cannot be saved: its text is broken in line 3." in words(dialog)
    assert not dialog.save.isVisible()
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    assert await waiting is Unsaved.CANCEL


async def test_saving_the_rest_says_what_is_lost_and_enter_does_not_do_it() -> None:
    dialog = UnsavedDialog((GOOD, BROKEN), quits=True)
    waiting = await shown(dialog)

    assert dialog.save.text() == "Save the rest, discard what is broken"
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    assert await waiting is Unsaved.CANCEL


async def test_asking_is_one_call(window: QWidget) -> None:
    waiting = asyncio.ensure_future(ask_about_unsaved(window, (GOOD,), quits=False))
    await until(lambda: window.findChild(UnsavedDialog))
    dialog = window.findChild(UnsavedDialog)
    assert dialog is not None

    dialog.discard.click()

    assert await waiting is Unsaved.DISCARD
