"""The folder for messages too large to carry: one per run of Patchbay, locked while it lives."""

import asyncio
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

_LOCK = "lock"
_PREFIX = "run-"


class Spool:
    """One private folder below `home`, a folder in it for each relay, and a quota in bytes.

    What runs of Patchbay left behind that are no more is removed at the start: a run is alive as
    long as its lock cannot be taken.
    """

    def __init__(self, home: Path, quota: int) -> None:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        _remove_stale(home)
        self.root = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=home))
        self._quota = quota
        self.in_use: Callable[[], Collection[Path]] = tuple
        """Asks which files may not be deleted."""
        self._count = 0
        self._unlock = _lock(self.root / _LOCK)

    def folder(self, name: str) -> Path:
        """A new folder for one relay; `name` makes it recognisable."""
        self._count += 1
        plain = re.sub(r"[^A-Za-z0-9_-]+", "-", name)[:40]
        folder = self.root / f"{self._count}-{plain}"
        folder.mkdir(mode=0o700)
        return folder

    async def trim_unused(self) -> None:
        """Keep to the quota without touching what is in use; the disk is asked in a thread."""
        await asyncio.to_thread(self.trim, self.in_use())

    def trim(self, kept: Collection[Path] = ()) -> None:
        """Delete the oldest files until the quota holds, except the kept ones and their kin.

        Kin are the files the decoder made from another: they begin with the same name. Relays
        delete files of their own meanwhile; whatever is gone or stuck is passed over.
        """
        names = {_kin(path) for path in kept}
        dated: list[tuple[float, int, Path]] = []
        for path in self.root.glob("*/*"):
            with suppress(OSError):
                status = path.stat()
                dated.append((status.st_mtime, status.st_size, path))
        total = sum(size for _, size, _ in dated)
        for _, size, path in sorted(dated):
            if total <= self._quota:
                return
            if _kin(path) not in names:
                with suppress(OSError):
                    path.unlink()
                    total -= size

    def close(self) -> None:
        """Remove everything."""
        if self._unlock is not None:
            self._unlock()
            self._unlock = None
        shutil.rmtree(self.root, ignore_errors=True)


def _kin(path: Path) -> tuple[str, str]:
    return path.parent.name, path.name.partition(".")[0]


def _remove_stale(home: Path) -> None:
    for folder in home.glob(f"{_PREFIX}*"):
        unlock = _lock(folder / _LOCK)
        if unlock is not None:
            unlock()
            shutil.rmtree(folder, ignore_errors=True)


def _lock(path: Path) -> Callable[[], None] | None:
    """Take the lock; returns what gives it back, or nothing if somebody else has it."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _try_lock(handle)
        except OSError:
            os.close(handle)
            return None
        return lambda: os.close(handle)
    return None


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _try_lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
