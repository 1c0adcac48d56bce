"""Which processes belong to a test, told by a variable in their environment."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

VARIABLE = "PATCHBAY_TEST_MARK"


def marked(mark: str) -> list[int]:
    """The living processes, other than this one, whose environment bears the mark."""
    sought = f"{VARIABLE}={mark}".encode()
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int(folder.name) != os.getpid() and sought in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return found


def wait_until_none(mark: str, seconds: float) -> float:
    """Wait for the last marked process to end; returns how long it took.

    Raises:
        AssertionError: some are left; they are killed first.
    """
    began = time.monotonic()
    while left := marked(mark):
        if time.monotonic() - began > seconds:
            told = [_command(process) for process in left]
            end_all(mark)
            raise AssertionError(f"{len(told)} left after {seconds:g} s: {told}")
        time.sleep(0.02)
    return time.monotonic() - began


def end_all(mark: str) -> None:
    """Kill what a failed test has left."""
    for process in marked(mark):
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)


def _command(process: int) -> str:
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return "gone"
    return words.replace(b"\0", b" ").decode(errors="replace")[-200:]
