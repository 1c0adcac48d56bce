"""The last versions of each config file, kept in Patchbay's data folder."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.own_files import make_folder, sync_folder, write_bytes_privately
from patchbay.core.store.disk import digest_of
from patchbay.core.store.naming import key, real_path

KEPT = 10

_STAMP = "%Y%m%dT%H%M%S.%fZ"
_NAME = re.compile(r"(\d{8}T\d{6}\.\d{6}Z)-([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Version:
    """What a config file once was; `file` holds its bytes."""

    when: datetime
    size: int
    digest: str
    file: Path


class Versions:
    """Keeps what stood in config files before they were saved, the ten newest of each.

    Whoever keeps one holds the lock of that file. Nothing but the names of the kept files is
    read, so that no damage can hide what is there; `origin` beside them is for people.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, path: Path, data: bytes) -> None:
        """Keep `data` as the newest version of the file at `path`, unless it is that already.

        Raises:
            OSError: it could not be written; its `filename` is in the folder of versions.
        """
        kept = self.list(path)
        digest = digest_of(data)
        if kept and kept[0].digest == digest:
            return
        folder = self._folder_of(path)
        file = folder / f"{_stamp(kept)}-{digest}"
        try:
            _start(folder, path)
            write_bytes_privately(file, data)
        except OSError as error:
            error.filename = str(file)  # a failed write does not tell where it was
            raise
        sync_folder(folder)
        for old in kept[KEPT - 1 :]:
            old.file.unlink(missing_ok=True)

    def list(self, path: Path) -> tuple[Version, ...]:
        """The versions of the file at `path`, newest first."""
        folder = self._folder_of(path)
        if not folder.is_dir():
            return ()
        files = sorted(folder.iterdir(), key=lambda file: file.name, reverse=True)
        return tuple(version for file in files if (version := _version(file)) is not None)

    def read(self, version: Version) -> bytes:
        """The bytes of `version`.

        Raises:
            AppError: they are there no more, or are damaged.
        """
        try:
            data = version.file.read_bytes()
        except OSError as error:
            raise _lost(version, f"{error.strerror}.") from error
        if digest_of(data) != version.digest:
            raise _lost(version, "Its file was damaged.")
        return data

    def _folder_of(self, path: Path) -> Path:
        return self._folder / key(path)


def _start(folder: Path, path: Path) -> None:
    make_folder(folder)
    origin = folder / "origin"
    if not origin.is_file():
        write_bytes_privately(origin, f"{real_path(path)}\n".encode("utf-8", "surrogateescape"))
    for left in folder.glob(".*"):  # of a Patchbay that was killed here
        left.unlink(missing_ok=True)


def _stamp(kept: tuple[Version, ...]) -> str:
    """The time now, or just after the newest version if the clock was set back since."""
    now = datetime.now(UTC)
    after = kept[0].when + timedelta(microseconds=1) if kept else now
    return max(now, after).strftime(_STAMP)


def _version(file: Path) -> Version | None:
    if (name := _NAME.fullmatch(file.name)) is None:
        return None
    try:
        when = datetime.strptime(name[1], _STAMP).replace(tzinfo=UTC)
        return Version(when, file.stat().st_size, name[2], file)
    except (OSError, ValueError):
        return None


def _lost(version: Version, cause: str) -> AppError:
    return AppError(
        Family.CONFIGURATION,
        f"The version of {version.when.astimezone():%d %B %Y, %H:%M:%S} cannot be read",
        cause=cause,
        hint="Choose another version.",
        kind=Kind.MISSING,
    )
