"""Holds on to a folder, so that what we put there can be removed when the folder was moved."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def open_folder(folder: Path) -> Generator[int | None]:
    """A handle on `folder`; `None` where the system gives none."""
    handle = None
    if sys.platform != "win32":
        with suppress(OSError):  # it need not be readable
            handle = os.open(folder, os.O_RDONLY)
    try:
        yield handle
    finally:
        if handle is not None:
            os.close(handle)


def remove_from(folder: int | None, file: Path) -> None:
    """Remove `file` of the open `folder`, wherever that is now."""
    with suppress(OSError):  # the next save clears it
        if folder is None:
            file.unlink(missing_ok=True)
        else:
            os.unlink(file.name, dir_fd=folder)
