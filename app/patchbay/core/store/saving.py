"""Replaces a config file in one step, so that a crash at any moment loses nothing."""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from patchbay.core.errors import AppError
from patchbay.core.own_files import held, sync_folder
from patchbay.core.store import attributes
from patchbay.core.store.disk import OnDisk, load, on_disk
from patchbay.core.store.failures import Changed, not_saved
from patchbay.core.store.handles import open_folder, remove_from
from patchbay.core.store.naming import key, named, real_path
from patchbay.core.store.swap import exchange
from patchbay.core.store.versions import Versions

STEPS = (
    "locked",
    "temporary",
    "written",
    "synced",
    "compared",
    "kept",
    "whole",
    "replaced",
    "cleared",
    "folder-synced",
)
"""What a save tells of itself, each just after it is done; one that makes a new file has less."""

_UNFINISHED = ".tmp"
_WHOLE = ".whole"
"""The ending of a temporary file before it changes places with the old one, and after that."""


@dataclass(frozen=True, slots=True)
class _Job:
    path: Path
    target: Path
    data: bytes
    expected: str
    folder: int | None = None
    """A handle on the folder of the target."""


def _nothing(step: str) -> None:
    del step


class Saver:
    """Writes the config files of people; nothing else in Patchbay does.

    Patchbays with the same folder of locks save one file one after the other. What stood there
    before is in `versions` first. `at` hears of each of the `STEPS`.
    """

    def __init__(
        self, versions: Versions, locks: Path, at: Callable[[str], None] = _nothing
    ) -> None:
        self._versions = versions
        self._locks = locks
        self._at = at

    def save(self, path: Path, data: bytes, expected: str, *, make_folder: bool = False) -> OnDisk:
        """Have `data` stand at `path` instead of the bytes with the digest `expected`.

        An empty `expected` means that there is no file yet; a new one is for its owner only.

        Raises:
            Changed: something else stands there, and stays.
            AppError: it cannot be written; what stood there stays.
        """
        path = named(path)
        job = _Job(path, real_path(path), data, expected)
        try:
            with held(self._locks / f"{key(path)}.lock"):
                self._at("locked")
                if make_folder:
                    job.target.parent.mkdir(parents=True, exist_ok=True)
                self._save(job)
        except OSError as error:
            raise not_saved(path, error, self._locks.parent) from error
        return on_disk(path, data)

    def _save(self, job: _Job) -> None:
        self._clear_after_crashes(job)  # what is left may be another name of the file
        standing = attributes.of_writable(job.path, job.target)
        with open_folder(job.target.parent) as folder:
            handle, name = tempfile.mkstemp(_UNFINISHED, self._prefix(job), job.target.parent)
            temporary = Path(name)
            try:
                self._fill(handle, job, standing)
                self._put(temporary, replace(job, folder=folder))
            finally:
                remove_from(folder, temporary)
        self._at("cleared")
        sync_folder(job.target.parent)
        self._at("folder-synced")

    def _prefix(self, job: _Job) -> str:
        """What our temporary files for this one begin with; those of other locks are not ours."""
        return f".patchbay-{key(job.target)[:16]}-{key(self._locks)[:8]}-"

    def _clear_after_crashes(self, job: _Job) -> None:
        for left in job.target.parent.glob(f"{self._prefix(job)}*"):
            with suppress(OSError, AppError):  # it is in nobody's way
                if left.suffix == _WHOLE:
                    self._rescue(left, job)
                left.unlink(missing_ok=True)

    def _fill(self, handle: int, job: _Job, standing: os.stat_result | None) -> None:
        with os.fdopen(handle, "wb") as file:
            self._at("temporary")
            file.write(job.data)
            file.flush()
            if standing is not None:
                attributes.take_over(handle, job.target, standing)
            self._at("written")
            os.fsync(handle)
        self._at("synced")

    def _put(self, temporary: Path, job: _Job) -> None:
        found = _as_expected(job)
        self._at("compared")
        if found.data is None:
            self._put_where_nothing_is(temporary, job)
        else:
            self._versions.keep(job.target, found.data)
            self._at("kept")
            self._put_in_place_of_old(temporary, job)

    def _put_where_nothing_is(self, temporary: Path, job: _Job) -> None:
        try:
            job.target.hardlink_to(temporary)  # unlike a rename it never replaces
        except FileExistsError:
            _as_expected(job)
            raise
        except OSError:  # no such links on this disk
            _as_expected(job)
            temporary.replace(job.target)
        self._at("replaced")

    def _put_in_place_of_old(self, temporary: Path, job: _Job) -> None:
        whole = temporary.replace(temporary.with_suffix(_WHOLE))
        has_old = False
        try:
            self._at("whole")
            has_old = exchange(whole, job.target)
            if not has_old:
                _as_expected(job)
                whole.replace(job.target)
            self._at("replaced")
            if has_old:
                self._check_what_came_out(whole, job)
        finally:
            if has_old:
                self._rescue_and_remove(whole, job)
            else:
                remove_from(job.folder, whole)

    def _check_what_came_out(self, whole: Path, job: _Job) -> None:
        """Put it back if another program had written it after the last look at the file."""
        try:
            is_expected = load(whole).digest == job.expected
        except AppError:
            is_expected = False
        if is_expected:
            remove_from(job.folder, whole)
            return
        exchange(whole, job.target)
        self._rescue(whole, job)
        raise Changed(_found(job), job.expected)

    def _rescue_and_remove(self, whole: Path, job: _Job) -> None:
        with suppress(OSError, AppError):  # the next save tries it again
            self._rescue(whole, job)
            whole.unlink(missing_ok=True)

    def _rescue(self, whole: Path, job: _Job) -> None:
        """Keep a version of what may have stood in the person's file but stands there no more."""
        data = load(whole).data
        if data is not None and data != job.data:
            self._versions.keep(job.target, data)


def _found(job: _Job) -> OnDisk:
    return replace(load(job.target), path=job.path)


def _as_expected(job: _Job) -> OnDisk:
    found = _found(job)
    if found.digest != job.expected:
        raise Changed(found, job.expected)
    return found
