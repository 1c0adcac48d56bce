"""Unsaved edits outlive a Patchbay that was killed."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from patchbay.core.config.model import Entry
from patchbay.core.config.reader import read_text
from patchbay.core.drafts.conflict import both_sides
from patchbay.core.drafts.merging import merged
from patchbay.core.editing import operations
from patchbay.core.store.failures import Changed
from tests.core.drafts.conftest import CONFIG, drafts_in

KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from patchbay.core.editing import operations
from tests.core.drafts.conftest import drafts_in

async def main():
    drafts = drafts_in(Path(sys.argv[1]))
    draft = drafts.open(Path(sys.argv[2]))
    await draft.edit(operations.remove_server("weather"))
    await drafts.journal_of(draft).flush()
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def edit_and_die(home: Path, config: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(home), str(config)],
        cwd=Path(__file__).parents[3],
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL


async def test_edits_of_a_killed_patchbay_are_offered_at_the_next_start(
    home: Path, config: Path
) -> None:
    edit_and_die(home, config)
    assert config.read_text() == CONFIG

    drafts = drafts_in(home)
    draft = drafts.open(config)
    (left,) = draft.leftovers
    assert '"weather"' not in left.text

    drafts.journal_of(draft).take_over(left)
    await draft.save()
    assert config.read_text() == left.text
    assert draft.leftovers == ()
    await drafts.close_all()

    drafts = drafts_in(home)
    assert drafts.open(config).leftovers == ()
    await drafts.close_all()


async def test_they_can_be_given_up(home: Path, config: Path) -> None:
    edit_and_die(home, config)
    drafts = drafts_in(home)
    draft = drafts.open(config)

    drafts.journal_of(draft).forget(draft.leftovers[0])
    await drafts.close_all()

    drafts = drafts_in(home)
    assert drafts.open(config).leftovers == ()
    assert config.read_text() == CONFIG
    await drafts.close_all()


async def test_edits_of_a_living_patchbay_are_not_offered_to_another(
    home: Path, config: Path
) -> None:
    first, second = drafts_in(home), drafts_in(home)
    draft = first.open(config)
    await draft.edit(operations.remove_server("weather"))
    await first.journal_of(draft).flush()

    assert second.open(config).leftovers == ()

    await second.close_all()
    await first.close_all()


async def test_nothing_is_left_once_everything_was_saved(home: Path, config: Path) -> None:
    drafts = drafts_in(home)
    draft = drafts.open(config)
    await draft.edit(operations.remove_server("weather"))
    await drafts.journal_of(draft).flush()
    await draft.save()
    await drafts.journal_of(draft).flush()

    edited_elsewhere = drafts_in(home)
    assert edited_elsewhere.open(config).leftovers == ()
    await edited_elsewhere.close_all()
    await drafts.close_all()


async def test_edits_not_saved_at_an_orderly_end_are_offered_too(home: Path, config: Path) -> None:
    drafts = drafts_in(home)
    draft = drafts.open(config)
    await draft.edit(operations.remove_server("weather"))
    mine = draft.text
    await drafts.close_all()

    drafts = drafts_in(home)
    (left,) = drafts.open(config).leftovers
    assert left.text == mine
    await drafts.close_all()


async def test_edits_that_were_discarded_are_not_offered(home: Path, config: Path) -> None:
    drafts = drafts_in(home)
    draft = drafts.open(config)
    await draft.edit(operations.remove_server("weather"))
    await drafts.journal_of(draft).flush()
    draft.discard()
    await drafts.close_all()

    drafts = drafts_in(home)
    assert drafts.open(config).leftovers == ()
    await drafts.close_all()


async def test_restored_edits_do_not_undo_what_others_wrote_since(home: Path, config: Path) -> None:
    edit_and_die(home, config)
    theirs = CONFIG.replace('"files": {', '"third": {"command": "npx"},\n    "files": {')
    config.write_text(theirs)
    drafts = drafts_in(home)
    draft = drafts.open(config)

    drafts.journal_of(draft).take_over(draft.leftovers[0])
    with pytest.raises(Changed):
        await draft.save()

    assert config.read_text() == theirs
    both = await both_sides(draft)
    assert both is not None
    assert [entry.name for entry in read_names(merged(both, {}))] == ["third", "files"]
    await drafts.close_all()


async def test_a_server_parked_before_a_crash_is_not_lost(home: Path, config: Path) -> None:
    drafts = drafts_in(home)
    draft = drafts.open(config)
    await draft.park("files")
    await drafts.close_all()

    drafts = drafts_in(home)
    draft = drafts.open(config)
    drafts.journal_of(draft).take_over(draft.leftovers[0])
    await draft.save()

    assert draft.file.entry("files").parked
    assert '"files"' not in config.read_text()
    await drafts.close_all()


def read_names(text: str) -> tuple[Entry, ...]:
    return read_text(Path("mcp.json"), text).entries
