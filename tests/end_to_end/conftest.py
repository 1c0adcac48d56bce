"""Real processes: the command line, servers behind relays, and configs that name them."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

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


@dataclass(frozen=True)
class HttpServer:
    """A test server that speaks streamable HTTP on this computer."""

    address: str
    process: "subprocess.Popen[bytes]"


@pytest.fixture
def http_server(tmp_path: Path) -> Iterator[HttpServer]:
    port = _free_port()
    log = (tmp_path / "http.log").open("wb")
    command = [sys.executable, str(SERVERS / "sdk.py"), "--http", str(port)]
    process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        _wait_for(port, process)
        yield HttpServer(f"http://127.0.0.1:{port}/mcp", process)
    finally:
        process.kill()
        process.wait()
        log.close()


Answering = Callable[..., str]


@pytest.fixture
def answering() -> Iterator[Answering]:
    """Start web servers that give one and the same answer to everything; returns their address."""
    started: list[ThreadingHTTPServer] = []

    def start(status: int, body: str, kind: str = "text/plain", **headers: str) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(status, body, kind, headers))
        started.append(server)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/mcp"

    yield start
    for server in started:
        server.shutdown()
        server.server_close()


def _handler(
    status: int, body: str, kind: str, headers: dict[str, str]
) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(status)
            told = {"content-type": kind, "content-length": str(len(body)), **headers}
            for name, value in told.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body.encode())

        do_GET = do_DELETE = do_POST  # noqa: N815 - names of the standard library

        @override
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    return Handler


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise AssertionError("the HTTP server did not come up")


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
