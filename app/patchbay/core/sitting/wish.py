"""What somebody wants of a window: told on the command line, by a later start, by the system."""

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from patchbay.core.values import Json, as_list, as_object, as_text

MOST_BYTES = 4 * 1024 * 1024
"""Of one wish on its way to another process; no command line of any system is longer."""

_MOST_PLACES = 200
_LINK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
"""Two letters at least: one alone is a drive."""
_DRIVE = re.compile(r"/[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class Wish:
    """Files and links to open, and what to show of the last file.

    `activation` is what the desktop gave a start so that a window may come to the front.
    """

    files: tuple[Path, ...] = ()
    links: tuple[str, ...] = ()
    server: str = ""
    page: str = ""
    activation: str = ""

    def as_line(self) -> bytes:
        return json.dumps(asdict(self), default=str).encode() + b"\n"


def wish_in(line: bytes) -> Wish | None:
    """The wish another process sent; `None` where it is none."""
    try:
        said = as_object(json.loads(line))
    except (ValueError, RecursionError):
        return None
    files = tuple(map(Path, _texts(said.get("files"))))
    if not said or not all(path.is_absolute() for path in files):
        return None
    server, page, activation = (as_text(said.get(key)) for key in ("server", "page", "activation"))
    return Wish(files, _texts(said.get("links")), server, page, activation)


def files_and_links(words: Iterable[str]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Which of the words name files, by path or `file:` address, and which are links."""
    files: list[Path] = []
    links: list[str] = []
    for word in words:
        if word.lower().startswith("file:"):
            files.append(_file_at(word))
        elif _LINK.match(word) and not _exists(Path(word)):
            links.append(word)
        else:
            files.append(Path(word))
    return tuple(files), tuple(links)


def _file_at(address: str) -> Path:
    try:
        path = unquote(urlsplit(address).path)
    except ValueError:
        return Path(address)
    return Path(path[1:] if _DRIVE.match(path) else path)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # such as a name that is too long for one
        return False


def _texts(value: Json) -> tuple[str, ...]:
    return tuple(filter(None, map(as_text, as_list(value)[:_MOST_PLACES])))
