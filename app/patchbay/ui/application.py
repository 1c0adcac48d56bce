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
from patchbay.core.sitting.running import Beside, Claim
from patchbay.core.workspace import Workspace, build_workspace
from patchbay.ui import theme
from patchbay.ui.appearance import choice
from patchbay.ui.loop import Collector, Loop
from patchbay.ui.notices import Notices
from patchbay.ui.options import Options
from patchbay.ui.tasks import spawn
from patchbay.ui.tour import take_tour, until
from patchbay.ui.window import Window
from patchbay.ui.window.layout import Layout
from patchbay.ui.window.news_bar import ended_badly, newer_version
from patchbay.ui.window.permission import WindowAsker
from patchbay.ui.window.running import RunningWindow, second_window
from patchbay.ui.window.system_files import HearingApplication
from patchbay.ui.window.wishes import Wishes

_log = logging.getLogger(__name__)
_BESIDE = Beside()
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


def run(options: Options, start: Claim | Beside, *, without_display: str = "") -> int:
    """Show the window until it is closed; returns the exit code.

    `start` says whether it is the running window, which later starts hand over to.
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
        return runner.run(Application(app, options, standard_paths(), start).run())


class Application:
    """Builds everything, in order, and takes it down again, in reverse."""

    def __init__(
        self, app: QApplication, options: Options, paths: Paths, start: Claim | Beside = _BESIDE
    ) -> None:
        self._app = app
        self._options = options
        self._paths = paths
        self._start = start
        self._quit = asyncio.Event()

    async def run(self) -> int:
        asker = WindowAsker()
        workspace = build_workspace(self._paths, asker, login_shell=True, attended=True)
        notices = Notices(workspace.pool.redacted, workspace.crashes.keep)
        _catch_strays(notices)
        self._dress(workspace)
        window = Window(workspace, notices, Layout.read(self._paths.layout_file))
        asker.parent = window
        asker.show_configuration = window.show_configuration_of
        if self._options.size:
            window.resize(*self._options.size)
        window.closed.connect(self._quit.set)
        forget_signals = _on_signals(self._quit.set)
        wishes = Wishes(window)
        running = self._running(window, wishes)
        try:
            window.show()
            return await self._use(window, wishes, running)
        finally:
            forget_signals()
            self._hear(None)
            if running is not None:
                await running.leave()
            await _leave(window, workspace)

    def _dress(self, workspace: Workspace) -> None:
        settings = workspace.settings.settings
        chosen = self._options.theme or settings.theme
        theme.apply(self._app, choice(chosen), settings.text_size)

    def _running(self, window: Window, wishes: Wishes) -> RunningWindow | None:
        if isinstance(self._start, Claim):
            return RunningWindow(window, self._start, self._paths, wishes)
        if self._start.why:
            window.notices.show(second_window(self._start.why))
            _log.warning("patchbay: opening another window. %s", self._start.why)
        return None

    def _hear(self, wishes: Wishes | None) -> None:
        if isinstance(self._app, HearingApplication):
            self._app.hear(wishes.take if wishes is not None else None)

    async def _use(self, window: Window, wishes: Wishes, running: RunningWindow | None) -> int:
        """Open what was asked for; then stay until somebody quits, or draw and go."""
        await asyncio.sleep(0)  # let the window appear before anything is read
        warm = asyncio.get_running_loop().create_task(self._warm_up())
        if running is not None:
            await running.listen()
        wrong = await self._open(window, wishes, running)
        if self._options.screenshot and wrong:
            sys.stderr.write(f"patchbay: {wrong[0]}\n")
            return wrong[0].exit_code
        for error in wrong:
            window.notices.show(error)
        self._hear(wishes)
        if running is not None:
            running.begin_record()
        if self._options.screenshot:
            return await _draw(window, self._options.screenshot)
        spawn(window, _tell_news(window))
        await self._quit.wait()
        await asyncio.wait([warm])
        return 0

    async def _warm_up(self) -> None:
        """Load what the first start of a server would wait for."""
        await sdk.load()
        Collector(self._app)

    async def _open(
        self, window: Window, wishes: Wishes, running: RunningWindow | None
    ) -> list[AppError]:
        """The demo, what was named, or what was open last time; returns what went wrong."""
        options = self._options
        if options.demo:
            try:
                await take_tour(window)
            except AppError as error:
                return [error]
        elif running is not None and not (options.files or options.links):
            await running.restore()
        # A picture starts nothing: nobody could be asked.
        return await wishes.carry_out(options.wish, starts=options.screenshot is None)


def _application() -> QApplication:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = HearingApplication(sys.argv[:1])
    app.setApplicationName("patchbay")
    app.setApplicationDisplayName("Patchbay")
    app.setDesktopFileName("patchbay")
    # Closing the last window must not end the loop: servers are stopped first.
    app.setQuitOnLastWindowClosed(False)
    return app


async def _tell_news(window: Window) -> None:
    """What became of the last sitting, and whether there is a newer version."""
    workspace = window.workspace
    if reports := workspace.crashes.watch():
        window.news.tell(ended_badly(reports[-1]))
    await sdk.load()  # the way to ask is loaded then, and nothing waits for it
    await workspace.updates.ask_if_due()
    if newer := workspace.updates.newer:
        window.news.tell(newer_version(newer, window.show_settings))


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
    workspace.crashes.close()
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
