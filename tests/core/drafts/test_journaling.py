"""Unsaved edits outlive a Patchbay that was killed."""

import signal
import subprocess
import sys
from pathlib import Path

from patchbay.core.editing import operations
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
