"""Ends what a relay leaves behind when it is killed itself."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_SET_CHILD_SUBREAPER = 36
_SECONDS = 2.0
_LOOK = 0.02


def become_subreaper() -> bool:
    """Let orphans of killed relays become children of this process; false where it cannot be."""
    if sys.platform != "linux":
        return False
    return ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def end_orphans(server: int) -> None:
    """Kill the group of a dead relay's server, and those descendants that this process adopted.

    Only a process that bears the birthmark of servers is touched: other orphans come here too,
    such as a browser that was opened. Living relays adopt their own, so whatever bears the mark
    and is a child of this process has lost its relay. Takes 2 s at most; blocks.
    """
    if sys.platform == "win32":
        return  # the relay's job object took them all along
    until = time.monotonic() + _SECONDS
    with suppress(OSError):
        os.killpg(server, signal.SIGKILL)
    if sys.platform == "linux":
        _sweep(server, until)
    with suppress(OSError):
        while time.monotonic() < until:
            os.killpg(server, 0)  # fails once nobody of the group is left
            time.sleep(_LOOK)


if sys.platform == "linux":
    from patchbay.relay.linux import bears_birthmark, descendants_of

    def _sweep(server: int, until: float) -> None:
        while time.monotonic() < until:
            adopted = [child for child in _children() if child == server or bears_birthmark(child)]
            if not adopted:
                return
            _freeze(adopted)
            for child in adopted:
                _end(child)
            time.sleep(_LOOK)

    def _freeze(adopted: list[int]) -> None:
        """Stop the families until nobody new turns up, then kill all."""
        stopped: set[int] = set()
        while new := _families(adopted) - stopped:
            _send(signal.SIGSTOP, new)
            stopped |= new
        _send(signal.SIGKILL, stopped)

    def _families(roots: list[int]) -> set[int]:
        found = set(roots)
        for root in roots:
            found |= set(descendants_of(root))
        return found

    def _end(child: int) -> None:
        """Reap an adopted process, so that no zombie stays; it is nobody else's to wait for."""
        with suppress(OSError):
            os.waitpid(child, os.WNOHANG)

    def _children() -> set[int]:
        found: set[int] = set()
        for task in Path("/proc/self/task").iterdir():
            with suppress(OSError):
                found.update(map(int, (task / "children").read_text().split()))
        return found

    def _send(number: int, processes: Iterable[int]) -> None:
        for process in processes:
            with suppress(OSError):
                os.kill(process, number)
