"""What a risk is, and which folders are too much to hand to a server."""

import os
import re
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

_BROAD_FOLDERS = {
    *("/", "/home", "/Users", "/root", "/mnt", "/media", "/var", "/etc", "/var/lib/docker"),
    *("/run", "/var/run", "/proc", "/sys", "/dev", "/boot", "/usr", "/bin", "/sbin", "/lib"),
}
_HOME_SPELLINGS = {"~", "$HOME", "${HOME}", "%USERPROFILE%"}


@dataclass(frozen=True, slots=True)
class Risk:
    """One risk: what it means, the remedy, and the places in the plan's `argv` that cause it."""

    title: str
    detail: str
    indexes: tuple[int, ...] = ()


def in_argv(*indexes: int) -> tuple[int, ...]:
    """Places in `argv`, which the program itself begins."""
    return tuple(index + 1 for index in indexes)


def is_broad(folder: str) -> bool:
    """Whether a folder opens a whole disk, home or system, also through a link."""
    if folder.rstrip("/") in _HOME_SPELLINGS:
        return True
    if re.match(r"[A-Za-z]:[\\/]", folder):
        return len(PureWindowsPath(folder).parts) == 1
    if not folder.startswith("/"):
        return False
    plain = plain_path(folder)
    home = Path.home()
    broad = _BROAD_FOLDERS | {str(home), *map(str, home.parents)}
    return plain.startswith("/proc/") or plain in broad or _behind(plain) in broad


def plain_path(path: str) -> str:
    """An absolute path without doubled slashes, dots and a slash at the end."""
    # POSIX keeps two slashes at the start; docker and the kernel do not.
    return os.path.normpath("/" + path.lstrip("/"))


def folder_words(folder: str) -> str:
    is_disk = folder.strip("/") == "" or re.fullmatch(r"[A-Za-z]:[\\/]", folder) is not None
    return "the whole disk" if is_disk else "whole home or system folders"


def _behind(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path
