"""A shelf in a folder of the test, and drafts that are closed behind it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.drafts import Drafts
from patchbay.core.drafts.shelf import standard_shelf
from patchbay.core.paths import Paths

CONFIG = """\
{
  // shared with the team
  "mcpServers": {
    "weather": {"command": "uvx", "args": ["weather-mcp"]}, // quick
    "files": {
      "command": "npx",
      "env": {"LEVEL": "debug"}
    }
  }
}
"""


def drafts_in(home: Path) -> Drafts:
    """The drafts of a Patchbay that keeps its own files below `home`."""
    return Drafts(standard_shelf(Paths(home / "config", home / "data", home / "cache")), {})


@asynccontextmanager
async def opened(home: Path, file: Path) -> AsyncGenerator[Draft]:
    drafts = drafts_in(home)
    try:
        yield drafts.open(file)
    finally:
        await drafts.close_all()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "mcp.json"
    file.write_text(CONFIG, "utf-8")
    return file


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"
