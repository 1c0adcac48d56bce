"""Runs scenarios in the real program, each in a process of its own, and prints the table."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.performance import machine
from tests.performance.table import Row, lines

ROOT = Path(__file__).parents[2]
LARGE = ROOT / "tests" / "servers" / "large.py"
COMMAND = (sys.executable, "-S", "-I", str(LARGE))
"""The server that answers at once; isolated, because it is not its start that is measured."""

_ROWS = pytest.StashKey[list[Row]]()
_LONG = 180.0
_UNWANTED = ("PYTHONDONTWRITEBYTECODE", "COV_CORE_SOURCE", "COVERAGE_PROCESS_START")

Check: TypeAlias = Callable[[Row], None]
Config: TypeAlias = Callable[..., str]
Inside: TypeAlias = Callable[..., dict[str, Any]]
Start: TypeAlias = Callable[..., "subprocess.Popen[str]"]


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_ROWS] = []


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if rows := config.stash[_ROWS]:
        load = f"load {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores"
        terminalreporter.section(f"measured against the budgets ({load})")
        for line in lines(rows):
            terminalreporter.write_line(line)


@pytest.fixture
def check(request: pytest.FixtureRequest) -> Check:
    """Put a row into the table, and fail when it is far over its budget."""

    def put(row: Row) -> None:
        request.config.stash[_ROWS].append(row)
        assert row.holds, " ".join(row.cells())

    return put


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An empty home, and compiled modules kept as everybody keeps them."""
    home = tmp_path / "home"
    home.mkdir()
    inherited = {key: value for key, value in os.environ.items() if key not in _UNWANTED}
    return {**inherited, "PATCHBAY_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}


@pytest.fixture
def start(environment: dict[str, str]) -> Iterator[Start]:
    """Start a module of this room in a process of its own."""
    started: list[subprocess.Popen[str]] = []

    def begin(module: str, *arguments: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-m", f"tests.performance.{module}", *arguments],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture
def measure(start: Start) -> Callable[..., Any]:
    """What a module of this room prints, read as JSON."""

    def run(module: str, *arguments: str) -> Any:
        process = start(module, *arguments)
        out, errors = process.communicate(timeout=_LONG)
        assert process.returncode == 0, errors
        return json.loads(out)

    return run


@pytest.fixture
def inside(measure: Callable[..., Any]) -> Inside:
    """Run a scenario in the real window; returns what it measured."""

    def run(scenario: str, *patchbay: str, **asked: Any) -> dict[str, Any]:
        return measure("inside", scenario, json.dumps(asked), *patchbay)

    return run


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Write a config of so many large servers with these arguments."""

    def write(*arguments: str, servers: int = 1) -> str:
        entry = {"command": COMMAND[0], "args": [*COMMAND[1:], *arguments]}
        path = tmp_path / "mcp.json"
        path.write_text(
            json.dumps({"mcpServers": {f"server-{number}": entry for number in range(servers)}})
        )
        return str(path)

    return write


@pytest.fixture
def window_with_servers(start: Start, config: Config) -> "Callable[..., subprocess.Popen[str]]":
    """A window in which so many stubborn servers run, each marked in its command line."""

    def begin(mark: str, servers: int) -> "subprocess.Popen[str]":
        path = config(mark, "stubborn", servers=servers)
        process = start("inside", "stay", json.dumps({"config": path}))
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        assert machine.count_marked(mark) == servers
        return process

    return begin


def seconds_until_gone(mark: str, most: float) -> float:
    """How long processes with this mark go on living; fails when some are left after `most`."""
    began = time.monotonic()
    while left := machine.count_marked(mark):
        assert time.monotonic() - began < most, f"{left} processes left"
        time.sleep(0.02)  # nothing tells us of the end of a stranger's child
    return time.monotonic() - began
