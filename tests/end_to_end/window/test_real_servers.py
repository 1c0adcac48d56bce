"""A server nobody here wrote, from the first click to its picture."""

import os
import signal
import socket
import subprocess
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from patchbay.core.calls.run import Status
from patchbay.core.sessions.states import Ready
from patchbay.ui.asks import AskCard
from patchbay.ui.results.picture import PictureBlock
from tests.end_to_end.processes import VARIABLE
from tests.end_to_end.window.conftest import Files, OpenWindow
from tests.end_to_end.window.person import Person, until
from tests.servers.network import bound

PACKAGE = "@modelcontextprotocol/server-everything"
EVERYTHING = {"command": "npx", "args": ["-y", PACKAGE]}
HOME = str(Path.home())
"""Of the person, where npm keeps what it was told and fetched; asked before a test has its own."""


@pytest.fixture
def everything_at(npm: None, stopping: ExitStack, tmp_path: Path) -> Callable[[str], int]:
    """Start it at an address, in one of its modes; returns the port."""

    def start(mode: str) -> int:
        with bound(0) as free:
            port: int = free.getsockname()[1]
        mine = {**os.environ, "HOME": HOME, "PORT": str(port)}
        mine.pop(VARIABLE, None)  # it is not Patchbay that must end it
        stopping.enter_context(_running(["npx", "-y", PACKAGE, mode], mine, tmp_path))
        return port

    return start


@contextmanager
def _running(command: list[str], environment: dict[str, str], folder: Path) -> Generator[None]:
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command,
        env=environment,
        cwd=folder,
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # npx leaves its child behind
        process.wait()


def listens(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


async def test_server_everything_is_asked_for_started_used_and_left(
    open_window: OpenWindow, file: Files, npm: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", HOME)
    async with open_window() as person:
        person.drop(file(everything=EVERYTHING))
        await person.press("F5")
        dialog = await person.consent()
        assert "npx -y @modelcontextprotocol/server-everything" in person.reads(dialog)
        person.click(dialog.once)
        session = person.session("everything")
        await until(lambda: isinstance(session.state, Ready), 60, "the start")

        person.choose_item("echo")
        person.form_row("message").focus()
        await person.write("hello there")
        await person.run_chosen()
        assert "hello there" in person.reads(person.page.tools.results)

        await person.run("get-tiny-image")
        assert person.find(PictureBlock).picture is not None

        person.choose_item("trigger-long-running-operation")
        await person.press("Ctrl+Return")
        await until(lambda: session.runs[-1].progress, what="progress")
        await person.press("Ctrl+.")
        assert session.runs[-1].status is Status.CANCELLED
        assert isinstance(session.state, Ready)


async def test_server_everything_asks_and_is_answered(
    open_window: OpenWindow, file: Files, npm: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", HOME)
    async with open_window() as person:
        person.drop(file(everything=EVERYTHING))
        await person.press("F5")
        person.click((await person.consent()).once)
        session = person.session("everything")
        await until(lambda: isinstance(session.state, Ready), 60, "the start")
        # It offers its tools that ask only to clients that answer, a moment after the handshake.
        offered = "trigger-elicitation-request"
        await until(
            lambda: offered in {tool.name for tool in session.catalog.tools}, 20, "the tool"
        )

        person.choose_item(offered)
        await person.press("Ctrl+Return")
        await until(lambda: person.all(AskCard), what="the question")
        await person.press("Ctrl+Shift+I")
        await person.write("Ida")
        await person.press("Ctrl+Return")

        await until(lambda: session.runs[-1].took is not None, what="the end of the call")
        await person.settled()
        told = person.reads(person.page.tools.results)
        assert "- Name: Ida" in told
        assert "It was a dark and stormy night." in told


@pytest.mark.parametrize(
    ("mode", "path", "transport"), [("streamableHttp", "/mcp", "http"), ("sse", "/sse", "sse")]
)
async def test_server_everything_at_an_address_is_used_over_both_transports(
    everything_at: Callable[[str], int],
    person: Person,
    file: Files,
    mode: str,
    path: str,
    transport: str,
) -> None:
    port = everything_at(mode)
    await until(lambda: listens(port), 60, "the server")
    person.drop(file(everything={"url": f"http://127.0.0.1:{port}{path}"}))

    await person.start("everything")
    assert f"over {transport}" in person.reads(person.page.header)
    await person.run("get-tiny-image")

    assert person.find(PictureBlock).picture is not None
