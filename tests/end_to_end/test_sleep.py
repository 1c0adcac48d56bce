"""A computer that goes to sleep in the middle of a call, and wakes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="finds the processes in /proc"),
]
LONG = 60.0


def test_a_call_ends_well_after_everything_slept(
    environment: dict[str, str], config: Callable[..., Path], allowed: None
) -> None:
    words = ("call", str(config(one="sdk.py")), "one", "wait", "seconds=3", "--trust")
    with subprocess.Popen(
        [sys.executable, "-m", "patchbay", *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as calling:
        family = _wait_for_family(calling.pid, 3)
        _tell(family, signal.SIGSTOP)
        time.sleep(4)  # the sleep itself
        _tell(reversed(family), signal.SIGCONT)
        said, complained = calling.communicate(timeout=LONG)

    assert calling.returncode == 0, complained
    assert "waited" in said


def _tell(family: Iterable[int], number: signal.Signals) -> None:
    for process in family:
        os.kill(process, number)


def _wait_for_family(process: int, size: int) -> list[int]:
    """The process and its descendants, once there are `size`: program, relay and server."""
    end = time.monotonic() + LONG
    while len(family := _family(process)) < size:
        assert time.monotonic() < end
        time.sleep(0.02)
    return family


def _family(process: int) -> list[int]:
    found = [process]
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        for child in listed.read_text().split():
            found += _family(int(child))
    return found
