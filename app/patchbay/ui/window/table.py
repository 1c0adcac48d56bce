"""The commands of the main window, as one table."""

from collections.abc import Callable

from patchbay.core.sessions.session import Session
from patchbay.ui.commands import Command
from patchbay.ui.tasks import spawn
from patchbay.ui.window.call_table import call_commands
from patchbay.ui.window.desk import Desk
from patchbay.ui.window.editing_table import editing_commands
from patchbay.ui.window.view_table import view_commands


def window_commands(window: Desk) -> tuple[Command, ...]:
    """Everything the window can do; the keys are those of the keyboard map."""
    return (
        *_files(window),
        *editing_commands(window),
        *_servers(window),
        *_all_servers(window),
        *call_commands(window),
        *view_commands(window),
        Command("about", "About Patchbay", lambda: spawn(window, _about(window)), "help"),
        Command("quit", "Quit", window.close, "quit", ("Ctrl+Q",)),
    )


async def _about(window: Desk) -> None:
    # It can read the metadata of packages; the window need not wait for that before it appears.
    from patchbay.ui.dialogs.about import show_about  # noqa: PLC0415

    await show_about(window)


def _files(window: Desk) -> tuple[Command, ...]:
    return (
        Command("open", "Open a config…", window.opening.ask, "file", ("Ctrl+O",), "folder-open"),
        Command("settings", "Settings", window.show_settings, "file", ("Ctrl+,",), "settings"),
        Command(
            "recent",
            "Recent configs",
            window.recent.popup,
            "file",
            ("Ctrl+Shift+O",),
            "history",
            lambda: window.recent.has_any,
            "needs a config that was opened before",
        ),
        Command(
            "find-configs",
            "Find configs on this computer",
            window.show_first_start,
            "file",
            (),
            "search",
        ),
        Command("demo", "Demo server", window.open_demo, "file", ("Ctrl+D",), "flask-conical"),
    )


def _servers(window: Desk) -> tuple[Command, ...]:
    def on_session(act: Callable[[Session], object]) -> Callable[[], None]:
        def run() -> None:
            if window.session is not None:
                act(window.session)

        return run

    def is_stopped() -> bool:
        session = window.session
        return session is not None and not session.is_live and not session.entry.blocked_by_problems

    def is_live() -> bool:
        session = window.session
        return session is not None and (session.is_live or session.will_retry)

    return (
        Command(
            "start",
            "Start",
            on_session(window.start),
            "server",
            ("F5",),
            "play",
            is_stopped,
            "needs a stopped server",
        ),
        Command(
            "stop",
            "Stop",
            on_session(lambda session: spawn(window, session.stop())),
            "server",
            ("Shift+F5",),
            "square",
            is_live,
            "needs a running server",
        ),
        Command(
            "restart",
            "Restart",
            on_session(window.restart),
            "server",
            ("Ctrl+R",),
            "rotate-cw",
            lambda: window.session is not None,
            "needs a server in sight",
        ),
        Command(
            "report",
            "Copy report of the failure",
            window.copy_report,
            "server",
            ("Ctrl+Shift+P",),
            "copy",
            lambda: window.page is not None and bool(window.page.failure.report),
            "needs a failure in sight",
        ),
        Command("next-server", "Next server", lambda: window.step(1), "server", ("Ctrl+PgDown",)),
        Command(
            "previous-server", "Previous server", lambda: window.step(-1), "server", ("Ctrl+PgUp",)
        ),
    )


def _all_servers(window: Desk) -> tuple[Command, ...]:
    together = window.together
    return (
        Command(
            "start-all",
            "Start all",
            window.start_all,
            "servers",
            ("Ctrl+F5",),
            "play",
            together.can_start,
            "needs a stopped server",
        ),
        Command(
            "stop-all",
            "Stop all",
            together.stop,
            "servers",
            ("Ctrl+Shift+F5",),
            "square",
            together.can_stop,
            "needs a running server",
        ),
        Command(
            "restart-all",
            "Restart all running",
            together.restart_running,
            "servers",
            ("Ctrl+Shift+R",),
            "rotate-cw",
            together.can_stop,
            "needs a running server",
        ),
    )
