"""Saving a config file: what is replaced, what is kept, what is left."""

import errno
import os
import stat
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from patchbay.core.config.decoding import encode
from patchbay.core.errors import AppError, Kind
from patchbay.core.store.disk import load
from patchbay.core.store.failures import Change, Changed
from patchbay.core.store.saving import STEPS, Saver
from patchbay.core.store.swap import exchange
from patchbay.core.store.versions import Versions
from tests.core.store.contents import NEW, OLD

ACCESS = "system.posix_acl_access"


def access_list(user: int) -> bytes:
    """One that gives rights to another user as well, in the form the kernel has it (acl(5))."""
    owner, group, mask, others = (1, 6, -1), (4, 4, -1), (16, 6, -1), (32, 0, -1)
    entries = (owner, (2, user, 65534), group, mask, others)
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def write_other(path: Path) -> None:
    path.write_bytes(b"other")


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_what_is_saved_stands_there_and_nothing_else_does(saver: Saver, config: Path) -> None:
    saved = saver.save(config, NEW, load(config).digest)

    assert saved == load(config)
    assert saved.data == NEW
    assert names(config.parent) == [".mcp.json"]


def test_the_digest_of_a_save_is_what_the_next_one_expects(saver: Saver, config: Path) -> None:
    first = saver.save(config, NEW, load(config).digest)
    saver.save(config, OLD, first.digest)

    assert config.read_bytes() == OLD


def test_what_stood_there_is_kept_as_a_version(
    saver: Saver, versions: Versions, config: Path
) -> None:
    saver.save(config, NEW, load(config).digest)

    (version,) = versions.list(config)
    assert versions.read(version) == OLD


@pytest.mark.parametrize("rights", [0o600, 0o640, 0o644, 0o664, 0o755])
def test_the_rights_of_a_file_stay(saver: Saver, config: Path, rights: int) -> None:
    config.chmod(rights)

    saver.save(config, NEW, load(config).digest)

    assert mode(config) == rights


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives away")
def test_owner_and_group_of_a_file_stay(saver: Saver, config: Path) -> None:
    os.chown(config, 65534, 65533)

    saver.save(config, NEW, load(config).digest)

    assert (config.stat().st_uid, config.stat().st_gid) == (65534, 65533)
    assert mode(config) == 0o640


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no extended attributes here")
def test_extended_attributes_stay(saver: Saver, config: Path) -> None:
    try:
        os.setxattr(config, "user.note", b"mine")
    except OSError:
        pytest.skip("no extended attributes on this disk")

    saver.save(config, NEW, load(config).digest)

    assert os.getxattr(config, "user.note") == b"mine"


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no access lists of this kind here")
def test_an_access_list_stays_and_that_of_the_folder_does_not_come(
    saver: Saver, config: Path
) -> None:
    plain = config.with_name("plain.json")
    plain.write_bytes(OLD)
    plain.chmod(0o600)
    try:
        os.setxattr(config, ACCESS, access_list(user=4))
        os.setxattr(config.parent, "system.posix_acl_default", access_list(user=6))
    except OSError:
        pytest.skip("no access lists on this disk")

    for path in (config, plain):
        saver.save(path, NEW, load(path).digest)

    assert os.getxattr(config, ACCESS) == access_list(user=4)
    assert ACCESS not in os.listxattr(plain)
    assert mode(plain) == 0o600


def test_a_link_stays_a_link_and_its_file_is_replaced(
    saver: Saver, config: Path, tmp_path: Path
) -> None:
    link = tmp_path / "elsewhere" / "mcp.json"
    link.parent.mkdir()
    link.symlink_to("../project/.mcp.json")

    saved = saver.save(link, NEW, load(link).digest)

    assert saved.path == link
    assert link.is_symlink()
    assert config.read_bytes() == NEW
    assert names(link.parent) == ["mcp.json"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_the_mark_and_the_line_ends_stay(saver: Saver, config: Path, encoding: str) -> None:
    config.write_bytes("a: 1\r\nb: 2\rc: 3\n".encode(encoding))
    before = load(config)
    assert before.decoded.text is not None

    data = encode(before.decoded.text.replace("2", "20"), before.decoded)
    saver.save(config, data, before.digest)

    assert config.read_bytes() == "a: 1\r\nb: 20\rc: 3\n".encode(encoding)


def test_a_new_file_is_for_its_owner_only(saver: Saver, folder: Path) -> None:
    path = folder / "new.json"

    saver.save(path, NEW, "")

    assert path.read_bytes() == NEW
    assert mode(path) == 0o600
    assert names(folder) == ["new.json"]


def test_a_new_file_is_made_on_a_disk_without_hard_links(
    saver: Saver, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted", str(target), None, str(path))

    monkeypatch.setattr(Path, "hardlink_to", refuse)

    saver.save(folder / "new.json", NEW, "")

    assert (folder / "new.json").read_bytes() == NEW
    assert names(folder) == ["new.json"]


def test_a_folder_is_made_only_when_asked_for(saver: Saver, folder: Path) -> None:
    path = folder / ".cursor" / "deep" / "mcp.json"

    with pytest.raises(AppError, match="is gone") as told:
        saver.save(path, NEW, "")
    assert told.value.kind is Kind.MISSING
    assert names(folder) == []

    saver.save(path, NEW, "", make_folder=True)
    assert path.read_bytes() == NEW


def test_the_name_of_a_file_may_be_as_long_as_the_disk_has_it(saver: Saver, folder: Path) -> None:
    path = folder / ("n" * 250 + ".json")

    saver.save(path, NEW, "")
    saver.save(path, OLD, load(path).digest)

    assert path.read_bytes() == OLD


def test_each_step_is_told_in_order(versions: Versions, data: Path, config: Path) -> None:
    steps: list[str] = []

    Saver(versions, data / "locks", steps.append).save(config, NEW, load(config).digest)

    assert tuple(steps) == STEPS


@pytest.mark.parametrize(
    ("happens", "change", "words"),
    [
        (write_other, Change.CHANGED, "was changed by another"),
        (Path.unlink, Change.DELETED, "was deleted by another program"),
    ],
)
def test_what_another_program_did_meanwhile_stays(
    saver: Saver, config: Path, happens: Callable[[Path], object], change: Change, words: str
) -> None:
    before = load(config)
    happens(config)
    now = load(config)

    with pytest.raises(Changed, match=words) as told:
        saver.save(config, NEW, before.digest)

    assert told.value.change is change
    assert told.value.found == now == load(config)
    assert "Nothing was changed." in told.value.hint


def test_a_file_that_appeared_meanwhile_stays(saver: Saver, config: Path) -> None:
    with pytest.raises(Changed, match="was made by another program") as told:
        saver.save(config, NEW, "")

    assert told.value.change is Change.APPEARED
    assert config.read_bytes() == OLD
    assert names(config.parent) == [".mcp.json"]


def test_saving_goes_through_with_the_digest_of_what_was_found(saver: Saver, config: Path) -> None:
    with pytest.raises(Changed) as told:
        saver.save(config, NEW, "")

    saver.save(config, NEW, told.value.found.digest)

    assert config.read_bytes() == NEW


def test_two_files_change_places_or_stay(config: Path) -> None:
    other = config.with_name("other")
    other.write_bytes(NEW)

    exchanged = exchange(config, other)

    assert (config.read_bytes(), other.read_bytes()) == ((NEW, OLD) if exchanged else (OLD, NEW))
    assert not exchange(config, config.with_name("missing"))
