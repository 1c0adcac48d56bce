"""Saving a config: what it keeps, what it asks, and the versions it leaves behind."""

import shutil
import stat
from pathlib import Path

import pytest
from PySide6.QtWidgets import QRadioButton

from patchbay.ui.dialogs.conflict import ConflictDialog
from patchbay.ui.dialogs.review import ReviewDialog
from patchbay.ui.dialogs.strict import StrictDialog
from patchbay.ui.dialogs.unsaved import UnsavedDialog
from patchbay.ui.dialogs.versions import VersionsDialog
from tests.end_to_end.window.conftest import OpenWindow
from tests.end_to_end.window.person import Person, until

TEXT = """\
{
  // the ones of the harbour
  "mcpServers": {
    "tides": {"command": "npx"}, // quick
    "charts": {"command": "uvx"}
  }
}
"""
MINE = TEXT.replace("npx", "bunx")
THEIRS = TEXT.replace("uvx", "docker")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "harbour" / "mcp.json"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path


async def edit(person: Person, config: Path) -> None:
    """Open the file and change a command in it, without saving."""
    person.drop(config)
    draft = await person.configure("tides")
    await person.fill("Command", "bunx")
    await until(lambda: draft.text == MINE, what="the edit")


async def conflict(person: Person, way: str = "") -> ConflictDialog:
    """Save over what another program wrote; choose a way out of the question that follows."""
    await person.press("Ctrl+S")
    dialog = await person.dialog(ConflictDialog)
    if way:
        person.click(person.find(QRadioButton, way, dialog))
    await until(lambda: dialog.settled, what="the difference")
    return dialog


async def test_rights_and_a_symbolic_link_stay(
    person: Person, config: Path, tmp_path: Path
) -> None:
    config.chmod(0o640)
    link = tmp_path / "linked.json"
    link.symlink_to(config)
    await edit(person, link)

    await person.save()

    assert link.is_symlink()
    assert stat.S_IMODE(config.stat().st_mode) == 0o640
    assert config.read_text() == MINE
    assert [each.name for each in config.parent.iterdir()] == ["mcp.json"]


async def test_the_changes_can_be_reviewed_before_they_are_saved(
    person: Person, config: Path
) -> None:
    await edit(person, config)

    await person.press("Ctrl+Shift+D")
    dialog = await person.dialog(ReviewDialog)
    await until(lambda: dialog.difference.settled)
    assert config.read_text() == TEXT
    person.click(dialog.save)

    await until(lambda: config.read_text() == MINE, what="the save")


async def test_merging_keeps_the_edits_of_both(person: Person, config: Path) -> None:
    await edit(person, config)
    config.write_text(THEIRS)

    dialog = await conflict(person)
    assert "changed by you" in person.reads(dialog)
    assert "changed outside" in person.reads(dialog)
    assert config.read_text() == THEIRS
    person.click(dialog.main)

    await until(lambda: config.read_text() == MINE.replace("uvx", "docker"), what="the merge")
    await until(lambda: not person.draft.is_changed)
    assert "changed outside" not in person.reads(person.page)


async def test_what_both_changed_is_chosen(person: Person, config: Path) -> None:
    await edit(person, config)
    theirs = THEIRS.replace("npx", "podman")
    config.write_text(theirs)

    dialog = await conflict(person)
    person.click(person.button("tides: theirs", dialog))
    person.click(dialog.main)

    await until(lambda: not person.draft.is_changed, what="the merge")
    assert config.read_text() == theirs


async def test_keeping_mine_leaves_the_other_as_a_version_that_can_come_back(
    person: Person, config: Path
) -> None:
    await edit(person, config)
    config.write_text(THEIRS)

    dialog = await conflict(person, "Keep mine")
    person.click(dialog.main)
    await until(lambda: config.read_text() == MINE, what="the save")

    await person.choose_in_menu("Versions of this config…")
    versions = await person.dialog(VersionsDialog)
    await until(lambda: versions.settled)
    person.click(versions.main)
    await until(lambda: person.draft.text == THEIRS, what="the version")
    assert config.read_text() == MINE
    await person.save()
    assert config.read_text() == THEIRS


async def test_reloading_takes_theirs_and_undo_brings_mine_back(
    person: Person, config: Path
) -> None:
    await edit(person, config)
    config.write_text(THEIRS)

    dialog = await conflict(person, "Reload")
    person.click(dialog.main)
    await person.reads_back("Command", "npx")
    assert person.draft.text == THEIRS
    assert not person.draft.is_changed

    person.click_row("tides")
    await person.press("Ctrl+Z")
    await person.becomes(MINE)
    assert config.read_text() == THEIRS


async def test_deciding_later_changes_neither(person: Person, config: Path) -> None:
    await edit(person, config)
    config.write_text(THEIRS)

    dialog = await conflict(person)
    person.click(dialog.cancel)

    await until(lambda: "changed outside" in person.reads(person.page), what="the badge")
    assert person.draft.text == MINE
    assert config.read_text() == THEIRS


