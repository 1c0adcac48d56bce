"""Which folder belongs to a config file: the project it is part of, or the person's home."""

import os
from collections.abc import Mapping
from pathlib import Path

from patchbay.core.errors import AppError, Family, Kind

_PROJECT_FOLDERS = {".vscode", ".cursor"}


def home_folder(environment: Mapping[str, str]) -> Path:
    home = environment.get("HOME") or environment.get("USERPROFILE")
    return Path(home) if home else Path.home()


def project_folder(file: Path) -> Path | None:
    """The project `file` is part of: where `.mcp.json` or `.git` is, or what is above `.vscode`."""
    if not file.is_absolute():
        return None
    if file.name == ".mcp.json":
        return file.parent
    if file.name == "mcp.json" and file.parent.name in _PROJECT_FOLDERS:
        return file.parent.parent
    return next((folder for folder in file.parents if (folder / ".git").exists()), None)


def absolute(text: str, environment: Mapping[str, str] = os.environ) -> Path:
    """What a person means by a path that starts where Patchbay was started.

    Raises:
        AppError: it is a relative one, and that folder is there no more.
    """
    path = expanded(text, Path(), environment)
    if path.is_absolute():
        return path
    try:
        return Path.cwd() / path
    except FileNotFoundError as error:
        raise AppError(
            Family.CONFIGURATION,
            f"“{text}” leads nowhere",
            cause="The folder that Patchbay was started in is there no more.",
            hint="Change to another folder, or write the whole path, from the root.",
            kind=Kind.MISSING,
        ) from error


def expanded(text: str, base: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """`text` as an absolute path: `~` is home, a relative one starts at `base`.

    Unlike `Path.expanduser` it never raises: `~name` is a file of that name.
    """
    if text == "~" or text.startswith(("~/", "~\\")):
        return home_folder(environment) / text[2:]
    return base / text
