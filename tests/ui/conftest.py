"""What every test of the window needs: the Qt loop, the theme, and a server to talk to."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from patchbay.core.paths import standard_paths
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready
from patchbay.core.trust.question import Consent, ConsentQuestion
from patchbay.core.workspace import build_workspace
from patchbay.ui import theme
from patchbay.ui.loop import Loop
from patchbay.ui.notices import Notices
from patchbay.ui.window import Window
from patchbay.ui.window.layout import Layout
from tests.keychain import *  # noqa: F403 - its fixtures
from tests.ui.waiting import until

_LONG = 20.0


@pytest.fixture
def anyio_backend(qapp: QApplication) -> tuple[str, dict[str, object]]:
    return "asyncio", {"loop_factory": lambda: Loop(qapp)}


@pytest.fixture(autouse=True, scope="session")
def closing_a_window_ends_no_loop(qapp: QApplication) -> None:
    """As in the program; else the last window of one test stops the loop of the next."""
    qapp.setQuitOnLastWindowClosed(False)


@pytest.fixture(autouse=True, scope="session")
def light_theme(qapp: QApplication) -> None:
    theme.apply(qapp, "light")


@pytest.fixture
def largest_text(qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp, "light", 150)
    yield
    theme.apply(qapp, "light")


@pytest.fixture(autouse=True)
def closed_widgets_are_gone(qapp: QApplication) -> Iterator[None]:
    """Where no loop runs, nobody else ends them, and every change of theme would dress them all."""
    yield
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True, scope="session")
def nothing_on_the_clipboard(qapp: QApplication) -> Iterator[None]:
    """Qt lets go of the clipboard when Python is gone, and crashes on what Python put there."""
    yield
    qapp.clipboard().clear()


@pytest.fixture
async def demo() -> AsyncIterator[Session]:
    """The demo server behind a real relay; not started yet."""

    async def agree(question: ConsentQuestion) -> Consent:
        del question
        return Consent.ONCE

    workspace = build_workspace(standard_paths(), agree, login_shell=False)
    try:
        yield workspace.open_demo()
    finally:
        await workspace.close()


@pytest.fixture
async def window() -> AsyncIterator[Window]:
    """The window before anything is open."""
    workspace = build_workspace(standard_paths(), _refuse, login_shell=False)
    window = Window(workspace, Notices(), Layout(standard_paths().layout_file))
    window.resize(1280, 800)
    window.show()
    yield window
    await workspace.close()
    window.hide()
    window.deleteLater()
    await asyncio.sleep(0)


@pytest.fixture
async def demo_window(window: Window) -> Window:
    """The window with the demo server, all of its fields in sight, and a result of every kind."""
    session = window.open_demo()
    await until(lambda: isinstance(session.state, Ready), _LONG)
    assert window.page is not None
    window.page.tools.choose("harbour_log")
    window.page.tools.run()
    await until(lambda: session.runs and session.runs[-1].took is not None, _LONG)
    await until(lambda: window.settled, _LONG)
    return window


async def _refuse(question: ConsentQuestion) -> Consent:
    del question
    return Consent.REFUSED
