"""Which protocol era worked with each server, remembered so that no probe is repeated in vain."""

import json
from pathlib import Path

from patchbay.core.values import Json, as_object

LEGACY = "legacy"
AUTO = "auto"


class Eras:
    """A small file of server keys and the era that worked; a broken file is simply forgotten."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._eras: dict[str, str] = _read(path)

    def of(self, key: str) -> str:
        return self._eras.get(key, AUTO)

    def remember(self, key: str, era: str) -> None:
        """Keep `era` for this server; `auto` forgets it."""
        if self.of(key) == era:
            return
        if era == AUTO:
            del self._eras[key]
        else:
            self._eras[key] = era
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps(self._eras, indent=2, sort_keys=True), encoding="utf-8")
        fresh.replace(self._path)


def _read(path: Path) -> dict[str, str]:
    try:
        found: Json = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {key: str(era) for key, era in as_object(found).items()}
