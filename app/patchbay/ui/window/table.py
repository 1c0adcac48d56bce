"""The commands of the main window, as one table."""

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from patchbay.core.sessions.session import Session
from patchbay.ui import theme
from patchbay.ui.appearance import after, choice
from patchbay.ui.catalog_page import CatalogPage
from patchbay.ui.commands import Command
from patchbay.ui.panes import ListFormResult
from patchbay.ui.tasks import spawn
from patchbay.ui.window.desk import Desk
from patchbay.ui.window.editing_table import editing_commands
from patchbay.ui.window.pane_steps import step_pane
from patchbay.ui.window.server_page import PAGES, PageName


def window_commands(window: Desk) -> tuple[Command, ...]:
    """Everything the window can do; the keys are those of the keyboard map."""
    return (
        *_files(window),
        *editing_commands(window),
        *_servers(window),
        *_all_servers(window),
        *_calls(window),
        *_views(window),
        Command("quit", "Quit", window.close, "quit", ("Ctrl+Q",)),
    )


def _files(window: Desk) -> tuple[Command, ...]:
    return (
        Command("open", "Open a config…", window.opening.ask, "file", ("Ctrl+O",), "folder-open"),
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
        Command("start", "Start", on_session(window.start), "server", ("F5",), "play", is_stopped),
        Command(
            "stop",
            "Stop",
            on_session(lambda session: spawn(window, session.stop())),
            "server",
            ("Shift+F5",),
            "square",
            is_live,
        ),
        Command(
            "restart",
            "Restart",
            on_session(window.restart),
            "server",
            ("Ctrl+R",),
            "rotate-cw",
            lambda: window.session is not None,
        ),
        Command(
            "report",
            "Copy report of the failure",
            window.copy_report,
            "server",
            ("Ctrl+Shift+P",),
            "copy",
            lambda: window.page is not None and bool(window.page.failure.report),
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
        ),
        Command(
            "stop-all",
            "Stop all",
            together.stop,
            "servers",
            ("Ctrl+Shift+F5",),
            "square",
            together.can_stop,
        ),
        Command(
            "restart-all",
            "Restart all running",
            together.restart_running,
            "servers",
            ("Ctrl+Shift+R",),
        ),
    )


def _calls(window: Desk) -> tuple[Command, ...]:
    def on_page(act: Callable[[CatalogPage], object]) -> Callable[[], None]:
        def run() -> None:
            if (page := window.catalog_page) is not None:
                act(page)

        return run

    def has_run() -> bool:
        page = window.catalog_page
        return page is not None and page.results.run is not None

    return (
        Command("run", "Run", window.run_current, "call", ("Ctrl+Return", "Ctrl+Enter"), "play"),
        Command(
            "run-again",
            "Run the shown call again",
            on_page(CatalogPage.run_again),
            "call",
            ("Ctrl+Shift+Return",),
            "rotate-cw",
            has_run,
        ),
        Command("cancel", "Cancel the call shown", window.cancel_current, "call", ("Ctrl+.",), "x"),
        Command(
            "use-arguments",
            "Use the shown call's arguments",
            on_page(lambda page: page.results.use_arguments()),
            "call",
            ("Ctrl+Shift+A",),
            "",
            has_run,
        ),
        Command(
            "form-json",
            "Form or JSON",
            on_page(lambda page: page.pane.toggle_json()),
            "call",
            ("Ctrl+J",),
            "braces",
        ),
        Command(
            "older",
            "Older call",
            on_page(lambda page: page.results.choose_older()),
            "call",
            ("Ctrl+[",),
        ),
        Command(
            "newer",
            "Newer call",
            on_page(lambda page: page.results.choose_newer()),
            "call",
            ("Ctrl+]",),
        ),
        Command(
            "copy-result",
            "Copy result",
            on_page(lambda page: page.results.copy_result()),
            "call",
            ("Ctrl+Shift+C",),
            "copy",
            has_run,
        ),
        Command(
            "save-result",
            "Save result…",
            on_page(lambda page: page.results.save_result()),
            "call",
            ("Ctrl+Shift+S",),
            "download",
            has_run,
        ),
        Command(
            "raw-result",
            "Raw result",
            on_page(lambda page: page.results.toggle_raw()),
            "call",
            ("Ctrl+Shift+J",),
            "braces",
            has_run,
        ),
    )


def _views(window: Desk) -> tuple[Command, ...]:
    def shows(name: PageName) -> Callable[[], None]:
        return lambda: window.page.show_page(name) if window.page else None

    def on_panes(act: Callable[[ListFormResult], object]) -> Callable[[], None]:
        def run() -> None:
            page = window.catalog_page
            if page is not None:
                act(page.panes)

        return run

    pages = tuple(
        Command(f"page-{name}", name.capitalize(), shows(name), "view", (f"Ctrl+{place + 1}",))
        for place, name in enumerate(PAGES)
    )
    return (
        *pages,
        Command("form", "Form", on_panes(ListFormResult.show_form), "view", ("Ctrl+7",)),
        Command("result", "Result", on_panes(ListFormResult.show_result), "view", ("Ctrl+8",)),
        Command("filter-servers", "Filter servers", window.filter_servers, "view", ("Ctrl+L",)),
        Command("filter-items", "Filter the list", window.filter_items, "view", ("Ctrl+T",)),
        Command("find", "Find in this page", window.find_words, "view", ("Ctrl+F",), "search"),
        Command(
            "export", "Export log or traffic…", window.export, "view", ("Ctrl+Shift+E",), "download"
        ),
        Command("clear-view", "Clear the view", window.clear_view, "view", ("Ctrl+Shift+L",)),
        Command("next-pane", "Next pane", lambda: step_pane(window.parts, 1), "view", ("F6",)),
        Command(
            "previous-pane",
            "Previous pane",
            lambda: step_pane(window.parts, -1),
            "view",
            ("Shift+F6",),
        ),
        Command("menu", "Menu", window.sidebar.ask_for_menu, "view", ("Alt+M",)),
        Command("sidebar", "Show or hide the sidebar", window.toggle_sidebar, "view", ("Ctrl+B",)),
        Command(
            "theme", "Light, dark or system", lambda: _next_theme(window), "view", ("Ctrl+Shift+T",)
        ),
    )


def _next_theme(window: Desk) -> None:
    """Light, dark, system, and light again; remembered."""
    store = window.workspace.settings
    chosen = after(choice(store.settings.theme))
    store.update(theme=chosen)
    app = QApplication.instance()
    if isinstance(app, QApplication):
        theme.apply(app, chosen, store.settings.text_size)
