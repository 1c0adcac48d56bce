"""How a person left the window: its size and its splitter, in one small file."""

import json
from dataclasses import dataclass
from pathlib import Path

from patchbay.core.values import Json, as_list, as_object

_SIZE = (1280, 800)
_SIDEBAR = 264


@dataclass
class Layout:
    """Read once at the start, written when the window closes; a broken file is forgotten."""

    path: Path
    size: tuple[int, int] = _SIZE
    sidebar: int = _SIDEBAR

    @classmethod
    def read(cls, path: Path) -> "Layout":
        try:
            found: Json = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return cls(path)
        raw = as_object(found)
        size = [side for side in as_list(raw.get("size")) if isinstance(side, int)]
        width = raw.get("sidebar")
        return cls(
            path,
            (max(size[0], 720), max(size[1], 480)) if len(size) == 2 else _SIZE,
            width if isinstance(width, int) and 160 < width < 400 else _SIDEBAR,
        )

    def remember(self, size: tuple[int, int], sidebar: int) -> None:
        self.size = size
        if sidebar:
            self.sidebar = sidebar
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        text = json.dumps({"size": list(self.size), "sidebar": self.sidebar}, indent=2)
        self.path.write_text(text, encoding="utf-8")
