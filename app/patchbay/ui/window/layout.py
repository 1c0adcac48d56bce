"""How a person left the window: its size and its splitter, in one small file."""

import json
from dataclasses import dataclass
from pathlib import Path

from patchbay.core.own_files import read_object, write_privately
from patchbay.core.values import Json, as_list

_SIZE = (1280, 800)
_SIDEBAR = 264
_PANES = (224, 372, 320)


@dataclass
class Layout:
    """Read once at the start, written when the window closes; a broken file is forgotten."""

    path: Path
    size: tuple[int, int] = _SIZE
    sidebar: int = _SIDEBAR
    panes: tuple[int, int, int] = _PANES
    """List, form, and form without a list beside it."""

    @classmethod
    def read(cls, path: Path) -> "Layout":
        raw, _ = read_object(path)
        size, panes = _lengths(raw.get("size")), _lengths(raw.get("panes"))
        width = raw.get("sidebar")
        return cls(
            path,
            (max(size[0], 720), max(size[1], 480)) if len(size) == 2 else _SIZE,
            width if isinstance(width, int) and 160 < width < 400 else _SIDEBAR,
            (panes[0], panes[1], panes[2]) if len(panes) == 3 else _PANES,
        )

    def take_panes(self, panes: tuple[int, int, int]) -> None:
        self.panes = panes

    def remember(self, size: tuple[int, int], sidebar: int) -> None:
        self.size = size
        if sidebar:
            self.sidebar = sidebar
        known = {"size": self.size, "sidebar": self.sidebar, "panes": self.panes}
        write_privately(self.path, json.dumps(known, indent=2))


def _lengths(value: Json) -> list[int]:
    return [length for length in as_list(value) if isinstance(length, int) and length > 0]