async def test_a_deleted_file_is_made_anew(person: Person, config: Path) -> None:
    await edit(person, config)
    config.unlink()

    dialog = await conflict(person, "Make it anew")
    assert not config.exists()
    person.click(dialog.main)

    await until(lambda: config.exists() and not person.draft.is_changed, what="the save")
    assert config.read_text() == MINE


async def test_a_folder_that_is_gone_is_made(person: Person, config: Path) -> None:
    await edit(person, config)
    shutil.rmtree(config.parent)

    dialog = await conflict(person, "Make the folder and save")
    person.click(dialog.main)

    await until(lambda: config.exists() and not person.draft.is_changed, what="the save")
    assert config.read_text() == MINE


async def test_a_read_only_file_is_told_and_the_edits_stay(person: Person, config: Path) -> None:
    config.chmod(0o444)
    await edit(person, config)

    await person.press("Ctrl+S")
    await until(lambda: "It is read-only." in person.reads(), what="the reason")
    assert config.read_text() == TEXT
    assert "1 edit not saved" in person.reads(person.page)

    config.chmod(0o644)
    await person.save()
    assert config.read_text() == MINE


async def test_what_a_client_would_refuse_is_asked_about(person: Person, tmp_path: Path) -> None:
    config = tmp_path / "claude_desktop_config.json"
    text = '{\n  "mcpServers": {\n    "tides": {"command": "npx"}\n  }\n}\n'
    config.write_text(text)
    person.drop(config)
    await person.configure("tides")
    person.put_cursor_behind('"mcpServers": {')
    await person.write(" // mine")

    await person.press("Ctrl+S")
    person.click((await person.dialog(StrictDialog)).keep)
    await person.settled()
    assert config.read_text() == text

    await person.press("Ctrl+S")
    person.click((await person.dialog(StrictDialog)).save)
    commented = text.replace('s": {\n', 's": { // mine\n', 1)
    await until(lambda: config.read_text() == commented, what="the save")


@pytest.mark.parametrize(("answer", "left"), [("save", MINE), ("discard", TEXT)])
async def test_quitting_asks_about_unsaved_edits(
    open_window: OpenWindow, config: Path, answer: str, left: str
) -> None:
    async with open_window() as person:
        await edit(person, config)

        await person.press("Ctrl+Q")
        dialog = await person.dialog(UnsavedDialog)
        assert "Save mcp.json before Patchbay quits?" in person.reads(dialog)
        person.click(dialog.cancel)
        await until(person.window.isActiveWindow)
        assert person.draft.text == MINE

        await person.press("Ctrl+Q")
        dialog = await person.dialog(UnsavedDialog)
        person.click(dialog.save if answer == "save" else dialog.discard)

    assert config.read_text() == left
    async with open_window() as person:
        person.drop(config)
        assert person.workspace.drafts.all[0].leftovers == ()


@pytest.mark.parametrize("answer", ["save", "discard", "cancel"])
async def test_closing_a_file_asks_likewise(person: Person, config: Path, answer: str) -> None:
    await edit(person, config)

    person.click_in_menu("Close this config", person.context_menu_of("mcp.json"))
    dialog = await person.dialog(UnsavedDialog)
    buttons = {"save": dialog.save, "discard": dialog.discard, "cancel": dialog.cancel}
    person.click(buttons[answer])

    if answer == "cancel":
        await until(person.window.isActiveWindow)
        assert person.draft.text == MINE
    else:
        await until(lambda: not person.rows(), what="the closing")
    assert config.read_text() == (MINE if answer == "save" else TEXT)


async def test_letters_typed_just_before_quitting_are_asked_about(
    open_window: OpenWindow, config: Path
) -> None:
    async with open_window() as person:
        person.drop(config)
        await person.configure("tides")
        await person.fill("Command", "bunx")

        await person.press("Ctrl+Q")
        person.click((await person.dialog(UnsavedDialog)).save)

    assert config.read_text() == MINE


async def test_ctrl_s_saves_the_file_in_sight_alone(
    person: Person, config: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    other.write_text(TEXT.replace("tides", "boats"))
    person.drop(other)
    await person.configure("boats")
    await person.fill("Command", "docker")
    await edit(person, config)

    await person.save()

    assert config.read_text() == MINE
    assert other.read_text() == TEXT.replace("tides", "boats")
    person.choose_server("boats")
    await person.save()
    assert other.read_text() == TEXT.replace("tides", "boats").replace("npx", "docker")


async def test_quitting_saves_what_can_be_saved_and_names_what_is_broken(
    open_window: OpenWindow, config: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(TEXT.replace("tides", "boats"))
    async with open_window() as person:
        person.drop(broken)
        await person.configure("boats")
        person.put_cursor_behind('"mcpServers": {')
        await person.write("{")
        await edit(person, config)

        await person.press("Ctrl+Q")
        dialog = await person.dialog(UnsavedDialog)
        assert "Save 2 files before Patchbay quits?" in person.reads(dialog)
        assert "Cannot be saved: its text is broken" in person.reads(dialog)
        person.press_button("Save the rest", dialog)

    assert config.read_text() == MINE
    assert broken.read_text() == TEXT.replace("tides", "boats")
