"""Adding to an env file: what is there stays, and what is added reads back exactly."""

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchbay.core.config.env_file import add_to_env_file, line, read_env_file
from patchbay.core.errors import AppError

VALUE = "sesame-open-4711"
ODD = (
    VALUE,
    "a b",
    " blanks around ",
    "it's",
    'say "yes"',
    "back\\slash\\",
    "\\'",
    "a#b",
    "a #b",
    "#",
    "${HOME} $HOME `x`",
    "two\nlines\n",
    "-----BEGIN KEY-----\r\nab=cd\r\n-----END KEY-----",
    "\\n\\t",
    "=x=",
    "ünïcode 🔑",
    "\u2028\x0b\x85",
)


@pytest.mark.parametrize(
    "held", [b"", b"A=1\n", b"A=1", b"A=1\r\n# why\r\nB='x'\r\n", b"\xef\xbb\xbfA=1"]
)
@pytest.mark.parametrize("value", ODD)
def test_any_value_reads_back_and_no_byte_before_it_changes(
    tmp_path: Path, held: bytes, value: str
) -> None:
    path = tmp_path / "x.env"
    path.write_bytes(held)
    path.chmod(0o640)
    before = read_env_file(path, "x")

    add_to_env_file(path, {"KEY": value, "OTHER": VALUE}, "x")

    assert path.read_bytes().startswith(held)
    assert read_env_file(path, "x") == {**before, "KEY": value, "OTHER": VALUE}
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1))
def test_no_value_reaches_into_the_line_behind_it(
    tmp_path_factory: pytest.TempPathFactory, value: str
) -> None:
    path = tmp_path_factory.mktemp("env") / "x.env"
    path.write_text(f"{line('KEY', value)}\nBEHIND='\"'\n", newline="")

    assert read_env_file(path, "x") == {"KEY": value, "BEHIND": '"'}


def test_the_ends_of_lines_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.env"
    path.write_bytes(b"A=1\r\nB=2")

    add_to_env_file(path, {"KEY": VALUE}, "x")

    assert path.read_bytes() == f"A=1\r\nB=2\r\nKEY={VALUE}\r\n".encode()


def test_a_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "x.env"

    add_to_env_file(path, {"KEY": VALUE}, "x", is_new=True)

    assert path.read_text() == f"KEY={VALUE}\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_new_file_is_never_written_through_a_link_or_over_another(tmp_path: Path) -> None:
    elsewhere, link, other = tmp_path / "elsewhere", tmp_path / "x.env", tmp_path / "y.env"
    link.symlink_to(elsewhere)
    other.write_text("A=1\n")

    for path in (link, other):
        with pytest.raises(AppError, match="Could not write the env file"):
            add_to_env_file(path, {"KEY": VALUE}, "x", is_new=True)

    assert not elsewhere.exists()
    assert link.is_symlink()
    assert other.read_text() == "A=1\n"


def test_a_link_that_an_entry_names_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "real.env", tmp_path / "x.env"
    target.write_text("A=1\n")
    link.symlink_to(target)

    add_to_env_file(link, {"KEY": VALUE}, "x")

    assert link.is_symlink()
    assert target.read_text() == f"A=1\nKEY={VALUE}\n"


def test_what_would_read_otherwise_is_taken_out_again(tmp_path: Path) -> None:
    """A quote that nobody closed would reach into what is added."""
    path = tmp_path / "x.env"
    held = b"A='never closed\nB=2\n"
    path.write_bytes(held)

    with pytest.raises(AppError) as caught:
        add_to_env_file(path, {"KEY": "it's"}, "x")

    assert "read otherwise" in caught.value.cause
    assert path.read_bytes() == held


def test_a_new_file_that_cannot_be_filled_is_not_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)  # a full disk cannot be had here
    path = tmp_path / "x.env"

    with pytest.raises(AppError) as caught:
        add_to_env_file(path, {"KEY": VALUE}, "x", is_new=True)

    assert "No space left" in caught.value.cause
    assert not path.exists()


def test_a_full_disk_leaves_a_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "x.env"
    path.write_bytes(b"A=1")
    monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(AppError):
        add_to_env_file(path, {"KEY": VALUE}, "x")

    assert path.read_bytes() == b"A=1"


@pytest.mark.parametrize("value", ["a\0b", "\ud800"])
def test_what_no_env_file_can_hold_is_refused_without_being_told(
    tmp_path: Path, value: str
) -> None:
    path = tmp_path / "x.env"

    with pytest.raises(AppError) as caught:
        add_to_env_file(path, {"KEY": value}, "x", is_new=True)

    assert value not in str(caught.value)
    assert not path.exists()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "missing" / "x.env", tmp_path / "file" / "x.env"):
        with pytest.raises(AppError, match="Could not write"):
            add_to_env_file(path, {"KEY": VALUE}, "x", is_new=True)
