"""Reads an env file, literally, and adds to it: nothing in it refers to anything."""

import errno
import os
import re
from collections.abc import Callable, Mapping, Sequence
from io import FileIO
from pathlib import Path

from dotenv import dotenv_values

from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import is_plain_text

_MAX_BYTES = 1024 * 1024
_PLAIN = re.compile(r"[A-Za-z0-9_./:@%+,=-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_OPEN = os.O_RDWR | os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_MAKE = os.O_CREAT | os.O_EXCL
"""Fails where anything has that name already, be it a link that leads nowhere."""


def read_env_file(path: Path, server: str) -> dict[str, str]:
    """The variables of the file at `path`, for messages about `server`.

    Raises:
        AppError: refused, because the file cannot be read.
    """
    try:
        if not path.is_file():
            raise _no_env_file(path, server, "There is no such file.")
        if path.stat().st_size > _MAX_BYTES:
            raise _no_env_file(path, server, "It is larger than 1 MB.")
        with path.open(encoding="utf-8-sig") as stream:
            values = dotenv_values(stream=stream, interpolate=False)
    except UnicodeDecodeError as error:
        raise _no_env_file(path, server, "It is not UTF-8.") from error
    except (OSError, ValueError) as error:
        raise _no_env_file(path, server, "It cannot be opened.") from error
    return {name: value for name, value in values.items() if value is not None}


def add_to_env_file(
    path: Path, variables: Mapping[str, str], server: str, *, is_new: bool = False
) -> None:
    """Write variables behind what the file at `path` holds, of which no byte changes.

    A new one is for its owner only. What then does not read back exactly is taken out again.

    Raises:
        AppError: it cannot be read or written, or `is_new` and something has that name already;
            nothing was changed.
    """
    before = {} if is_new else read_env_file(path, server)
    wanted = {**before, **variables}
    lines = [line(name, value) for name, value in variables.items()]
    _refuse_unwritable(path, "".join(lines))
    try:
        handle = os.open(path, _OPEN | (_MAKE if is_new else 0), 0o600)
    except OSError as error:
        raise _not_written(path, f"{error.strerror or error}.") from error
    try:
        with FileIO(handle, "a+b") as file:
            _append(file, lines, lambda: _check(path, wanted, server))
    except BaseException as error:
        if is_new:
            path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _not_written(path, f"{error.strerror or error}.") from error
        raise


def line(name: str, value: str) -> str:
    """The line that sets a variable, without its end; whole values stay whole in any reader."""
    if _PLAIN.fullmatch(value):
        return f"{name}={value}"
    if "\n" in value or "\r" in value:
        return f'{name}="{"".join(_ESCAPES.get(letter, letter) for letter in value)}"'
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"{name}='{escaped}'"


def _append(file: FileIO, lines: Sequence[str], check: Callable[[], None]) -> None:
    """Write whole lines at the end, and cut them off again if `check` raises."""
    file.seek(0)
    held = file.readall()
    end = "\r\n" if b"\r\n" in held else "\n"
    gap = end if held and not held.endswith((b"\n", b"\r")) else ""
    try:
        _write(file, (gap + "".join(f"{each}{end}" for each in lines)).encode())
        check()
    except BaseException:
        file.truncate(len(held))
        raise


def _write(file: FileIO, data: bytes) -> None:
    if file.write(data) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(file.fileno())


def _check(path: Path, wanted: Mapping[str, str], server: str) -> None:
    if read_env_file(path, server) != wanted:
        raise _not_written(path, "What is added would be read otherwise than it was meant.")


def _refuse_unwritable(path: Path, text: str) -> None:
    if not is_plain_text(text):
        raise _not_written(path, "A value holds a character that no env file can hold.")


def _not_written(path: Path, cause: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"Could not write the env file {path.name}",
        cause=f"{path}: {cause}",
        hint="Make it one that can be written, or name another in the entry.",
        kind=Kind.REFUSED,
        evidence={"env file": str(path)},
    )


def _no_env_file(path: Path, server: str, cause: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"Could not read the env file of “{server}”",
        cause=f"{path}: {cause}",
        hint="Create it, correct env_file in the config, or choose another with --env-file.",
        kind=Kind.REFUSED,
        evidence={"env file": str(path)},
    )
