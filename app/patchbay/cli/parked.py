"""The servers that were taken out of a file to disable them: a window puts them back."""

from pathlib import Path

from patchbay.core.config.model import ConfigFile
from patchbay.core.drafts.parking import Kept
from patchbay.core.drafts.shelf import standard_shelf
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.paths import standard_paths


def parked_of(path: Path) -> Kept:
    """What is parked of the file at `path`; nothing where Patchbay's own files cannot be read."""
    try:
        return standard_shelf(standard_paths()).parking.load(path)
    except OSError:
        return ()


def check_not_parked(file: ConfigFile, name: str) -> None:
    """Refuse the name of a parked server, which stands nowhere and needs its name to come back.

    Raises:
        AppError: it is one.
    """
    if any(entry.parked and entry.name == name for entry in file.entries):
        raise AppError(
            Family.CONFIGURATION,
            f"“{name}” is parked: Patchbay took it out of {file.path} to disable it",
            hint=f"Open the file in the window to enable it: patchbay {file.path}",
            kind=Kind.REFUSED,
        )
