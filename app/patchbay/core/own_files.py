"""The files Patchbay keeps for itself: read with forgiveness, written in one step, locked."""

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
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
    write_bytes_privately(path, text.encode())


def write_bytes_privately(path: Path, data: bytes) -> None:
    """As `write_privately`, for what is no text."""
    target = path.resolve()
    make_folder(target.parent)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def make_folder(folder: Path) -> None:
    """Make a folder of ours and those above it that are missing, each for its owner only."""
    for each in reversed((folder, *folder.parents)):
        if not each.exists():
            each.mkdir(mode=0o700, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Have the names in `folder` outlast a loss of power, where the system can do that."""
    if sys.platform == "win32":
        return  # folders cannot be opened there
    with suppress(
        OSError
    ):  # what was renamed is renamed already; some file systems have no such call
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Keep other processes from changing a file of ours between our reading and our writing it.

    The lock is on `.NAME.lock` beside the file, which stays. It is not reentrant.

    Raises:
        OSError: the folder cannot be written, or another process holds the lock for too long.
    """
    target = path.resolve()
    with held(target.with_name(f".{target.name}.lock")):
        yield


@contextmanager
def held(lock: Path) -> Generator[None]:
    """Hold the lock on the file `lock`, which is made for this and stays.

    Raises:
        OSError: the folder cannot be written, or another process holds the lock for too long.
    """
    until = time.monotonic() + _PATIENCE
    while (handle := try_to_hold(lock)) is None:
        if time.monotonic() > until:
            raise TimeoutError(f"Another process keeps {lock} locked")
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        os.close(handle)


def try_to_hold(lock: Path) -> int | None:
    """A handle that holds the lock on the file `lock` until it is closed; `None`: another does.

    The system lets go of a lock when its holder dies.

    Raises:
        OSError: the folder cannot be written.
    """
    make_folder(lock.parent)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
    handle = os.open(lock, flags, 0o600)
    is_ours = False
    try:
        is_ours = _try_to_lock(handle)
    finally:
        if not is_ours:
            os.close(handle)
    return handle if is_ours else None
