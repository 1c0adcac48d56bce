"""What a file has besides its bytes: owner, rights, extended attributes."""

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from patchbay.core.store.failures import (
    folder_gone,
    has_other_names,
    immutable,
    owner_lost,
    read_only,
)

_GROUP_RIGHTS = stat.S_IRWXG
_WRITE_RIGHTS = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_SET_BY_THE_SYSTEM = ("security.", "trusted.")
_HAS_NONE = {errno.ENOTSUP, errno.ENOSYS, errno.ENOENT}
"""The disk knows none, or the file was deleted meanwhile, which is noticed later."""


def of_writable(path: Path, target: Path) -> os.stat_result | None:
    """The attributes of `target`; `None` when there is no such file in its folder.

    Raises:
        AppError: the folder is gone, or the file is read-only or has several names; it tells of
            `path`.
    """
    if not target.parent.is_dir():
        raise folder_gone(path, target.parent)
    try:
        standing = target.stat()
    except FileNotFoundError:
        return None
    # root may write everything, yet a file without any right to write was meant to stay
    if not standing.st_mode & _WRITE_RIGHTS:
        raise read_only(path)
    if not os.access(target, os.W_OK):
        raise immutable(path) if _lets_us_write(standing) else read_only(path)
    if stat.S_ISREG(standing.st_mode) and standing.st_nlink > 1:
        raise has_other_names(path, target, standing.st_nlink - 1)
    return standing


def _lets_us_write(standing: os.stat_result) -> bool:
    if sys.platform == "win32":
        return False
    is_ours = standing.st_uid == os.geteuid() and standing.st_mode & stat.S_IWUSR
    return bool(is_ours or os.geteuid() == 0)


def take_over(handle: int, target: Path, standing: os.stat_result) -> None:
    """Give the open file `handle` the owner, rights and extended attributes of `target`.

    Raises:
        AppError: the owner, or a group with rights of its own, cannot be kept.
        OSError: something else cannot be.
    """
    if sys.platform == "win32":
        return  # a new file has what its folder gives it
    _take_over_owner(handle, target, standing)
    os.fchmod(handle, stat.S_IMODE(standing.st_mode))
    _take_over_extended(handle, target)


def _take_over_owner(handle: int, target: Path, standing: os.stat_result) -> None:
    if sys.platform == "win32":
        return
    made = os.fstat(handle)
    try:
        if made.st_uid != standing.st_uid:
            os.fchown(handle, standing.st_uid, -1)
    except PermissionError as error:
        raise owner_lost(target) from error
    try:
        if made.st_gid != standing.st_gid:
            os.fchown(handle, -1, standing.st_gid)
    except PermissionError as error:
        if standing.st_mode & _GROUP_RIGHTS:
            raise owner_lost(target) from error


def _take_over_extended(handle: int, target: Path) -> None:
    """Access lists are among them: rights would widen without them, or with the folder's."""
    if sys.platform != "linux":
        return
    wanted, made = _extended(target), _extended(handle)
    for name in made.keys() - wanted.keys():
        os.removexattr(handle, name)
    for name, value in wanted.items():
        if made.get(name) != value:
            os.setxattr(handle, name, value)


def _extended(file: Path | int) -> dict[str, bytes]:
    if sys.platform != "linux":
        return {}
    try:
        names = [name for name in os.listxattr(file) if not name.startswith(_SET_BY_THE_SYSTEM)]
    except OSError as error:
        if error.errno in _HAS_NONE:
            return {}
        raise
    found: dict[str, bytes] = {}
    for name in names:
        with suppress(OSError):  # gone meanwhile, or not for us to read
            found[name] = os.getxattr(file, name)
    return found
