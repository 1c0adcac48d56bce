"""Where `--save` puts the pictures, sounds and blobs of a result."""

import os
from dataclasses import dataclass
from pathlib import Path

from patchbay.core.calls.blocks import HeldBytes, Result, StoredBytes
from patchbay.core.calls.saving import savings
from patchbay.core.errors import AppError, Family, Kind


@dataclass(frozen=True, slots=True)
class Saved:
    """The files that were written, and why there are no more of them."""

    files: tuple[str, ...] = ()
    problem: str = ""


def check_folder(folder: Path | None) -> None:
    """Notice before anything starts that a folder cannot be made or written to.

    Raises:
        AppError: it is no folder, lies below a file, or may not be written to.
    """
    if folder is None:
        return
    try:
        nearest = next(place for place in (folder, *folder.parents) if place.exists())
        is_folder, is_ours = nearest.is_dir(), os.access(nearest, os.W_OK | os.X_OK)
    except (OSError, ValueError, StopIteration) as error:
        raise _no_folder(folder, f"{error}") from error
    if not is_folder:
        raise _no_folder(folder, f"{nearest} is not a folder.")
    if not is_ours:
        raise _no_folder(folder, f"{nearest} may not be written to.")


def save(result: Result, folder: Path | None) -> Saved:
    """Write every picture, sound and blob; never over a file that is already there."""
    if folder is None:
        return Saved()
    written: list[str] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for saving in savings(result):
            if isinstance(saving.contents, HeldBytes | StoredBytes):
                path = _free(folder / saving.name)
                path.write_bytes(saving.contents.read())
                written.append(str(path))
    except OSError as error:
        return Saved(tuple(written), str(error))
    return Saved(tuple(written))


def _free(path: Path) -> Path:
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def _no_folder(folder: Path, cause: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"Nothing can be saved in {folder}",
        cause=cause,
        hint="Name a folder; it is made if it is not there.",
        kind=Kind.MISSING,
    )
