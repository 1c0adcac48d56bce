"""Which protocol era worked with each server, remembered so that no probe is repeated in vain."""

import json
from pathlib import Path

from patchbay.core.own_files import read_object, write_privately
from patchbay.core.values import as_text

LEGACY = "legacy"
AUTO = "auto"


class Eras:
    """A small file of server keys and the era that worked; a broken file is simply forgotten."""

    def __init__(self, path: Path) -> None:
        self._path = path
        known, _ = read_object(path)
        self._eras = {key: as_text(era) for key, era in known.items()}

    def of(self, key: str) -> str:
        return self._eras.get(key) or AUTO

    def remember(self, key: str, era: str) -> None:
        """Keep `era` for this server; `auto` forgets it.

        Raises:
            OSError: it could not be written; until the end of this sitting it is known.
        """
        if self.of(key) == era:
            return
        if era == AUTO:
            self._eras.pop(key, None)
        else:
            self._eras[key] = era
        write_privately(self._path, json.dumps(self._eras, indent=2, sort_keys=True))
