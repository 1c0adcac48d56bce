"""Real processes: the command line, servers behind relays, and configs that name them."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from patchbay.core.values import is_object
from tests.keychain import *  # noqa: F403 - its fixtures
from tests.remote import *  # noqa: F403 - its fixtures
from tests.remote import StartWeb

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


Answering = Callable[[int, str, str], str]


@pytest.fixture
def answering(web: StartWeb) -> Answering:
    """Start web servers that give one and the same answer to everything; returns their address."""

    def start(status: int, body: str, kind: str) -> str:
        answer = {"status": status, "body": body, "type": kind}
        return web({"POST /mcp": answer, "GET /mcp": answer}).address

    return start


@pytest.fixture(scope="session")
def npm() -> None:
    _needs("npx", ["npm", "view", "@modelcontextprotocol/server-everything", "version"])


@pytest.fixture(scope="session")
def pypi() -> None:
    _needs("uvx", ["uvx", "--from", "mcp-server-time", "python", "-c", ""])


def _needs(program: str, probe: list[str]) -> None:
    """Ask once for the package, the way the program would; its own settings say where."""
    if shutil.which(program) is None or shutil.which(probe[0]) is None:
        pytest.skip(f"{program} is not installed")
    try:
        done = subprocess.run(probe, capture_output=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip(f"the registry of {program} did not answer within 60 s")
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        pytest.skip(f"the registry of {program} does not answer: {said[-1] if said else ''}")
