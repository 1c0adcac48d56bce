"""What a file once was, and bringing a version of it back."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from patchbay.core.store.differences import LineKind
from patchbay.ui.dialogs.versions import VersionsDialog
from patchbay.ui.listing.model import ITEM_ROLE
from tests.ui.dialog_stories import BASE, MINE, PATH, THEIRS, kept, no_versions, versions
from tests.ui.dialogs.asking import shown, words
from tests.ui.waiting import until


def details(dialog: VersionsDialog) -> list[str]:
    model = dialog.list.model()
    return [model.index(row, 0).data(ITEM_ROLE).detail for row in range(model.rowCount())]


async def test_each_version_tells_how_much_differs_from_now(tmp_path: Path) -> None:
    store, listed = kept(tmp_path)
    dialog = VersionsDialog(PATH, THEIRS, listed, store.read)
    waiting = await shown(dialog)

    await until(lambda: all("," in detail for detail in details(dialog)))
    assert [detail.partition(", ")[2] for detail in details(dialog)] == [
        "2 lines differ",
        "as it is now",
        "3 lines differ",
    ]
    dialog.close()
    await waiting


async def test_restoring_gives_the_chosen_version(tmp_path: Path) -> None:
    store, listed = kept(tmp_path)
    dialog = VersionsDialog(PATH, MINE, listed, store.read)
    waiting = await shown(dialog)
    assert "Nothing is written until you save." in words(dialog)

    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    await until(lambda: dialog.settled)
    assert any('"type": "http"' in row.open for row in dialog.difference.rows.all)
    dialog.main.click()

    answer = await waiting
    assert answer == listed[1]
    assert answer is not None
    assert store.read(answer) == THEIRS.encode()


async def test_the_whole_text_can_be_shown(tmp_path: Path) -> None:
    dialog = versions(tmp_path)
    waiting = await shown(dialog)
    await until(lambda: dialog.settled)
    assert any(row.kind is LineKind.GAP for row in dialog.difference.rows.all)

    dialog.whole.click()
    await until(lambda: dialog.settled)

    assert not any(row.kind is LineKind.GAP for row in dialog.difference.rows.all)
    assert len(dialog.difference.rows.all) >= BASE.count("\n")
    dialog.close()
    await waiting


async def test_a_damaged_version_says_so_and_is_not_given(tmp_path: Path) -> None:
    store, listed = kept(tmp_path)
    listed[0].file.write_bytes(b"damaged")
    dialog = VersionsDialog(PATH, MINE, listed, store.read)
    waiting = await shown(dialog)
    await until(lambda: dialog.settled)

    assert "cannot be read" in words(dialog)
    dialog.main.click()
    assert not waiting.done()
    dialog.close_button.click()

    assert await waiting is None


async def test_without_versions_there_is_nothing_to_restore(tmp_path: Path) -> None:
    dialog = no_versions(tmp_path)
    waiting = await shown(dialog)

    assert "There are none yet." in words(dialog)
    assert not dialog.main.isVisible()
    dialog.close_button.click()

    assert await waiting is None
