"""Reads the bytes of a config file that a person named."""

import stat
from pathlib import Path

from patchbay.core.errors import AppError, Family, Kind

MAX_BYTES = 8 * 1024 * 1024
"""Larger files are no configs; the largest seen in the wild are below 5 MB."""


def read_bytes(path: Path) -> bytes | None:
    """What is in the file, at most one byte more than `MAX_BYTES`; `None` when there is none.

    Raises:
        AppError: it cannot be opened, or is no file.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise _cannot_open(path, "It is not a file.")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _cannot_open(path, f"{reason}.") from error


def _cannot_open(path: Path, cause: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"Could not open {path}",
        cause=cause,
        hint="Choose a JSON or YAML file that you may read.",
        kind=Kind.MISSING,
    )
