"""Servers nobody here wrote, fetched by npx and uvx; skipped where no registry answers."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Patchbay = Callable[..., subprocess.CompletedProcess[str]]
Config = Callable[..., Path]
EVERYTHING = {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-everything"]}
TIME = {"command": "uvx", "args": ["mcp-server-time"]}


@pytest.fixture
def real(environment: dict[str, str]) -> dict[str, str]:
    """The person's own home, where npm and uv keep what they were told."""
    return {**environment, "HOME": str(Path.home())}


def test_server_everything_lists_calls_and_saves_its_picture(
    patchbay: Patchbay, config: Config, npm: None, real: dict[str, str], tmp_path: Path
) -> None:
    file = config(everything=EVERYTHING)

    listed = patchbay("tools", file, "everything", "--trust", "--json", env=real)
    assert listed.returncode == 0, listed.stderr
    tools = {tool["name"]: tool for tool in json.loads(listed.stdout)["tools"]}
    assert {"echo", "get-tiny-image"} <= set(tools)
    assert tools["echo"]["id"] == "mcp::everything::echo"

    out = tmp_path / "out"
    drawn = patchbay(
        "call", file, "everything", "get-tiny-image", "--trust", "--save", out, env=real
    )
    assert drawn.returncode == 0, drawn.stderr
    assert [path.suffix for path in out.iterdir()] == [".png"]


def test_mcp_server_time_tells_the_time(
    patchbay: Patchbay, config: Config, pypi: None, real: dict[str, str]
) -> None:
    file = config(time=TIME)

    told = patchbay(
        "call", file, "time", "convert_time", "source_timezone=UTC", "time=12:00",
        "target_timezone=Asia/Tokyo", "--trust", env=real,
    )  # fmt: skip

    assert told.returncode == 0, told.stderr
    assert "21:00" in told.stdout
