"""Reports of what failed in Patchbay itself: useful to a reader, and nobody's secrets in them."""

import os
import signal
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from patchbay.core.config.env_file import read_env_file
from patchbay.core.crashes import Crashes
from patchbay.core.errors import AppError

_CRASH = """
    import ctypes, sys
    from pathlib import Path
    from patchbay.core.crashes import Crashes

    crashes = Crashes(Path(sys.argv[1]))
    crashes.watch()
    print("watching", flush=True)
    sys.stdin.readline()
    if sys.argv[2] == "crash":
        ctypes.string_at(0)
    crashes.close()
"""


@pytest.fixture
def crashes(tmp_path: Path) -> Crashes:
    return Crashes(tmp_path / "crashes", lambda text: text.replace("s3cret-value", "••••••"))


def number(words: str) -> int:
    held = f"s3cret-value in a variable, {len(words)}"
    try:
        return int(words) + len(held)
    except ValueError as error:
        raise KeyError(words) from error


def failed(words: str = "it broke") -> Exception:
    """An exception with another one behind it, raised with a secret in a variable."""
    with pytest.raises(KeyError) as caught:
        number(words)
    return caught.value


def another(folder: Path, how: str) -> "subprocess.Popen[str]":
    """A process that watches for its own crash, and waits for a line before it ends `how`."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(_CRASH), str(folder), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "watching\n"
    return process


def end(process: "subprocess.Popen[str]") -> int:
    process.communicate("\n", timeout=15)
    return process.returncode


def test_a_report_tells_version_system_and_where_it_failed(crashes: Crashes) -> None:
    report = crashes.keep(failed())

    assert report is not None
    text = report.read_text("utf-8")
    assert text.startswith("Patchbay 0.1.0\n")
    assert f"Python {sys.version_info[0]}.{sys.version_info[1]}" in text
    assert "ValueError: invalid literal" in text
    assert "KeyError: 'it broke'" in text
    assert 'File "test_crashes.py", line' in text


def test_files_of_ours_are_named_from_the_package_on_and_no_home_folder_is(
    crashes: Crashes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(AppError) as caught:
        read_env_file(tmp_path / "private" / "file", "charts")

    report = crashes.keep(caught.value)

    assert report is not None
    text = report.read_text("utf-8")
    assert 'File "patchbay/core/config/env_file.py", line' in text
    assert "~/private/file" in text
    assert str(tmp_path) not in text


def test_neither_secrets_nor_values_of_variables_are_written(crashes: Crashes) -> None:
    report = crashes.keep(failed("cannot use s3cret-value"))

    assert report is not None
    text = report.read_text("utf-8")
    assert "s3cret" not in text
    assert "cannot use ••••••" in text


def test_reports_are_for_their_owner_only(crashes: Crashes) -> None:
    report = crashes.keep(failed())

    assert report is not None
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    assert stat.S_IMODE(report.parent.stat().st_mode) == 0o700


def test_the_newest_twenty_are_kept(crashes: Crashes) -> None:
    first = crashes.keep(failed())

    last = [crashes.keep(failed()) for _ in range(20)][-1]

    assert len(crashes.reports) == 20
    assert first not in crashes.reports
    assert crashes.reports[-1] == last


def test_a_folder_that_cannot_be_written_costs_the_report_alone(tmp_path: Path) -> None:
    (tmp_path / "crashes").write_text("a file where the folder should be")

    crashes = Crashes(tmp_path / "crashes")

    assert crashes.keep(failed()) is None
    assert crashes.watch() == ()


def test_what_a_crashed_process_left_becomes_a_report_at_the_next_start(crashes: Crashes) -> None:
    assert end(another(crashes.folder, "crash")) == -signal.SIGSEGV

    (report,) = crashes.watch()

    text = report.read_text("utf-8")
    assert "Segmentation fault" in text
    assert 'File "ctypes/__init__.py"' in text or 'File "__init__.py"' in text
    assert os.sep + "python3" not in text
    assert crashes.watch() == ()
    assert crashes.reports == (report,)


def test_a_process_that_ends_as_it_should_leaves_nothing(crashes: Crashes) -> None:
    assert end(another(crashes.folder, "well")) == 0

    assert list(crashes.folder.iterdir()) == []


def test_a_process_that_still_runs_is_left_alone(crashes: Crashes) -> None:
    other = another(crashes.folder, "crash")

    assert crashes.watch() == ()

    assert end(other) == -signal.SIGSEGV
    assert len(crashes.watch()) == 1


def test_a_process_that_was_killed_is_no_crash_of_patchbay(crashes: Crashes) -> None:
    other = another(crashes.folder, "well")
    other.kill()
    other.communicate(timeout=15)

    assert crashes.watch() == ()
    assert list(crashes.folder.iterdir()) == []
