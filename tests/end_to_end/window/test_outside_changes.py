"""Other programs change an open config: nobody's edits are lost, and the window follows."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from patchbay.core.drafts.drafts import Drafts
from patchbay.core.drafts.shelf import standard_shelf
from patchbay.core.editing import operations
from patchbay.core.paths import standard_paths
from patchbay.core.sessions.states import Ready
from patchbay.ui.bars import OutsideBar
from patchbay.ui.dialogs import ConsentDialog
from patchbay.ui.dialogs.conflict import ConflictDialog
from tests.end_to_end.window.conftest import Files
from tests.end_to_end.window.person import Person, entry, until

TEXT = """\
{
  // the ones of the harbour
  "mcpServers": {
    "tides": {"command": "npx"}, // quick
    "charts": {"command": "uvx"}
  }
}
"""
BOATS = TEXT.replace('"uvx"}\n', '"uvx"},\n    "boats": {"command": "docker"}\n')
EARLIER = "runs with the earlier settings"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "mcp.json"
    path.write_text(TEXT)
    return path


def put_in_place(path: Path, text: str) -> None:
    """As most editors save: another file takes the place of the old one."""
    other = path.with_name("other")
    other.write_text(text)
    other.replace(path)


def write(path: Path, text: str) -> None:
    path.write_text(text)


def add_by_command_line(config: Path, name: str, *command: str) -> None:
    words = [sys.executable, "-m", "patchbay", "add", str(config), name, "--", *command]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("change", [put_in_place, write])
async def test_an_unchanged_config_follows_at_once_again_and_again(
    person: Person, config: Path, change: Callable[[Path, str], None]
) -> None:
    person.drop(config)
    await person.configure("tides")

    change(config, BOATS)
    await until(lambda: person.rows()[1:] == ["tides", "charts", "boats"], what="the new server")
    change(config, BOATS.replace("npx", "bunx"))
    await person.reads_back("Command", "bunx")

    assert '"bunx"' in person.text.toPlainText()
    assert not person.draft.is_changed
    assert not person.all(OutsideBar)


async def test_a_changed_config_keeps_its_edits_and_tells_of_the_change(
    person: Person, config: Path
) -> None:
    person.drop(config)
    draft = await person.configure("tides")
    await person.fill("Command", "bunx")
    await until(lambda: draft.is_changed)

    put_in_place(config, BOATS)
    await until(lambda: person.all(OutsideBar), what="the strip")

    assert "mcp.json was changed outside" in person.reads(person.find(OutsideBar))
    assert "changed outside" in person.reads(person.page)
    await person.reads_back("Command", "bunx")
    assert config.read_text() == BOATS

    person.press_button("Look at the change")
    dialog = await person.dialog(ConflictDialog)
    await until(lambda: dialog.settled)
    person.click(dialog.main)
    await until(lambda: "boats" in person.rows(), what="the merge")
    await until(lambda: not draft.is_changed)
    assert config.read_text() == BOATS.replace("npx", "bunx")
    assert not person.all(OutsideBar)


async def test_the_strip_can_reload_and_undo_brings_the_edits_back(
    person: Person, config: Path
) -> None:
    person.drop(config)
    draft = await person.configure("tides")
    await person.fill("Command", "bunx")
    await until(lambda: draft.is_changed)
    put_in_place(config, BOATS)
    await until(lambda: person.all(OutsideBar), what="the strip")

    person.press_button("Reload", person.find(OutsideBar))
    await person.reads_back("Command", "npx")
    assert draft.text == BOATS
    assert not person.all(OutsideBar)

    person.click_row("tides")
    await person.press("Ctrl+Z")
    await person.becomes(TEXT.replace("npx", "bunx"))


async def test_a_change_that_is_taken_back_outside_takes_the_strip_with_it(
    person: Person, config: Path
) -> None:
    person.drop(config)
    draft = await person.configure("tides")
    await person.fill("Command", "bunx")
    await until(lambda: draft.is_changed)

    put_in_place(config, BOATS)
    await until(lambda: person.all(OutsideBar), what="the strip")
    put_in_place(config, TEXT)
    await until(lambda: not person.all(OutsideBar), what="the end of the strip")


async def test_the_command_line_adds_a_server_while_the_window_has_edits(
    person: Person, config: Path
) -> None:
    person.drop(config)
    draft = await person.configure("tides")
    await person.fill("Command", "bunx")
    await until(lambda: draft.is_changed)

    await asyncio.to_thread(add_by_command_line, config, "boats", "docker", "run")
    by_command = config.read_text()
    assert '"boats"' in by_command
    await until(lambda: person.all(OutsideBar), what="the strip")

    await person.press("Ctrl+S")
    dialog = await person.dialog(ConflictDialog)
    await until(lambda: dialog.settled)
    person.click(dialog.main)
    await until(lambda: not draft.is_changed, what="the merge")
    assert config.read_text() == by_command.replace("npx", "bunx")


async def test_two_windows_on_one_file_lose_nothing(person: Person, config: Path) -> None:
    other = Drafts(standard_shelf(standard_paths()))
    theirs = other.open(config)
    await theirs.edit(operations.set_field("charts", ("command",), "docker"))
    person.drop(config)
    draft = await person.configure("tides")
    await person.fill("Command", "bunx")
    await until(lambda: draft.is_changed)

    await theirs.save()
    await until(lambda: person.all(OutsideBar), what="the strip")
    await person.press("Ctrl+S")
    dialog = await person.dialog(ConflictDialog)
    await until(lambda: dialog.settled)
    person.click(dialog.main)
    await until(lambda: not draft.is_changed, what="the merge")

    both = TEXT.replace("npx", "bunx").replace("uvx", "docker")
    assert config.read_text() == both
    await theirs.look()
    assert theirs.text == both
    await other.close_all()


async def test_a_running_server_that_is_changed_runs_on_until_it_is_restarted(
    person: Person, file: Files
) -> None:
    path = file(one=entry("workshop.py"))
    person.drop(path)
    session = await person.start("one")
    assert EARLIER not in person.reads(person.page)

    put_in_place(path, path.read_text().replace('workshop.py"', 'workshop.py", "anew"'))
    await until(lambda: EARLIER in person.reads(person.page), what="the word")
    assert isinstance(session.state, Ready)

    person.press_button("Restart", person.page.header)
    person.click((await person.consent()).once)
    await until(lambda: EARLIER not in person.reads(person.page), what="the restart")
    await person.ready(session)
    assert session.details.command_line.endswith("anew")


async def test_a_start_after_an_unsaved_edit_runs_what_the_form_shows(
    person: Person, file: Files
) -> None:
    path = file(one=entry("workshop.py"))
    before = path.read_bytes()
    person.drop(path)
    await person.configure("one")

    person.press_scrolled("Add argument")
    await person.write("unsaved")
    await person.press("F5")
    dialog: ConsentDialog = await person.consent()
    assert "unsaved" in person.reads(dialog)
    person.click(dialog.once)

    session = person.session("one")
    await person.ready(session)
    assert session.details.command_line.endswith("unsaved")
    assert path.read_bytes() == before
