"""Unsaved edits of config files, kept so that they survive a crash of Patchbay."""

import json
import os
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from patchbay.core.own_files import held, read_object, try_to_hold, write_privately
from patchbay.core.store.naming import key, real_path
from patchbay.core.values import JsonObject, as_object, as_text, is_list

_ENTRY = ".json"
_LOCK = ".lock"
_DOOR = "door"
"""Held by whoever claims, looks for leftovers or lets go, so that these do not meet."""


@dataclass(frozen=True, slots=True)
class Unsaved:
    """A text that a person edited and did not save.

    `base_digest` is that of the bytes the edits were made on, empty where there was no file;
    `base` is their text, `encoding` and `has_mark` are those of the file; `parked` is what was
    taken out of the file to disable it, if that is known; `kept_in` is where the journal holds it.
    """

    text: str
    base_digest: str
    when: datetime
    encoding: str = "utf-8"
    has_mark: bool = False
    base: str = ""
    parked: tuple[JsonObject, ...] | None = None
    kept_in: Path | None = None


class Claim:
    """The place of one living Patchbay for its unsaved edits of one file.

    It is held by a lock that the system frees when the process dies.
    """

    def __init__(self, path: Path, entry: Path, handle: int) -> None:
        self.path = path
        self._entry = entry
        self._handle: int | None = handle

    def write(self, unsaved: Unsaved) -> None:
        """Keep `unsaved` in place of what was written before.

        Raises:
            OSError: it could not be written.
        """
        fields = {
            "path": str(real_path(self.path)),
            "when": unsaved.when.astimezone(UTC).isoformat(),
            "base_digest": unsaved.base_digest,
            "encoding": unsaved.encoding,
            "has_mark": unsaved.has_mark,
            "text": unsaved.text,
            "base": unsaved.base,
            "parked": unsaved.parked,
        }
        write_privately(self._entry, json.dumps(fields))

    def clear(self) -> None:
        """The edits were saved or given up: there is nothing to survive."""
        self._entry.unlink(missing_ok=True)

    def release(self) -> None:
        """Edit no more; what was not cleared is from now on a leftover."""
        if self._handle is None:
            return
        with held(self._entry.parent / _DOOR):
            os.close(self._handle)
            self._handle = None
            if not self._entry.exists():
                self._entry.with_suffix(_LOCK).unlink(missing_ok=True)


class Journal:
    """Holds the unsaved edits of every Patchbay, each in a file of its own.

    Whether the one that wrote them still lives is told by its lock.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def claim(self, path: Path) -> Claim:
        """A place for this Patchbay's edits of `path`, beside those of others.

        Raises:
            OSError: the journal cannot be written.
        """
        folder = self._folder / key(path)
        with held(folder / _DOOR):
            entry = folder / f"{uuid.uuid4().hex}{_ENTRY}"
            handle = try_to_hold(entry.with_suffix(_LOCK))
            if handle is None:
                raise TimeoutError(f"Another process keeps {entry} locked")
            return Claim(path, entry, handle)

    def leftover(self, path: Path) -> tuple[Unsaved, ...]:
        """The edits of Patchbays that ended without saving them, newest first.

        What cannot be understood is set aside as `.broken`.

        Raises:
            OSError: the journal cannot be read.
        """
        folder = self._folder / key(path)
        if not folder.is_dir():
            return ()
        with held(folder / _DOOR):
            _clear_after_crashes(folder)
            entries = [
                entry
                for entry in folder.glob(f"*{_ENTRY}")
                if not _is_held(entry.with_suffix(_LOCK))
            ]
            found = [unsaved for entry in entries if (unsaved := _read(entry)) is not None]
        return tuple(sorted(found, key=lambda unsaved: unsaved.when, reverse=True))

    def forget(self, unsaved: Unsaved) -> None:
        """The person took these edits over or gave them up."""
        if unsaved.kept_in is not None:
            unsaved.kept_in.unlink(missing_ok=True)
            unsaved.kept_in.with_suffix(_LOCK).unlink(missing_ok=True)


def _is_held(lock: Path) -> bool:
    handle = try_to_hold(lock)
    if handle is None:
        return True
    os.close(handle)
    return False


def _clear_after_crashes(folder: Path) -> None:
    """Remove what killed Patchbays left besides their edits."""
    for part in folder.glob(f".*{_ENTRY}.*"):
        owner, _, _ = part.name.removeprefix(".").partition(".")
        if not _is_held(folder / f"{owner}{_LOCK}"):
            part.unlink(missing_ok=True)
    for lock in folder.glob(f"*{_LOCK}"):
        if not lock.with_suffix(_ENTRY).exists() and not _is_held(lock):
            lock.unlink(missing_ok=True)


def _read(entry: Path) -> Unsaved | None:
    raw, _ = read_object(entry)
    try:
        return _understood(raw, entry)
    except (KeyError, TypeError, ValueError):
        if entry.exists():
            entry.replace(entry.with_suffix(".broken"))
        return None


def _understood(raw: JsonObject, entry: Path) -> Unsaved:
    texts = [raw[name] for name in ("text", "base_digest", "when", "encoding")]
    if not all(isinstance(text, str) for text in texts):
        raise TypeError
    text, base_digest, when, encoding = texts
    moment = datetime.fromisoformat(when).astimezone(UTC)
    parked = raw.get("parked")
    return Unsaved(
        text,
        base_digest,
        moment,
        encoding,
        raw["has_mark"] is True,
        base=as_text(raw.get("base")),
        parked=tuple(map(as_object, parked)) if is_list(parked) else None,
        kept_in=entry,
    )
