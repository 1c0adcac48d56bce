"""What cannot be saved is told with its cause and a way out, and nothing is changed."""

import errno
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from patchbay.core.errors import AppError, Kind
from patchbay.core.own_files import held
from patchbay.core.store import failures
from patchbay.core.store.disk import load
from patchbay.core.store.saving import Saver
from patchbay.core.store.versions import Versions
from tests.core.store.contents import NEW, OLD

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="rights and limits of POSIX")

SAVE = """
import os, resource, sys
from pathlib import Path
from patchbay.core.errors import AppError
from patchbay.core.store.disk import load
from patchbay.core.store.saving import Saver
from patchbay.core.store.versions import Versions

config, data, size, limit = Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:])
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
saver = Saver(Versions(data / "versions"), data / "locks")
try:
    saver.save(config, b"x" * size, load(config).digest)
except AppError as error:
    print(error)
"""


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A folder that a process without root's rights gets at; those of pytest are for root."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def theirs(reachable: Path) -> Path:
    """A config of the user that `said` saves as."""
    path = reachable / "project" / "mcp.json"
    path.parent.mkdir()
    path.write_bytes(OLD)
    for each in (path.parent, path):
        if os.geteuid() == 0:
            os.chown(each, 65534, 65534)
    return path


def said(config: Path, *, size: int = 10, limit: int = 0) -> str:
    """What is told when a user without root's rights saves so many bytes."""
    data = config.parent.parent / "data"
    command = [sys.executable, "-c", SAVE, str(config), str(data), str(size), str(limit)]
    return subprocess.run(command, check=True, timeout=60, capture_output=True, text=True).stdout


