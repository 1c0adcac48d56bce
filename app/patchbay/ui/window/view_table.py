"""What the window can bring into sight, as commands."""

from collections.abc import Callable

from patchbay.ui.appearance import after, choice
from patchbay.ui.commands import Command
from patchbay.ui.panes import ListFormResult
from patchbay.ui.window.desk import Desk
from patchbay.ui.window.pane_steps import step_pane
from patchbay.ui.window.server_page import PAGES, PageName


def view_commands(window: Desk) -> tuple[Command, ...]:
    """What is in sight, where the focus goes, and how it looks."""
    return (
        *_pages(window),
        *_panes(window),
        *_records(window),
        Command(
            "question",
            "Show the question that waits",
            window.show_question,
            "view",
            ("Ctrl+Shift+I",),
            "message-circle-question-mark",
            lambda: window.questions.any_waits,
            "needs a server that asks something",
        ),
        Command("filter-servers", "Filter servers", window.filter_servers, "view", ("Ctrl+L",)),
        Command("find", "Find in this page", window.find_words, "view", ("Ctrl+F",), "search"),
        Command("next-pane", "Next pane", lambda: step_pane(window.parts, 1), "view", ("F6",)),
        Command(
            "previous-pane",
            "Previous pane",
            lambda: step_pane(window.parts, -1),
            "view",
            ("Shift+F6",),
        ),
        *_ways(window),
        Command("menu", "Menu", window.sidebar.ask_for_menu, "view", ("Alt+M",), "menu"),
        Command(
            "sidebar",
            "Show or hide the sidebar",
            window.toggle_sidebar,
            "view",
            ("Ctrl+B",),
            "panel-left",
        ),
        Command(
            "theme",
            "Light, dark or system",
            lambda: _next_theme(window),
            "view",
            ("Ctrl+Shift+T",),
            "moon",
        ),
    )


def _pages(window: Desk) -> tuple[Command, ...]:
    def shows(name: PageName) -> Callable[[], None]:
        return lambda: window.page.show_page(name) if window.page else None

    def has_page() -> bool:
        return window.page is not None

    needs = "needs a server in sight"
    return tuple(
        Command(
            f"page-{name}", name.capitalize(), shows(name), "view", (keys,), "", has_page, needs
        )
        for name, keys in zip(PAGES, map("Ctrl+{}".format, range(1, 7)), strict=True)
    )


def _panes(window: Desk) -> tuple[Command, ...]:
    def command(id_: str, text: str, act: Callable[[ListFormResult], object], keys: str) -> Command:
        def run() -> None:
            if (page := window.catalog_page) is not None:
                act(page.panes)

        def enabled() -> bool:
            return window.catalog_page is not None

        needs = "needs tools, prompts or resources in sight"
        return Command(id_, text, run, "view", (keys,), "", enabled, needs)

    return (
        command("form", "Form", ListFormResult.show_form, "Ctrl+7"),
        command("result", "Result", ListFormResult.show_result, "Ctrl+8"),
        command("filter-items", "Filter the list", ListFormResult.find_item, "Ctrl+T"),
    )


def _records(window: Desk) -> tuple[Command, ...]:
    def command(id_: str, text: str, run: Callable[[], object], keys: str, icon: str) -> Command:
        def enabled() -> bool:
            return window.record_page is not None

        return Command(
            id_, text, run, "view", (keys,), icon, enabled, "needs log or traffic in sight"
        )

    return (
        command("export", "Export log or traffic…", window.export, "Ctrl+Shift+E", "download"),
        command("clear-view", "Clear the view", window.clear_view, "Ctrl+Shift+L", "trash-2"),
    )


def _ways(window: Desk) -> tuple[Command, ...]:
    visited = window.visited
    return (
        Command(
            "back",
            "Back",
            lambda: visited.go(-1),
            "view",
            ("Alt+Left",),
            "arrow-left",
            lambda: visited.can_go(-1),
            "needs a page that was in sight before",
        ),
        Command(
            "forward",
            "Forward",
            lambda: visited.go(1),
            "view",
            ("Alt+Right",),
            "arrow-right",
            lambda: visited.can_go(1),
            "needs a step back first",
        ),
    )


def _next_theme(window: Desk) -> None:
    """Light, dark, system, and light again; remembered."""
    store = window.workspace.settings
    store.update(theme=after(choice(store.settings.theme)))
