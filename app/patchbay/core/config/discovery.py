"""Finds the configs of clients that are there already; looks, and changes and starts nothing."""

import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

from patchbay.core.config.client_places import (
    CLIENT_PLACES,
    ROOTS,
    THIS_SYSTEM,
    ClientPlaces,
    System,
)
from patchbay.core.config.decoding import decode
from patchbay.core.config.model import ConfigFile, Problem, Severity
from patchbay.core.config.opening import read_bytes
from patchbay.core.config.reader import read_text
from patchbay.core.errors import AppError

_MOST_COUNTED = 1024 * 1024
"""Larger files are named, and not read: what is in them is seen when they are opened."""
_SECONDS = 3.0
"""Once this has passed, what is still found is named, and not read."""
_MOST_LISTED = 200
"""Entries of one folder that a pattern is compared with."""


@dataclass(frozen=True, slots=True)
class FoundConfig:
    """A client's config; `servers` is `None` where they were not counted.

    `problem` says why it cannot be used as it is.
    """

    client: str
    path: Path
    servers: int | None = None
    problem: str = ""


def found_configs(
    home: Path,
    environment: Mapping[str, str],
    folders: Iterable[Path] = (),
    system: System = THIS_SYSTEM,
) -> tuple[FoundConfig, ...]:
    """The configs of the person and of the projects in `folders`, each file once; may block."""
    search = _Search(time.monotonic() + _SECONDS)
    roots = _roots(home, environment, system)
    projects = tuple(folders)
    for places in CLIENT_PLACES:
        for path in (*_of_user(places, roots), *_of_projects(places, projects)):
            search.look_at(path, places)
    return tuple(search.found)


class _Search:
    """Collects what is there, each file once, however many ways lead to it."""

    def __init__(self, deadline: float) -> None:
        self.found: list[FoundConfig] = []
        self._deadline = deadline
        self._seen: set[tuple[int, int]] = set()

    def look_at(self, path: Path, places: ClientPlaces) -> None:
        try:
            there = path.stat()
        except (OSError, ValueError):
            return
        identity = (there.st_dev, there.st_ino)
        if not stat.S_ISREG(there.st_mode) or identity in self._seen:
            return
        self._seen.add(identity)
        if there.st_size > _MOST_COUNTED or time.monotonic() > self._deadline:
            self.found.append(FoundConfig(places.client, path))
        else:
            self.found += _counted(path, places)


def _counted(path: Path, places: ClientPlaces) -> Iterator[FoundConfig]:
    try:
        file = _read(path)
    except AppError as error:
        yield FoundConfig(places.client, path, None, error.cause)
        return
    if file is not None and file.parsed:
        if file.entries or not places.shared:
            yield FoundConfig(places.client, path, len(file.entries))
    elif file is not None:
        yield FoundConfig(places.client, path, None, _in_words(file.problems))


def _read(path: Path) -> ConfigFile | None:
    """The file without its env files; nothing if it went away a moment ago."""
    data = read_bytes(path)
    if data is None:
        return None
    decoded = decode(data)
    if decoded.text is None:
        problems = (decoded.problem,) if decoded.problem else ()
        return ConfigFile(path, "", "", "", parsed=False, problems=problems)
    return read_text(path, decoded.text, decoded)


def _in_words(problems: Iterable[Problem]) -> str:
    """The first error, and where it stands."""
    for problem in problems:
        if problem.severity is Severity.ERROR:
            line = f"Line {problem.place.line}: " if problem.place else ""
            return f"{line}{problem.message}."
    return "It cannot be read as a config."


def _roots(home: Path, environment: Mapping[str, str], system: System) -> dict[str, Path]:
    """The folder of each root; a relative one in the environment does not count."""
    roots: dict[str, Path] = {}
    for name, root in ROOTS[system].items():
        named = Path(environment.get(root.variable, ""))
        roots[name] = named if named.is_absolute() else home / root.usual
    return roots


def _of_user(places: ClientPlaces, roots: Mapping[str, Path]) -> Iterator[Path]:
    for place in places.user:
        root, _, rest = place.partition("/")
        if root in roots:
            yield from _matching(roots[root], rest)


def _of_projects(places: ClientPlaces, folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from (folder / place for place in places.project)


def _matching(root: Path, place: str) -> Iterator[Path]:
    """What `place` stands for below `root`: itself, or what its one pattern fits."""
    steps = place.split("/")
    pattern = next((at for at, step in enumerate(steps) if "*" in step), None)
    if pattern is None:
        yield root / place
        return
    folder = root.joinpath(*steps[:pattern])
    for name in _names(folder, steps[pattern]):
        yield folder.joinpath(name, *steps[pattern + 1 :])


def _names(folder: Path, pattern: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            names = (entry.name for entry in islice(entries, _MOST_LISTED))
            return sorted(name for name in names if fnmatchcase(name, pattern))
    except OSError:
        return []
