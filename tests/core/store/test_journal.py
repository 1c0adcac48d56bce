"""Unsaved edits: they survive a crash, and those of two Patchbays do not meet."""

import stat
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from patchbay.core.store.journal import Journal, Unsaved

TEXT = '{"a": "ключ \U0001f50c \u2028"}\r\n\tb\r\0c\n'
EDITS = Unsaved(TEXT, "d1", datetime(2026, 1, 2, tzinfo=UTC), "utf-16-le", has_mark=True)

EDIT = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from patchbay.core.store.journal import Journal, Unsaved

claim = Journal(Path(sys.argv[1])).claim(Path(sys.argv[2]))
claim.write(Unsaved(sys.argv[3], "d2", datetime.now(UTC)))
print("writing", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def place(data: Path) -> Path:
    return data / "journal"


@pytest.fixture
def journal(place: Path) -> Journal:
    return Journal(place)


@contextmanager
def another_patchbay(place: Path, config: Path, text: str) -> Generator[None]:
    """Edits `text` until the end of the block, where it is killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", EDIT, str(place), str(config), text],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "writing\n"
            yield
        finally:
            process.kill()


def texts(journal: Journal, config: Path) -> list[str]:
    return [unsaved.text for unsaved in journal.leftover(config)]


def test_edits_of_a_patchbay_that_was_killed_are_offered(
    journal: Journal, place: Path, config: Path
) -> None:
    with another_patchbay(place, config, TEXT.replace("\0", "")):
        assert texts(journal, config) == []

    (left,) = journal.leftover(config)
    assert left.text == TEXT.replace("\0", "")
    assert left.base_digest == "d2"
    assert abs(left.when - datetime.now(UTC)) < timedelta(minutes=1)


def test_edits_come_back_exactly(journal: Journal, config: Path) -> None:
    claim = journal.claim(config)
    claim.write(EDITS)
    claim.release()

    (left,) = journal.leftover(config)
    assert replace(left, kept_in=None) == EDITS


def test_only_the_last_edits_are_kept(journal: Journal, config: Path) -> None:
    claim = journal.claim(config)
    claim.write(EDITS)
    claim.write(replace(EDITS, text="last"))
    claim.release()

    assert texts(journal, config) == ["last"]


def test_what_was_cleared_is_not_offered_and_leaves_nothing(
    journal: Journal, place: Path, config: Path
) -> None:
    claim = journal.claim(config)
    claim.write(EDITS)
    claim.clear()
    claim.clear()
    claim.release()
    claim.release()

    assert journal.leftover(config) == ()
    assert [each.name for each in place.rglob("*") if each.is_file()] == ["door"]


def test_two_patchbays_on_one_file_lose_nobodys_edits(
    journal: Journal, place: Path, config: Path
) -> None:
    with another_patchbay(place, config, "theirs"):
        claim = journal.claim(config)
        claim.write(replace(EDITS, text="ours"))

    assert texts(journal, config) == ["theirs"]
    claim.release()
    assert sorted(texts(journal, config)) == ["ours", "theirs"]


def test_what_a_crash_left_stays_until_it_is_forgotten(
    journal: Journal, place: Path, config: Path
) -> None:
    with another_patchbay(place, config, "theirs"):
        pass
    claim = journal.claim(config)
    claim.write(EDITS)

    (left,) = journal.leftover(config)
    assert left.text == "theirs"
    journal.forget(left)
    journal.forget(left)

    assert journal.leftover(config) == ()
    claim.release()
    assert texts(journal, config) == [TEXT]


def test_the_newest_edits_are_the_first(journal: Journal, config: Path) -> None:
    for day in (2, 3, 1):
        claim = journal.claim(config)
        claim.write(replace(EDITS, text=str(day), when=datetime(2026, 1, day, tzinfo=UTC)))
        claim.release()

    assert texts(journal, config) == ["3", "2", "1"]


def test_each_file_has_edits_of_its_own_under_all_its_names(journal: Journal, config: Path) -> None:
    link = config.with_name("link.json")
    link.symlink_to(config)
    claim = journal.claim(link)
    claim.write(EDITS)
    claim.release()

    assert texts(journal, config) == [TEXT]
    assert texts(journal, config.with_name("other.json")) == []


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", "{}", '{"text": 1, "base_digest": "", "when": "", "encoding": ""}']
)
def test_damaged_edits_are_set_aside_and_hide_no_others(
    journal: Journal, config: Path, damage: str
) -> None:
    for text in ("good", "bad"):
        claim = journal.claim(config)
        claim.write(replace(EDITS, text=text))
        claim.release()
    bad = next(left.kept_in for left in journal.leftover(config) if left.text == "bad")
    assert bad is not None
    bad.write_text(damage)

    assert texts(journal, config) == ["good"]
    assert bad.with_suffix(".broken").read_text() == damage


def test_parts_that_a_kill_left_are_cleared(journal: Journal, place: Path, config: Path) -> None:
    with another_patchbay(place, config, "theirs"):
        (entry,) = place.rglob("*.json")
        part = entry.with_name(f".{entry.name}.abc")
        part.touch()
        journal.leftover(config)
        assert part.exists()

    journal.leftover(config)
    assert not part.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="rights of POSIX")
def test_edits_are_for_their_owner_only(journal: Journal, config: Path, data: Path) -> None:
    claim = journal.claim(config)
    claim.write(EDITS)

    for each in (data, *data.rglob("*")):
        assert stat.S_IMODE(each.stat().st_mode) == (0o700 if each.is_dir() else 0o600)
    claim.release()
