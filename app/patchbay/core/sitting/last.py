"""What was open when Patchbay was last used, in one small file."""

import json
from dataclasses import dataclass
from pathlib import Path

from patchbay.core.own_files import read_object, write_privately
from patchbay.core.values import as_list, as_text


@dataclass(frozen=True, slots=True)
class Sitting:
    """The open files; of what was in sight, the file, the server and the page."""

    files: tuple[Path, ...] = ()
    file: Path | None = None
    server: str = ""
    page: str = ""


class LastSitting:
    """Read once at the start, written whenever another sitting is given; a broken file is empty."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept = self._read()

    @property
    def sitting(self) -> Sitting:
        return self._kept

    def keep(self, sitting: Sitting) -> None:
        """Write it in one step, unless it stands there already.

        Raises:
            OSError: it could not be written.
        """
        if sitting == self._kept:
            return
        said = {
            "files": list(map(str, sitting.files)),
            "file": str(sitting.file or ""),
            "server": sitting.server,
            "page": sitting.page,
        }
        write_privately(self._path, json.dumps(said, indent=2))
        self._kept = sitting

    def _read(self) -> Sitting:
        raw, _ = read_object(self._path)
        files = tuple(Path(text) for each in as_list(raw.get("files")) if (text := as_text(each)))
        file, server, page = (as_text(raw.get(key)) for key in ("file", "server", "page"))
        return Sitting(files, Path(file) if file else None, server, page)
