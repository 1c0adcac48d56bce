"""Which Patchbay this is, and under which licences everything in it stands."""

from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from patchbay import __version__
from patchbay.ui.dialogs.about import AboutDialog
from tests.ui.dialogs.asking import shown
from tests.ui.waiting import until


@pytest.fixture
async def dialog() -> AsyncIterator[AboutDialog]:
    """Open, with everything to be read."""
    dialog = AboutDialog()
    waiting = await shown(dialog)
    await until(lambda: dialog.settled)
    yield dialog
    dialog.close()
    await waiting


async def test_the_notice_of_qt_and_its_offer_of_source_come_first(dialog: AboutDialog) -> None:
    assert dialog.list.items[0].name == "Qt"
    text = dialog.text.toPlainText()
    assert "Offer of source" in text
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    assert "GNU GENERAL PUBLIC LICENSE" in text


async def test_version_and_commit_can_be_copied(dialog: AboutDialog) -> None:
    assert dialog.version.text().startswith(f"patchbay {__version__}")

    dialog.copy.click()

    assert QGuiApplication.clipboard().text() == dialog.version.text()


async def test_a_licence_is_found_and_read_by_keyboard_alone(dialog: AboutDialog) -> None:
    assert dialog.list.search.hasFocus()

    QTest.keyClicks(dialog.list.search, "inter")
    QTest.keyClick(dialog.list.search, Qt.Key.Key_Return)

    assert dialog.isVisible()
    assert dialog.name.text() == "Inter, OFL-1.1"
    assert "SIL Open Font License" in dialog.text.toPlainText()

    QTest.keyClick(dialog.list.search, Qt.Key.Key_Escape)
    assert dialog.list.search.text() == ""
    QTest.keyClick(dialog.list.search, Qt.Key.Key_Down)
    assert dialog.list.view.hasFocus()
    QTest.keyClick(dialog.list.view, Qt.Key.Key_Tab)
    assert dialog.text.hasFocus()


async def test_escape_closes_it() -> None:
    dialog = AboutDialog()
    waiting = await shown(dialog)
    await until(lambda: dialog.settled)

    QTest.keyClick(dialog.list.search, Qt.Key.Key_Escape)

    await waiting


async def test_closing_it_while_it_reads_harms_nothing() -> None:
    dialog = AboutDialog()
    waiting = await shown(dialog)

    dialog.close()

    await waiting
