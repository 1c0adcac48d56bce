"""Where Patchbay keeps what belongs to a config but does not stand in it."""

import json
from dataclasses import dataclass
from pathlib import Path

from patchbay.core.drafts.parking import Kept, parked_from
from patchbay.core.own_files import read_object, set_aside, write_privately
from patchbay.core.paths import Paths
from patchbay.core.store.journal import Journal
from patchbay.core.store.naming import key, real_path
from patchbay.core.store.saving import Saver
from patchbay.core.store.versions import Versions
from patchbay.core.values import as_list, as_object


class Parking:
    """The parked servers of every file, one file of ours for each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, path: Path) -> Kept:
        """What is parked of the file at `path`; a damaged list is set aside and counts as empty."""
        file = self._file(path)
        found, complaint = read_object(file)
        if complaint:
            set_aside(file)
        return tuple(parked_from(as_object(each)) for each in as_list(found.get("servers")))

    def save(self, path: Path, parked: Kept) -> None:
        """Keep exactly these.

        Raises:
            OSError: they could not be written.
        """
        file = self._file(path)
        if not parked:
            file.unlink(missing_ok=True)
            return
        servers = [each.as_json() for each in parked]
        kept = {"file": str(real_path(path)), "servers": servers}
        write_privately(file, json.dumps(kept, indent=2))

    def _file(self, path: Path) -> Path:
        return self._folder / f"{key(path)}.json"


@dataclass(frozen=True, slots=True)
class Shelf:
    """Saves files and keeps their versions, their unsaved edits and their parked servers."""

    saver: Saver
    versions: Versions
    journal: Journal
    parking: Parking


def standard_shelf(paths: Paths) -> Shelf:
    """The shelf of this user."""
    versions = Versions(paths.versions)
    saver = Saver(versions, paths.locks)
    journal = Journal(paths.journal)
    return Shelf(saver, versions, journal, Parking(paths.data / "parked"))
