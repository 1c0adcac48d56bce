"""What the window can do with the call in sight, as commands."""

from collections.abc import Callable

from patchbay.ui.catalog_page import CatalogPage
from patchbay.ui.commands import Command
from patchbay.ui.results.canvas import Canvas
from patchbay.ui.results.picture import PictureBlock
from patchbay.ui.window.desk import Desk

Act = Callable[[CatalogPage], object]


def call_commands(window: Desk) -> tuple[Command, ...]:
    """Everything about the call in sight: its form, its run and its result."""
    return (*_form(window), *_saved(window), *_run(window), *_result(window), *_picture(window))


def _form(window: Desk) -> tuple[Command, ...]:
    def command(id_: str, text: str, act: Act, keys: tuple[str, ...], icon: str = "") -> Command:
        needs = "needs tools, prompts or resources in sight"

        def enabled() -> bool:
            return window.catalog_page is not None

        return Command(id_, text, _on_page(window, act), "call", keys, icon, enabled, needs)

    return (
        command("run", "Run", CatalogPage.run, ("Ctrl+Return", "Ctrl+Enter"), "play"),
        command(
            "form-json", "Form or JSON", lambda page: page.pane.toggle_json(), ("Ctrl+J",), "braces"
        ),
        command(
            "reset",
            "Reset the form, or undo that",
            lambda page: page.pane.reset(),
            ("Ctrl+Backspace, Ctrl+Backspace",),
            "undo-2",
        ),
    )


def _saved(window: Desk) -> tuple[Command, ...]:
    def command(id_: str, text: str, act: Act, keys: str) -> Command:
        def enabled() -> bool:
            page = window.catalog_page
            return page is not None and bool(page.list.key)

        needs = "needs a tool, a prompt or a resource in sight"
        run = _on_page(window, act)
        return Command(id_, text, run, "call", (keys,), "bookmark", enabled, needs)

    return (
        command("save-call", "Save this call…", window.keeper.save, "Ctrl+Shift+B"),
        command("saved-calls", "Saved calls", lambda page: page.pane.saved.open(), "Alt+B"),
    )


def _run(window: Desk) -> tuple[Command, ...]:
    def command(id_: str, text: str, act: Act, keys: str, icon: str = "") -> Command:
        return _on_run(window, id_, text, act, (keys, icon))

    return (
        command(
            "run-again",
            "Run the shown call again",
            CatalogPage.run_again,
            "Ctrl+Shift+Return",
            "rotate-cw",
        ),
        command("cancel", "Cancel the call shown", CatalogPage.cancel, "Ctrl+.", "x"),
        command(
            "use-arguments",
            "Use the shown call's arguments",
            lambda page: page.results.use_arguments(),
            "Ctrl+Shift+A",
            "square-pen",
        ),
        command("older", "Older call", lambda page: page.results.choose_older(), "Ctrl+["),
        command("newer", "Newer call", lambda page: page.results.choose_newer(), "Ctrl+]"),
        _compare(window),
    )


def _compare(window: Desk) -> Command:
    def can_compare() -> bool:
        page = window.catalog_page
        return page is not None and page.results.can_compare

    return Command(
        "compare",
        "Compare runs",
        _on_page(window, CatalogPage.compare),
        "call",
        ("Ctrl+Shift+M",),
        "columns-2",
        can_compare,
        "needs two finished runs in sight",
    )


def _result(window: Desk) -> tuple[Command, ...]:
    def command(id_: str, text: str, act: Act, keys: str, icon: str) -> Command:
        return _on_run(window, id_, text, act, (keys, icon))

    return (
        command(
            "copy-result",
            "Copy result",
            lambda page: page.results.copy_result(),
            "Ctrl+Shift+C",
            "copy",
        ),
        command(
            "save-result",
            "Save result…",
            lambda page: page.results.save_result(),
            "Ctrl+Shift+S",
            "download",
        ),
        command(
            "raw-result",
            "Raw result",
            lambda page: page.results.toggle_raw(),
            "Ctrl+Shift+J",
            "braces",
        ),
    )


def _picture(window: Desk) -> tuple[Command, ...]:
    def command(
        id_: str, text: str, act: Callable[[Canvas], object], keys: tuple[str, ...], icon: str
    ) -> Command:
        def run() -> None:
            if (canvas := _canvas(window)) is not None:
                act(canvas)

        def enabled() -> bool:
            return _canvas(window) is not None

        return Command(id_, text, run, "call", keys, icon, enabled, "needs a picture in sight")

    return (
        command("zoom-in", "Zoom in", Canvas.zoom_in, ("Ctrl++", "Ctrl+="), "zoom-in"),
        command("zoom-out", "Zoom out", Canvas.zoom_out, ("Ctrl+-",), "zoom-out"),
        command("zoom-fit", "Fit the picture", Canvas.fit, ("Ctrl+0",), "maximize-2"),
    )


def _on_page(window: Desk, act: Act) -> Callable[[], None]:
    def run() -> None:
        if (page := window.catalog_page) is not None:
            act(page)

    return run


def _on_run(window: Desk, id_: str, text: str, act: Act, shown: tuple[str, str]) -> Command:
    """A command about the run in sight; `shown` are its keys and its icon."""

    def has_run() -> bool:
        page = window.catalog_page
        return page is not None and page.results.run is not None

    keys, icon = shown
    run = _on_page(window, act)
    return Command(id_, text, run, "call", (keys,), icon, has_run, "needs a call in sight")


def _canvas(window: Desk) -> Canvas | None:
    """The picture with the focus, else the first one that can be seen."""
    if (page := window.catalog_page) is None:
        return None
    blocks = page.results.findChildren(PictureBlock)
    seen = [one for one in blocks if one.picture and not one.visibleRegion().isEmpty()]
    seen.sort(key=lambda one: not one.canvas.hasFocus())
    return seen[0].canvas if seen else None
