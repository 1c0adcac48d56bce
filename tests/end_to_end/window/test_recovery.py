"""Edits that a Patchbay which was killed had not saved are offered by the next window."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from patchbay.ui.bars import RecoveryBar
from patchbay.ui.dialogs.review import ReviewDialog
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
EDITED = TEXT.replace("npx", "bunx")
KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from patchbay.core.drafts.drafts import Drafts
from patchbay.core.drafts.shelf import standard_shelf
from patchbay.core.editing import operations
from patchbay.core.paths import standard_paths

async def main():
    drafts = Drafts(standard_shelf(standard_paths()))
    draft = drafts.open(Path(sys.argv[1]))
    await draft.edit(operations.set_field("tides", ("command",), "bunx"))
    await drafts.journal_of(draft).flush()
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.fixture
def config(tmp_path: Path, home: Path) -> Path:
    """A config that was edited by a Patchbay that is dead now."""
    del home
    path = tmp_path / "mcp.json"
    path.write_text(TEXT)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], timeout=60, check=False, env=dict(os.environ)
    )
    assert done.returncode == -signal.SIGKILL
    assert path.read_text() == TEXT
    return path


async def test_edits_of_a_killed_patchbay_are_shown_and_restored(
    config: Path, open_window: OpenWindow
) -> None:
    async with open_window() as person:
        person.drop(config)
        await person.configure("tides")
        bar = person.find(RecoveryBar)
        assert "were not saved when Patchbay ended" in person.reads(bar)
        await person.reads_back("Command", "npx")

        person.press_button("Show", bar)
        dialog = await person.dialog(ReviewDialog)
        await until(lambda: dialog.difference.settled)
        assert person.draft.text == TEXT
        await person.press("Escape")
        await until(person.window.isActiveWindow)

        person.press_button("Restore", bar)
        await person.reads_back("Command", "bunx")
        assert not person.all(RecoveryBar)
        assert config.read_text() == TEXT
        await person.save()
        assert config.read_text() == EDITED

    await nothing_is_offered(open_window, config)


async def test_they_are_one_step_back(config: Path, person: Person) -> None:
    person.drop(config)
    await person.configure("tides")

    person.press_button("Restore", person.find(RecoveryBar))
    await person.reads_back("Command", "bunx")
    person.click_row("tides")
    await person.press("Ctrl+Z")

    await person.reads_back("Command", "npx")
    await person.becomes(TEXT)


async def test_they_can_be_discarded(config: Path, open_window: OpenWindow) -> None:
    async with open_window() as person:
        person.drop(config)
        await person.configure("tides")

        person.press_button("Discard", person.find(RecoveryBar))
        person.press_button("Discard", person.find(RecoveryBar))
        await until(lambda: not person.all(RecoveryBar), what="the end of the strip")
        assert person.draft.text == TEXT

    await nothing_is_offered(open_window, config)
    assert config.read_text() == TEXT


async def test_they_are_offered_until_somebody_decides(
    config: Path, open_window: OpenWindow
) -> None:
    for _ in range(2):
        async with open_window() as person:
            person.drop(config)
            await person.configure("tides")
            assert person.find(RecoveryBar).isVisible()


async def nothing_is_offered(open_window: OpenWindow, config: Path) -> None:
    async with open_window() as person:
        person.drop(config)
        await person.configure("tides")
        assert not person.all(RecoveryBar)
