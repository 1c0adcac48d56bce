"""Which window of this user is the running one, and how a later start hands over to it."""

import json
import os
import stat
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from patchbay.core.own_files import read_object, try_to_hold, write_privately
from patchbay.core.paths import Paths
from patchbay.core.sitting.calling import hand_over
from patchbay.core.sitting.wish import Wish
from patchbay.core.values import as_text

PATIENCE = 3.0
"""Seconds a later start waits for the running window before it opens one of its own."""

_PAUSE = 0.05
_SILENT = f"The one that is open already gave no answer within {PATIENCE:g} s."


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The running window has taken it; there is nothing left to do."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A window of its own beside others, and why, where the person should know."""

    why: str = ""


class Claim:
    """The right to be the running window, until it is given up or the process ends.

    A file tells later starts the address to speak to; the lock tells them whether it is still true.
    """

    def __init__(self, handle: int, told: Path) -> None:
        self._handle: int | None = handle
        self._told = told
        _clean_after(_address(told))

    def announce(self, address: str) -> None:
        """Let later starts know where to speak to.

        Raises:
            OSError: it cannot be written down.
        """
        write_privately(self._told, json.dumps({"address": address}))

    def give_up(self) -> None:
        """From now on another may be the running window."""
        if self._handle is not None:
            with suppress(OSError):
                self._told.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None


Start: TypeAlias = Claim | HandedOver | Beside


def claim_or_hand_over(paths: Paths, wish: Wish) -> Start:
    """Become the running window, or give `wish` to the one that is; waits `PATIENCE` at most."""
    end = time.monotonic() + PATIENCE
    try:
        while (handle := try_to_hold(paths.locks / "window")) is None:
            address = _address(paths.running_file)
            if address and hand_over(address, wish.as_line(), end - time.monotonic()):
                return HandedOver()
            if time.monotonic() + _PAUSE > end:
                return Beside(_SILENT)
            time.sleep(_PAUSE)  # it may be about to tell its address, or about to go
    except OSError:
        return Beside()  # nothing can be kept there; whoever wants to will say so
    return Claim(handle, paths.running_file)


def _address(told: Path) -> str:
    return as_text(read_object(told)[0].get("address"))


def _clean_after(address: str) -> None:
    """Take away the socket of a window that was killed, and the folder made for it."""
    with suppress(OSError, ValueError):
        socket = Path(address)
        if stat.S_ISSOCK(socket.lstat().st_mode):
            socket.unlink()
            socket.parent.rmdir()
