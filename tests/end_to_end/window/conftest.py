"""The real window on the Qt loop, opened and quit as a person does; nothing may be left of it."""

import asyncio
import json
import logging
import os
import sys
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from patchbay.core.paths import standard_paths
from patchbay.core.sitting.running import Beside, Claim, claim_or_hand_over
from patchbay.core.sitting.wish import Wish
from patchbay.ui import theme
from patchbay.ui.application import Application
from patchbay.ui.loop import Loop
from patchbay.ui.options import Options
from patchbay.ui.window import Window
from tests.end_to_end.processes import VARIABLE, end_all, marked
from tests.end_to_end.window.person import Person, entry, until

Files = Callable[..., Path]


@pytest.fixture
def anyio_backend(qapp: QApplication) -> tuple[str, dict[str, object]]:
    return "asyncio", {"loop_factory": lambda: Loop(qapp)}


@pytest.fixture(autouse=True)
def lasting(qapp: QApplication) -> Iterator[None]:
    """As in the program: closing a window is not the end of the loop."""
    before = qapp.quitOnLastWindowClosed()
    qapp.setQuitOnLastWindowClosed(False)
    yield
    qapp.setQuitOnLastWindowClosed(before)


@pytest.fixture(autouse=True)
def no_failures() -> Iterator[None]:
    """What slips through to the log as an error fails the test, also while the window closes."""
    heard = _Errors()
    logger = logging.getLogger("patchbay")
    logger.addHandler(heard)
    yield
    logger.removeHandler(heard)
    assert not heard.messages


class _Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(self.format(record))


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> str:
    """Stands in the environment of every process of the test."""
    mark = uuid.uuid4().hex
    monkeypatch.setenv(VARIABLE, mark)
    return mark


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str) -> Path:
    """An empty home folder with a `bin` on the PATH, and settings that allow this very Python."""
    home = tmp_path / "home"
    (home / "bin").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{home / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("SHELL", "/nowhere/shell")  # else that of the user tells its own PATH
    write_settings(allow=["npx", "uvx", "docker", sys.executable])
    return home


def write_settings(**settings: Any) -> None:
    path = standard_paths().settings_file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"pass_variables": [VARIABLE], **settings}))


@pytest.fixture
def file(tmp_path: Path) -> Files:
    """Write a config with these servers."""

    def write(name: str = "mcp.json", **servers: Any) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"mcpServers": servers}, indent=2))
        return path

    return write


Stub = Callable[..., Path]


@pytest.fixture
def stub(home: Path) -> Stub:
    """A program of this name that notes its arguments in the returned file and is a test server.

    The file is there as soon as the program has run at all.
    """

    def write(name: str, folder: Path = home / "bin") -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        program, noted = folder / name, folder / f"{name} ran"
        server = entry("workshop.py")
        program.write_text(
            f"#!/bin/sh\nprintf '%s\\n' \"$@\" > '{noted}'\n"
            f"exec '{server['command']}' '{server['args'][0]}' \"$@\"\n"
        )
        program.chmod(0o755)
        return noted

    return write


OpenWindow = Callable[[], AbstractAsyncContextManager[Person]]


@pytest.fixture
def open_window(qapp: QApplication, home: Path, mark: str) -> OpenWindow:
    """One sitting: the window as `patchbay` opens it, until it is quit. Nothing may be left."""
    return lambda: _sitting(qapp, mark, Beside())


@pytest.fixture
def open_running(qapp: QApplication, home: Path, mark: str) -> OpenWindow:
    """As `open_window`, for the running window: it keeps its sitting and brings the last one."""

    def sit() -> AbstractAsyncContextManager[Person]:
        start = claim_or_hand_over(standard_paths(), Wish())
        assert isinstance(start, Claim)
        return _sitting(qapp, mark, start)

    return sit


@pytest.fixture
async def person(open_window: OpenWindow) -> AsyncIterator[Person]:
    async with open_window() as person:
        yield person


@asynccontextmanager
async def _sitting(app: QApplication, mark: str, start: Claim | Beside) -> AsyncGenerator[Person]:
    options = Options(theme="light", size=(1280, 800))
    hook = sys.excepthook
    program = asyncio.get_running_loop().create_task(
        Application(app, options, standard_paths(), start).run()
    )
    manager = QTimer()
    manager.timeout.connect(lambda: _raise_what_is_left(app))
    manager.start(5)
    try:
        person = Person(await _window(app))
        yield person
        if not program.done():
            await person.leave(program)
        assert await asyncio.wait_for(program, 10) == 0
        # What the first page asks for its version is ended by a thread, a moment later.
        await until(lambda: not marked(mark), 2, "the end of every process")
    finally:
        sys.excepthook = hook
        manager.stop()
        program.cancel()
        await asyncio.wait([program])
        end_all(mark)
        theme.apply(app, "light")


async def _window(app: QApplication) -> Window:
    def shown() -> list[Window]:
        windows = [each for each in app.topLevelWidgets() if isinstance(each, Window)]
        return [each for each in windows if each.isActiveWindow()]

    await until(shown, what="the window")
    return shown()[0]


def _raise_what_is_left(app: QApplication) -> None:
    """What a window manager does when the active window closes; there is none here."""
    if app.activeWindow() is not None:
        return
    shown = [each for each in app.topLevelWidgets() if each.isVisible() and each.isWindow()]
    for each in sorted(shown, key=lambda each: each.isModal())[-1:]:
        each.activateWindow()
