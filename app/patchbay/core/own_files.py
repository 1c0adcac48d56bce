"""The small JSON files Patchbay keeps for itself: read with forgiveness, written in one step."""

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from patchbay.core.values import JsonObject, is_object

if sys.platform == "win32":
    import msvcrt

    def _try_to_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True
else:
    import fcntl

    def _try_to_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


_PATIENCE = 10.0
"""Seconds to wait for another process; reading and writing one small file takes milliseconds."""
_PAUSE = 0.01


def read_object(path: Path) -> tuple[JsonObject, str]:
    """The JSON object in a file of ours and what is wrong with the file; a missing one is empty."""
    try:
        value = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}, ""
    except (OSError, ValueError, RecursionError) as error:
        return {}, f"{path} cannot be read: {error}."
    return (value, "") if is_object(value) else ({}, f"{path} does not hold a JSON object.")


def set_aside(path: Path) -> None:
    """Keep a broken file of ours under `.broken`, so that writing anew loses nothing."""
    if path.is_file():
        shutil.copyfile(path, path.with_name(f"{path.name}.broken"))


def write_privately(path: Path, text: str) -> None:
    """Write a file of ours in one step; it and its new folders are readable by the owner only."""
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Keep other processes from changing a file of ours between our reading and our writing it.

    The lock is on `.NAME.lock` beside the file, which stays; the system lets go of it when its
    holder dies. It is not reentrant.

    Raises:
        OSError: the folder cannot be written, or another process holds the lock for too long.
    """
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
    handle = os.open(target.with_name(f".{target.name}.lock"), flags, 0o600)
    try:
        _wait_for(handle, target)
        yield
    finally:
        os.close(handle)


def _wait_for(handle: int, target: Path) -> None:
    until = time.monotonic() + _PATIENCE
    while not _try_to_lock(handle):
        if time.monotonic() > until:
            raise TimeoutError(f"Another process keeps {target} locked")
        time.sleep(_PAUSE)
