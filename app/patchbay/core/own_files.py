"""The small JSON files Patchbay keeps for itself: read with forgiveness, written in one step."""

import json
import os
import shutil
import tempfile
from pathlib import Path

from patchbay.core.values import JsonObject, is_object


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
