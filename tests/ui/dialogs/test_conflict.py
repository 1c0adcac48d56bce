"""Another program changed the file: the ways out, and what each of them would write."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from patchbay.core.drafts.merging import Side, differences
from patchbay.core.store.failures import Change
from patchbay.ui.dialogs.conflict import ConflictDialog
from patchbay.ui.dialogs.resolution import Conflict, Resolution, Way
from tests.ui.dialog_stories import (
    BASE,
    MINE,
    PATH,
    THEIRS,
    broken_conflict,
    conflict,
    deleted,
    refused_conflict,
    result_of,
    three,
)
from tests.ui.dialogs.asking import shown, words
from tests.ui.waiting import until


def changed(dialog: ConflictDialog) -> list[str]:
    """The changed lines in sight."""
    rows = dialog.difference.rows.all
    return [f"{row.sign}{row.masked.strip()}" for row in rows if row.is_change]


async def choose(dialog: ConflictDialog, way: Way) -> None:
    """Press the radio button of a way."""
    name = {Way.MERGE: "Merge, server by server", Way.MINE: "Keep mine", Way.RELOAD: "Reload"}
    next(each for each in dialog.ways if each.text() == name[way]).click()
    await until(lambda: dialog.settled)


async def test_it_says_what_happened_and_what_patchbay_did_not_do() -> None:
    dialog = conflict()
    waiting = await shown(dialog)

    assert "mcp.json was changed outside" in words(dialog)
    assert "Another program changed it 2 min ago" in words(dialog)
    assert "Patchbay wrote nothing." in words(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert await waiting == Resolution(Way.CANCEL)


async def test_each_server_says_who_changed_it() -> None:
    theirs = THEIRS.replace('"mcpServers": {\n', '"mcpServers": {\n    "new": {"command": "x"},\n')
    mine = MINE.replace("shared with the team", "shared by the team")
    dialog = conflict(mine, theirs)
    waiting = await shown(dialog)
    told = words(dialog.merge_rows)

    for who in ("changed by you", "changed outside", "changed by both", "added outside"):
        assert who in told
    assert "The rest of the file" in told
    dialog.close()
    await waiting


async def test_merging_gives_the_choice_for_what_both_changed() -> None:
    dialog = conflict()
    waiting = await shown(dialog)
    await until(lambda: dialog.settled)
    assert '-"args": ["weather-mcp", "--units", "metric", "--quiet"],' in changed(dialog)

    dialog.merge_rows.segments["weather"].button(1).click()
    await until(lambda: dialog.settled)
    assert '-"args": ["weather-mcp", "--units", "metric", "--quiet"],' not in changed(dialog)
    assert any("/srv/data/reports" in line for line in changed(dialog))
    dialog.main.click()

    assert await waiting == Resolution(Way.MERGE, {"weather": Side.THEIRS})


async def test_keeping_mine_shows_what_is_written_over() -> None:
    dialog = conflict()
    waiting = await shown(dialog)

    await choose(dialog, Way.MINE)
    assert dialog.main.text() == "Keep mine"
    assert '-"type": "http",' in changed(dialog)
    assert not dialog.merge_rows.isVisible()
    dialog.main.click()

    assert await waiting == Resolution(Way.MINE)


async def test_reloading_shows_what_is_given_up() -> None:
    dialog = conflict()
    waiting = await shown(dialog)

    await choose(dialog, Way.RELOAD)
    assert '+"type": "http",' in changed(dialog)
    assert "What changes in your text" in words(dialog)
    dialog.main.click()

    assert await waiting == Resolution(Way.RELOAD)


async def test_no_secret_is_in_sight() -> None:
    dialog = conflict()
    waiting = await shown(dialog)

    for way in (Way.MERGE, Way.MINE, Way.RELOAD):
        await choose(dialog, way)
        assert any("••••" in line for line in changed(dialog))
        assert not any("k-3f9a" in line or "k-81d5" in line for line in changed(dialog))
    dialog.close()
    await waiting


async def test_what_cannot_be_merged_says_why_and_keeping_mine_is_first() -> None:
    dialog = broken_conflict()
    waiting = await shown(dialog)

    assert "Not possible: what is on the disk is broken in line 4." in words(dialog)
    assert dialog.main.text() == "Keep mine"
    dialog.main.click()

    assert await waiting == Resolution(Way.MINE)


async def test_a_merge_that_is_refused_says_so_and_is_not_given() -> None:
    dialog = refused_conflict()
    waiting = await shown(dialog)
    await until(lambda: dialog.settled)

    assert "weather cannot be merged. It stands inside an anchor" in words(dialog)
    dialog.main.click()
    assert not waiting.done()
    await choose(dialog, Way.RELOAD)
    dialog.main.click()

    assert await waiting == Resolution(Way.RELOAD)


async def test_a_deleted_file_is_made_anew_or_kept_unsaved() -> None:
    for place, answer in ((0, Way.MINE), (1, Way.CANCEL)):
        dialog = deleted()
        waiting = await shown(dialog)
        assert "mcp.json was deleted outside" in words(dialog)
        dialog.ways[place].click()
        await until(lambda dialog=dialog: dialog.settled)
        dialog.main.click()

        assert await waiting == Resolution(answer)


async def test_a_folder_that_is_gone_is_made_again() -> None:
    dialog = deleted(folder_gone=True)
    waiting = await shown(dialog)

    assert "The folder of mcp.json is gone" in words(dialog)
    assert "Makes /srv/work again, and the file in it." in words(dialog)
    assert dialog.main.text() == "Make folder and save"
    dialog.main.click()

    assert await waiting == Resolution(Way.MINE)


async def test_what_is_no_text_can_be_written_over_or_left() -> None:
    known = Conflict(PATH, Change.CHANGED, None, MINE, None)
    dialog = ConflictDialog(known, lambda _: MINE)
    waiting = await shown(dialog)

    assert "Not possible: what is on the disk is no text." in words(dialog)
    assert [way.text() for way in dialog.ways if way.isEnabled()] == [
        "Keep mine",
        "Keep it unsaved",
    ]
    dialog.main.click()

    assert await waiting == Resolution(Way.MINE)


async def test_keys_choose_a_way_and_go_through_the_changes() -> None:
    dialog = conflict()
    waiting = await shown(dialog)
    await until(lambda: dialog.settled)

    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
    await until(lambda: dialog.settled)
    assert dialog.main.text() == "Keep mine"
    assert not dialog.merge_rows.isVisible()
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_F7)
    assert dialog.difference.lines.selected() is not None
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    assert await waiting == Resolution(Way.MINE)


async def test_a_conflict_in_nothing_but_spaces_can_be_merged() -> None:
    theirs = BASE.replace("\n}", "\n\n}")
    versions = three(BASE, theirs)
    known = Conflict(PATH, Change.CHANGED, None, BASE, theirs, differences(versions))
    dialog = ConflictDialog(known, result_of(versions))
    waiting = await shown(dialog)

    assert "only spaces differ" in words(dialog)
    dialog.main.click()

    assert (await waiting).way is Way.MERGE
