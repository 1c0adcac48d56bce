"""The composition root of the window: loop, theme, workspace, window, and the way out."""

import asyncio
import logging
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from patchbay.core.errors import AppError
from patchbay.core.paths import Paths, standard_paths
from patchbay.core.sessions import sdk
from patchbay.core.workspace import Workspace, build_workspace
from patchbay.ui import theme
from patchbay.ui.appearance import choice
from patchbay.ui.loop import Collector, Loop
from patchbay.ui.notices import Notices
from patchbay.ui.options import Options
from patchbay.ui.tour import take_tour, until
from patchbay.ui.window import Window
from patchbay.ui.window.layout import Layout
from patchbay.ui.window.permission import WindowAsker
from patchbay.ui.window.server_page import page_name

_log = logging.getLogger(__name__)
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


def run(options: Options, *, without_display: str = "") -> int:
    """Show the window until it is closed; returns the exit code.

    `without_display` says why nothing can be shown; then the demo draws itself into a file.
    """
    if without_display and options.screenshot is None:
        if not options.demo:
            sys.stderr.write(
                f"patchbay: no window can be shown: {without_display}.\n"
                "  Draw it into a file with --screenshot OUT.png, or use the commands: "
                "patchbay --help\n"
            )
            return 2
        options = replace(options, screenshot=Path(tempfile.gettempdir()) / _picture_name())
        sys.stderr.write(f"patchbay: drawing off screen, because {without_display}.\n")
    app = _application()
    with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
        return runner.run(Application(app, options, standard_paths()).run())


class Application:
    """Builds everything, in order, and takes it down again, in reverse."""

    def __init__(self, app: QApplication, options: Options, paths: Paths) -> None:
        self._app = app
        self._options = options
        self._paths = paths
        self._quit = asyncio.Event()

    async def run(self) -> int:
        asker = WindowAsker()
        workspace = build_workspace(self._paths, asker, login_shell=True)
        notices = Notices(workspace.pool.redacted)
        _catch_strays(notices)
        self._dress(workspace)
        window = Window(workspace, notices, Layout.read(self._paths.layout_file))
        asker.parent = window
        asker.show_configuration = window.show_configuration_of
        if self._options.size:
            window.resize(*self._options.size)
        window.closed.connect(self._quit.set)
        forget_signals = _on_signals(self._quit.set)
        try:
            window.show()
            return await self._use(window)
        finally:
            forget_signals()
            await _leave(window, workspace)

    def _dress(self, workspace: Workspace) -> None:
        settings = workspace.settings.settings
        chosen = self._options.theme or settings.theme
        theme.apply(self._app, choice(chosen), settings.text_size)

    async def _use(self, window: Window) -> int:
        """Open what was asked for; then stay until somebody quits, or draw and go."""
        await asyncio.sleep(0)  # let the window appear before anything is read
        warm = asyncio.get_running_loop().create_task(self._warm_up())
        try:
            await self._open(window)
        except AppError as error:
            if self._options.screenshot:
                sys.stderr.write(f"patchbay: {error}\n")
                return error.exit_code
            window.notices.show(error)
        if self._options.screenshot:
            return await _draw(window, self._options.screenshot)
        await self._quit.wait()
        await asyncio.wait([warm])
        return 0

    async def _warm_up(self) -> None:
        """Load what the first start of a server would wait for."""
        await sdk.load()
        Collector(self._app)

    async def _open(self, window: Window) -> None:
        options = self._options
        if options.demo:
            await take_tour(window)
        elif options.file is not None:
            file = await window.opening.open(options.file)
            if not options.screenshot:  # nobody could be asked
                window.workspace.pool.start_opened(file.path)
            if options.server:
                session = window.workspace.pool.find(file.path, file.entry(options.server).name)
                if session is not None:
                    window.show_session(session)
        if options.page and window.page is not None:
            window.page.show_page(page_name(options.page))


def _application() -> QApplication:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("patchbay")
    app.setApplicationDisplayName("Patchbay")
    app.setDesktopFileName("patchbay")
    # Closing the last window must not end the loop: servers are stopped first.
    app.setQuitOnLastWindowClosed(False)
    return app


async def _draw(window: Window, path: Path) -> int:
    """Write the window into a picture once everything in it is painted."""
    await until(lambda: window.settled)
    picture = window.grab()
    if not await asyncio.to_thread(picture.toImage().save, str(path)):
        sys.stderr.write(f"patchbay: {path} cannot be written.\n")
        return 2
    sys.stdout.write(f"{path}\n")
    return 0


async def _leave(window: Window, workspace: Workspace) -> None:
    """Stop every server while the window tells which are left, then let it go."""
    window.finish_typing()
    window.show_leaving()
    for draft in workspace.drafts.all:
        await draft.edited()
    await workspace.close()
    _leave_what_was_copied()
    window.hide()
    window.deleteLater()
    await asyncio.sleep(0)


def _leave_what_was_copied() -> None:
    """Qt lets go of the clipboard when Python is gone, and crashes on what Python put there."""
    clipboard = QApplication.clipboard()
    text = clipboard.text()
    if text and (clipboard.ownsClipboard() or Shiboken.createdByPython(clipboard.mimeData())):
        clipboard.setText(text)


def _catch_strays(notices: Notices) -> None:
    """The one net for what slips through every other."""

    def caught(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            notices.show(error)
        else:
            _log.error("The loop reports: %s", context.get("message"))

    asyncio.get_running_loop().set_exception_handler(caught)
    sys.excepthook = lambda kind, error, trace: notices.show(error)


def _on_signals(quit_: Callable[[], object]) -> Callable[[], None]:
    """Quit in order on SIGINT, SIGTERM and SIGHUP; the returned function takes that back.

    Python runs handlers only between its own instructions, and Qt may wait in C for long; the
    wake-up socket brings the loop round.
    """
    loop = asyncio.get_running_loop()
    near, far = socket.socketpair()
    for end in (near, far):
        end.setblocking(False)  # noqa: FBT003 - a method of the standard library
    before = signal.set_wakeup_fd(far.fileno())

    def quit_on_signal(_number: int, _frame: object) -> None:
        quit_()

    kept = {
        number: signal.signal(number, quit_on_signal)
        for name in _SIGNALS
        if (number := getattr(signal, name, None)) is not None
    }
    loop.add_reader(near, lambda: (near.recv(64), quit_()))

    def forget() -> None:
        loop.remove_reader(near)
        signal.set_wakeup_fd(before)
        for number, handler in kept.items():
            signal.signal(number, handler)
        near.close()
        far.close()

    return forget


def _picture_name() -> str:
    return f"patchbay-demo-{os.getpid()}.png"
