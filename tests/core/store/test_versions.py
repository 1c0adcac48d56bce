"""The last versions of a file: which are kept, for whom, and what damage does to them."""

import stat
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from patchbay.core.errors import AppError
from patchbay.core.store.versions import KEPT, Versions
from tests.core.store.contents import NEW, OLD


def folder_of(versions: Versions, config: Path) -> Path:
    return versions.list(config)[0].file.parent


def test_the_newest_version_is_the_first(versions: Versions, config: Path) -> None:
    versions.keep(config, OLD)
    versions.keep(config, NEW)

    newest, oldest = versions.list(config)
    assert (versions.read(newest), versions.read(oldest)) == (NEW, OLD)
    assert newest.when > oldest.when
    assert newest.size == len(NEW)
    assert abs((datetime.now(UTC) - newest.when).total_seconds()) < 60


def test_a_file_never_saved_has_no_versions(versions: Versions, config: Path) -> None:
    assert versions.list(config) == ()


def test_the_ten_newest_are_kept(versions: Versions, config: Path) -> None:
    for number in range(KEPT + 5):
        versions.keep(config, f"{number}".encode())

    kept = [versions.read(version) for version in versions.list(config)]
    assert kept == [f"{number}".encode() for number in range(KEPT + 4, 4, -1)]
    assert len(list(folder_of(versions, config).iterdir())) == KEPT + 1


def test_the_same_bytes_are_not_kept_twice_in_a_row(versions: Versions, config: Path) -> None:
    for data in (OLD, OLD, NEW, OLD):
        versions.keep(config, data)

    assert [versions.read(version) for version in versions.list(config)] == [OLD, NEW, OLD]


def test_each_file_has_versions_of_its_own_under_all_its_names(
    versions: Versions, config: Path
) -> None:
    link = config.with_name("link.json")
    link.symlink_to(config)
    versions.keep(config, OLD)

    assert versions.list(link) == versions.list(config)
    assert versions.list(config.with_name("other.json")) == ()


@pytest.mark.skipif(sys.platform == "win32", reason="rights of POSIX")
def test_versions_are_for_their_owner_only(versions: Versions, config: Path, data: Path) -> None:
    versions.keep(config, OLD)

    for each in (data, *data.rglob("*")):
        assert stat.S_IMODE(each.stat().st_mode) == (0o700 if each.is_dir() else 0o600)


def test_the_file_they_belong_to_is_named_beside_them(versions: Versions, config: Path) -> None:
    versions.keep(config, OLD)

    assert (folder_of(versions, config) / "origin").read_text("utf-8") == f"{config}\n"


def test_strange_files_among_them_hide_none(versions: Versions, config: Path) -> None:
    versions.keep(config, OLD)
    folder = folder_of(versions, config)
    for name in ("origin", "index.json", "x" * 40, f"99999999T999999.999999Z-{'0' * 64}"):
        (folder / name).write_bytes(b"\xff\0")
    (folder / ".left-by-a-killed-one").touch()

    versions.keep(config, NEW)

    assert [versions.read(version) for version in versions.list(config)] == [NEW, OLD]
    assert not (folder / ".left-by-a-killed-one").exists()


def test_a_clock_that_was_set_back_does_not_change_the_order(
    versions: Versions, config: Path
) -> None:
    versions.keep(config, OLD)
    (version,) = versions.list(config)
    version.file.rename(version.file.with_name(f"29990101T000000.999999Z-{version.digest}"))

    versions.keep(config, NEW)

    assert [versions.read(version) for version in versions.list(config)] == [NEW, OLD]


def test_a_damaged_version_is_told_and_so_is_one_that_is_gone(
    versions: Versions, config: Path
) -> None:
    versions.keep(config, OLD)
    (version,) = versions.list(config)

    version.file.write_bytes(OLD[:-1])
    with pytest.raises(AppError, match="was damaged"):
        versions.read(version)

    version.file.unlink()
    with pytest.raises(AppError, match="No such file"):
        versions.read(version)