def only(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


@on_posix
def test_an_ordinary_user_saves(theirs: Path) -> None:
    assert said(theirs) == ""
    assert theirs.read_bytes() == b"x" * 10


@on_posix
def test_a_read_only_file_is_refused_for_root_as_well(saver: Saver, config: Path) -> None:
    config.chmod(0o440)

    with pytest.raises(AppError, match="It is read-only") as told:
        saver.save(config, NEW, load(config).digest)

    assert f"chmod u+w {config}" in told.value.hint
    assert config.read_bytes() == OLD


@on_posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs two users")
def test_a_file_that_only_others_may_write_is_refused(theirs: Path) -> None:
    os.chown(theirs, 0, 0)
    theirs.chmod(0o644)

    assert "It is read-only." in said(theirs)
    assert theirs.read_bytes() == OLD


@on_posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs two users")
def test_a_file_is_not_taken_from_its_owner(theirs: Path) -> None:
    os.chown(theirs, 0, 0)
    theirs.chmod(0o666)

    assert "It belongs to another user" in said(theirs)
    assert theirs.read_bytes() == OLD
    assert theirs.stat().st_uid == 0
    assert only(theirs.parent) == ["mcp.json"]


@on_posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs two users")
def test_a_group_is_kept_or_matters_not(theirs: Path) -> None:
    os.chown(theirs, 65534, 0)
    theirs.chmod(0o660)
    assert "It belongs to another user or group" in said(theirs)

    theirs.chmod(0o600)
    assert said(theirs) == ""
    assert theirs.stat().st_mode & 0o777 == 0o600


@on_posix
def test_a_read_only_folder_is_told(theirs: Path) -> None:
    theirs.parent.chmod(0o555)

    told = said(theirs)

    theirs.parent.chmod(0o755)
    assert f"Could not save {theirs}. You may not write in {theirs.parent}." in told
    assert "Nothing was changed." in told
    assert theirs.read_bytes() == OLD


@on_posix
def test_a_full_disk_is_told_and_no_part_of_a_file_is_left(theirs: Path) -> None:
    told = said(theirs, size=100_000, limit=4096)

    assert f"It would be larger than this system lets files in {theirs.parent} be." in told
    assert theirs.read_bytes() == OLD
    assert only(theirs.parent) == ["mcp.json"]


@on_posix
def test_without_room_for_the_version_nothing_is_replaced(theirs: Path) -> None:
    theirs.write_bytes(b"y" * 10_000)

    told = said(theirs, size=10, limit=4096)

    assert str(theirs.parent.parent / "data" / "versions") in told
    assert theirs.read_bytes() == b"y" * 10_000
    assert only(theirs.parent) == ["mcp.json"]


def test_a_file_with_several_names_is_refused_with_the_way_out(saver: Saver, config: Path) -> None:
    other = config.with_name("other name.json")
    other.hardlink_to(config)

    with pytest.raises(AppError, match="one other name") as told:
        saver.save(config, NEW, load(config).digest)

    assert f"cp -p {config} {config}.new && mv {config}.new {config}" in told.value.hint
    assert (config.read_bytes(), other.read_bytes()) == (OLD, OLD)
    config.with_name("new").write_bytes(OLD)
    config.with_name("new").replace(config)
    saver.save(config, NEW, load(config).digest)
    assert (config.read_bytes(), other.read_bytes()) == (NEW, OLD)


@pytest.mark.skipif(sys.platform != "linux", reason="marks of Linux")
def test_an_immutable_file_is_told(saver: Saver, config: Path) -> None:
    before = load(config).digest
    if subprocess.run(["chattr", "+i", config], check=False, capture_output=True).returncode:
        pytest.skip("this disk or this user cannot mark files as immutable")
    try:
        with pytest.raises(AppError, match="immutable") as told:
            saver.save(config, NEW, before)
    finally:
        subprocess.run(["chattr", "-i", config], check=True)

    assert f"chattr -i {config}" in told.value.hint
    assert only(config.parent) == [config.name]


def test_own_files_that_cannot_be_kept_are_told_as_such(config: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    saver = Saver(Versions(home / "data" / "versions"), home / "data" / "locks")

    with pytest.raises(AppError, match="Patchbay cannot keep its own files") as told:
        saver.save(config, NEW, load(config).digest)

    assert "PATCHBAY_HOME" in told.value.hint
    assert config.read_bytes() == OLD


def test_a_folder_that_is_gone_is_told(saver: Saver, config: Path) -> None:
    before = load(config)
    shutil.rmtree(config.parent)

    with pytest.raises(AppError, match="is gone") as told:
        saver.save(config, NEW, before.digest)

    assert told.value.kind is Kind.MISSING
    assert f"mkdir -p {config.parent}" in told.value.hint


def test_a_name_too_long_is_told(saver: Saver, folder: Path) -> None:
    with pytest.raises(AppError, match="Its name is too long"):
        saver.save(folder / ("n" * 300), NEW, "")


def test_a_folder_in_the_place_of_the_file_stays(saver: Saver, folder: Path) -> None:
    (folder / "mcp.json").mkdir()

    with pytest.raises(AppError, match="It is not a file"):
        saver.save(folder / "mcp.json", NEW, "")


def test_a_file_in_the_place_of_the_folder_is_told(saver: Saver, config: Path) -> None:
    for make_folder in (False, True):
        with pytest.raises(AppError, match="Could not save"):
            saver.save(config / "mcp.json", NEW, "", make_folder=make_folder)

    assert config.read_bytes() == OLD


def test_another_patchbay_that_keeps_the_lock_is_told(
    saver: Saver, config: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saver.save(config, NEW, load(config).digest)
    (lock,) = (data / "locks").iterdir()
    monkeypatch.setattr("patchbay.core.own_files._PATIENCE", 0.05)

    with held(lock), pytest.raises(AppError, match="Another Patchbay is saving it"):
        saver.save(config, OLD, load(config).digest)

    assert config.read_bytes() == NEW


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "There is no room left on the disk of"),
        (errno.EDQUOT, "Your share of the disk of"),
        (errno.EROFS, "is read-only"),
        (errno.EPERM, "The system does not allow it in"),
        (errno.EBUSY, "Something is mounted on it in"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_every_cause_names_the_folder_and_what_stays(config: Path, number: int, words: str) -> None:
    told = failures.not_saved(config, OSError(number, os.strerror(number)), config.parent / "data")

    assert words in told.cause
    assert str(config.parent) in told.cause
    assert told.hint.endswith("Nothing was changed.")
