"""The file of the saved calls: read with forgiveness, changed while it is locked."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from patchbay.core.calls.saved import not_saved
from patchbay.core.errors import AppError, Family
from patchbay.core.own_files import locked, write_bytes_privately
from patchbay.core.values import Json, JsonObject, is_list, is_object

_CALLS = "calls"
LARGEST = 8_000_000
"""Bytes of the whole file: it is read in one go, while the window waits for the interpreter."""


class _DamagedError(Exception):
    """What stands in the file is not what we write; the words say in what way."""


@dataclass(frozen=True, slots=True)
class Found:
    """The entries, as they are written; `trouble` tells that a damaged file was set aside."""

    entries: list[Json]
    trouble: AppError | None = None


class SavedFile:
    """Knows how the file is written; what an entry means is the affair of others.

    Everything here may wait for the disk, and for another Patchbay that holds the lock.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Found:
        """What is in the file; nothing where there is none.

        Raises:
            OSError: the disk does not give it.
        """
        try:
            whole = self._whole()
        except _DamagedError:
            with locked(self._path):
                whole, trouble = self._whole_or_new()
            return Found(whole[_CALLS], trouble)
        return Found(whole[_CALLS])

    def change(self, change: Callable[[list[Json]], object]) -> Found:
        """Let `change` work on the entries as they are now, and write them if they differ then.

        Raises:
            AppError: the file would be too large; nothing is changed.
            OSError: the disk does not give or take it; nothing is changed.
        """
        with locked(self._path):
            whole, trouble = self._whole_or_new()
            before = list(whole[_CALLS])
            change(whole[_CALLS])
            if whole[_CALLS] != before:
                write_bytes_privately(self._path, _bytes_of(whole))
        return Found(whole[_CALLS], trouble)

    def _whole_or_new(self) -> tuple[JsonObject, AppError | None]:
        """Under the lock: the object of the file, or an empty one when it was set aside."""
        try:
            return self._whole(), None
        except _DamagedError as error:
            return {_CALLS: []}, self._set_aside(str(error))

    def _whole(self) -> JsonObject:
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return {_CALLS: []}
        try:
            value = json.loads(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise _DamagedError(f"Byte {error.start} is no UTF-8.") from None
        except json.JSONDecodeError as error:
            where = f"line {error.lineno}, column {error.colno}"
            raise _DamagedError(f"It is no JSON: {error.msg} ({where}).") from None
        except (ValueError, RecursionError):
            raise _DamagedError("It holds a number too long or is nested too deeply.") from None
        whole = value if is_object(value) else None
        if whole is None or not is_list(whole.setdefault(_CALLS, [])):
            raise _DamagedError("It has no list of calls.")
        return whole

    def _set_aside(self, why: str) -> AppError:
        target = self._path.resolve()
        name, number = f"{target.name}.broken", 1
        while (aside := target.with_name(name)).exists():
            number += 1
            name = f"{target.name}.broken-{number}"
        target.rename(aside)
        return AppError(
            Family.CONFIGURATION,
            "The saved calls could not be read",
            cause=why,
            hint=f"Their file was set aside as {aside}; what is saved from now on is in a new one.",
        )


def _bytes_of(whole: JsonObject) -> bytes:
    try:
        data = _written(whole)
    except RecursionError:
        raise not_saved("Its arguments are nested too deeply.") from None
    if len(data) > LARGEST:
        raise not_saved(
            f"All saved calls together would take more than {LARGEST // 1_000_000} MB.",
            "Remove some that you no longer need.",
        )
    return data


def _written(whole: JsonObject) -> bytes:
    try:
        return json.dumps(whole, indent=2, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half of a surrogate pair has only its escape
        return json.dumps(whole, indent=2).encode()
