"""Real processes: the command line, servers behind relays, and configs that name them."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from patchbay.core.values import is_object

SERVERS = Path(__file__).parent.parent / "servers"
LONG = 60.0


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a person with an empty home."""
    home = tmp_path / "home"
    home.mkdir()
    mine = {**os.environ, "HOME": str(home), "PATCHBAY_HOME": str(home / "patchbay")}
    return {**mine, "QT_QPA_PLATFORM": "offscreen", "NO_COLOR": "1"}


Patchbay = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def patchbay(environment: dict[str, str], tmp_path: Path) -> Patchbay:
    """Run `patchbay …` as a program, without a terminal."""

    def run(*arguments: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "patchbay", *map(str, arguments)],
            env={**environment, **more.pop("env", {})},
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONG,
            check=False,
            **more,
        )

    return run


@pytest.fixture
def config(tmp_path: Path) -> Callable[..., Path]:
    """Write a config whose servers are test servers, run by this very Python."""

    def write(**servers: Any) -> Path:
        path = tmp_path / "mcp.json"
        entries = {name: _entry(entry) for name, entry in servers.items()}
        path.write_text(json.dumps({"mcpServers": entries}, indent=2))
        return path

    return write


def _entry(entry: Any) -> dict[str, Any]:
    if is_object(entry):
        return entry
    program, *args = [entry] if isinstance(entry, str) else entry
    return {"command": sys.executable, "args": [str(SERVERS / program), *args]}


@pytest.fixture
def allowed(patchbay: Patchbay) -> None:
    """This very Python may be started."""
    assert patchbay("allow", sys.executable).returncode == 0
