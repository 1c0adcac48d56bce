"""What every test needs: its own home for Patchbay, the loop of its room, nothing left behind."""

import gc
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Hundreds of programs are started: each would compile all that it imports again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

PATIENCE = 15.0
"""Seconds a process may take to end after its test; a busy machine is slow, a leak is for ever."""

_SELDOM = 50
"""Tests between two looks at everything that is old."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Nothing runs beside what is measured; otherwise there is a worker for each core."""
    return 0 if config.getoption("markexpr") == "performance" else None


@pytest.fixture(autouse=True)
def patchbay_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, data and cache of each test live in its own folder."""
    home = tmp_path / "patchbay-home"
    monkeypatch.setenv("PATCHBAY_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """Fail a test whose child processes outlive it, and end them."""
    before = _children()
    yield
    end = time.monotonic() + PATIENCE
    while left := _children() - before:
        if time.monotonic() > end:
            told = sorted(_command(process) for process in left)
            for process in left:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            pytest.fail(f"left running: {told}")
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def garbage_is_found_here() -> Iterator[None]:
    """As in the program: a widget that is found in another thread would take Qt with it."""
    gc.disable()
    yield
    gc.collect(2 if gc.get_count()[2] > _SELDOM else 1)


def _children() -> set[int]:
    """The living children of this process; where there is no /proc, none can be told."""
    found: set[int] = set()
    for listed in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            found.update(map(int, listed.read_text().split()))
    return {process for process in found if not _ended(process)}


def _ended(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return "gone"


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, object]]:
    return "asyncio", {}
