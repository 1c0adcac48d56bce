"""Why a file was not saved, in words for people."""

import errno
import os
import shlex
from enum import StrEnum
from pathlib import Path

from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.store.disk import OnDisk

_STAYS = "Nothing was changed."
_REASONS = {
    errno.ENOSPC: ("There is no room left on the disk of {}.", "Make room there and save again."),
    errno.EDQUOT: ("Your share of the disk of {} is used up.", "Make room there and save again."),
    errno.EFBIG: (
        "It would be larger than this system lets files in {} be.",
        "Make it smaller, or raise the limit (ulimit -f) and start Patchbay again.",
    ),
    errno.EROFS: ("The disk of {} is read-only.", "Make the disk writable and save again."),
    errno.EACCES: ("You may not write in {}.", "Let yourself write there and save again."),
    errno.EPERM: (
        "The system does not allow it in {}; the file may be marked as immutable.",
        "Take that mark off (chattr -i, as root) and save again.",
    ),
    errno.EBUSY: (
        "Something is mounted on it in {}, as files are into a container.",
        "Change it where it is mounted from.",
    ),
    errno.ENAMETOOLONG: ("Its name is too long for the disk of {}.", "Choose a shorter name."),
}


class Change(StrEnum):
    """What happened to a file since it was read."""

    CHANGED = "changed"
    DELETED = "deleted"
    APPEARED = "appeared"


_HAPPENED = {
    Change.CHANGED: ("was changed by another program", "Look at the change, then save again."),
    Change.DELETED: ("was deleted by another program", "Save again to make it anew."),
    Change.APPEARED: ("was made by another program", "Look at it before you save over it."),
}


class Changed(AppError):  # noqa: N818 - no failure of ours: somebody else was faster
    """Something else stands on the disk than what the edits were made on.

    Attributes:
        change: what happened.
        found: what stands there now; saving with its digest as the expected one goes through.
    """

    def __init__(self, found: OnDisk, expected: str) -> None:
        self.found = found
        self.change = _change(found, expected)
        happened, hint = _HAPPENED[self.change]
        kind = Kind.MISSING if self.change is Change.DELETED else Kind.REFUSED
        title = f"{found.path} {happened} meanwhile"
        super().__init__(Family.CONFIGURATION, title, hint=f"{hint} {_STAYS}", kind=kind)


def _change(found: OnDisk, expected: str) -> Change:
    if not expected:
        return Change.APPEARED
    return Change.DELETED if found.data is None else Change.CHANGED


def not_saved(path: Path, error: OSError, own: Path) -> AppError:
    """The words for `error`, which names the file it is about if the system told it.

    `own` is the folder of Patchbay's own files.
    """
    if isinstance(error, TimeoutError) and error.errno is None:
        return _refused(path, "Another Patchbay is saving it.", "Wait for it and save again.")
    file = _file(path, error)
    folder = file.parent
    if file.is_relative_to(own.parent) and not path.is_relative_to(own.parent):
        return _own_files(path, folder, error)
    if not folder.is_dir():
        return folder_gone(path, folder)
    cause, hint = _REASONS.get(error.errno or 0, (f"{{}}: {error.strerror or error}.", ""))
    return _refused(path, cause.format(folder), hint)


def _own_files(path: Path, folder: Path, error: OSError) -> AppError:
    cause = f"Patchbay cannot keep its own files in {folder}: {error.strerror or error}."
    return _refused(path, cause, "Set PATCHBAY_HOME to a folder that you may write to.")


def folder_gone(path: Path, folder: Path) -> AppError:
    hint = f"Make it again (mkdir -p {folder}) or save elsewhere."
    return _refused(path, f"The folder {folder} is gone.", hint, Kind.MISSING)


def read_only(path: Path) -> AppError:
    return _refused(
        path, "It is read-only.", f"Make it writable (chmod u+w {path}) and save again."
    )


def immutable(path: Path) -> AppError:
    cause = "Its rights let you write it, and yet the system does not: it may be immutable."
    return _refused(
        path, cause, f"If so: chattr -i {shlex.quote(str(path))} (as root); save again."
    )


def has_other_names(path: Path, target: Path, count: int) -> AppError:
    """`count` hard links besides `target` lead to the file, and would lead to the old text."""
    names = "one other name" if count == 1 else f"{count} other names"
    name, copy = shlex.quote(str(target)), shlex.quote(f"{target}.new")
    cause = f"The file has {names} (hard links), under which the old text would stay."
    hint = f"Save it under one name: cp -p {name} {copy} && mv {copy} {name}, then save again."
    return _refused(path, cause, hint)


def owner_lost(path: Path) -> AppError:
    cause = "It belongs to another user or group, and saving it would make it yours."
    return _refused(path, cause, "Save it as its owner.")


def _refused(path: Path, cause: str, hint: str, kind: Kind = Kind.REFUSED) -> AppError:
    told = f"{hint} {_STAYS}".lstrip()
    return AppError(
        Family.CONFIGURATION, f"Could not save {path}", cause=cause, hint=told, kind=kind
    )


def _file(path: Path, error: OSError) -> Path:
    told: object = error.filename
    return Path(os.fsdecode(told)) if isinstance(told, str | bytes) else path
