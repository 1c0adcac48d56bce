"""What is told about a file as it stands on the disk."""

import codecs
from hashlib import sha256
from pathlib import Path

import pytest

from patchbay.core.config.opening import MAX_BYTES
from patchbay.core.errors import AppError
from patchbay.core.store.disk import load
from patchbay.core.store.naming import key
from tests.core.store.contents import OLD


def test_a_file_is_told_with_its_bytes_its_text_and_its_digest(config: Path) -> None:
    found = load(config)

    assert (found.path, found.data) == (config, OLD)
    assert found.decoded.text == OLD.decode()
    assert found.digest == sha256(OLD).hexdigest()


def test_where_there_is_no_file_there_are_no_bytes_and_no_digest(folder: Path) -> None:
    for path in (folder / "none.json", folder / "no-folder" / "none.json"):
        found = load(path)
        assert (found.data, found.digest, found.decoded.text) == (None, "", "")


def test_an_empty_file_is_not_the_same_as_none(folder: Path) -> None:
    (folder / "empty.json").touch()

    found = load(folder / "empty.json")

    assert found.data == b""
    assert found.digest


def test_a_link_is_followed_and_keeps_its_name(folder: Path, config: Path) -> None:
    link = folder / "link.json"
    link.symlink_to(config)

    assert (load(link).path, load(link).data) == (link, OLD)


def test_a_mark_is_remembered(config: Path) -> None:
    config.write_bytes(codecs.BOM_UTF8 + OLD)

    assert load(config).decoded.has_mark


def test_what_cannot_be_read_is_told(folder: Path) -> None:
    with pytest.raises(AppError, match="It is not a file"):
        load(folder)


def test_a_file_too_large_for_a_config_is_told(config: Path) -> None:
    with config.open("r+b") as file:
        file.truncate(MAX_BYTES + 1)

    with pytest.raises(AppError, match="is larger than 8 MB"):
        load(config)


def test_every_path_to_a_file_has_the_same_key(
    folder: Path, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "link.json").symlink_to(config)
    monkeypatch.chdir(folder)

    paths = (config, folder / "link.json", Path(".mcp.json"), folder / ".." / "project/.mcp.json")
    assert len({key(path) for path in paths}) == 1
    assert key(folder / "other.json") != key(config)
