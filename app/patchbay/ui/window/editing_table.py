"""What the window can do to configs, as commands."""

from collections.abc import Callable

from patchbay.core.config.model import Entry
from patchbay.core.drafts.draft import Draft
from patchbay.ui.commands import Command
from patchbay.ui.window.desk import Desk

_NEEDS_CONFIG = "needs a config in sight that can be edited"
_NEEDS_ENTRY = "needs a server of a config in sight"


def editing_commands(window: Desk) -> tuple[Command, ...]:
    """Everything about the config in sight and about the server in sight in it."""
    return (*_of_file(window), *_of_server(window), *_on_page(window))


def _of_file(window: Desk) -> tuple[Command, ...]:
    editing = window.editing

    def on_draft(act: Callable[[Draft], object]) -> Callable[[], None]:
        def run() -> None:
            if (draft := window.draft) is not None:
                act(draft)

        return run

    def when(ask: Callable[[Draft], object]) -> Callable[[], bool]:
        def enabled() -> bool:
            draft = window.draft
            return draft is not None and bool(ask(draft))

        return enabled

    return (
        Command(
            "save",
            "Save config",
            on_draft(window.save_draft),
            "file",
            ("Ctrl+S",),
            "save",
            # Also while there seems to be nothing to save: the last letters are on their way.
            when(lambda draft: draft.is_editable),
            _NEEDS_CONFIG,
        ),
        Command(
            "review",
            "Review diff…",
            on_draft(editing.files.review),
            "file",
            ("Ctrl+Shift+D",),
            "git-compare",
            when(lambda draft: draft.is_changed),
            "needs edits that are not saved",
        ),
        Command(
            "versions",
            "Versions of this config…",
            on_draft(editing.files.show_versions),
            "file",
            (),
            "history",
            when(lambda draft: draft.is_editable),
            _NEEDS_CONFIG,
        ),
        Command(
            "undo",
            "Undo",
            on_draft(window.undo),
            "edit",
            ("Ctrl+Z",),
            "undo-2",
            when(lambda draft: draft.undo_label),
            "needs an edit",
        ),
        Command(
            "redo",
            "Redo",
            on_draft(window.redo),
            "edit",
            ("Ctrl+Y", "Ctrl+Shift+Z"),
            "redo-2",
            when(lambda draft: draft.redo_label),
            "needs an edit that was undone",
        ),
        Command("add-server", "Add a server…", window.add_server, "edit", ("Ctrl+N",), "plus"),
        Command(
            "paste",
            "Paste JSON or a command line…",
            window.paste_servers,
            "edit",
            ("Ctrl+Shift+V",),
            "clipboard-paste",
        ),
    )


def _of_server(window: Desk) -> tuple[Command, ...]:
    editing = window.editing

    def on_entry(act: Callable[[Draft, Entry], object]) -> Callable[[], None]:
        def run() -> None:
            draft, session = window.draft, window.session
            if draft is not None and session is not None:
                act(draft, session.entry)

        return run

    def has_entry() -> bool:
        return window.session is not None and window.draft is not None

    def command(
        id_: str,
        text: str,
        act: Callable[[Draft, Entry], object],
        keys: tuple[str, ...] = (),
        icon: str = "",
    ) -> Command:
        return Command(id_, text, on_entry(act), "edit-server", keys, icon, has_entry, _NEEDS_ENTRY)

    return (
        command("rename-server", "Rename…", editing.rename, ("F2",), "pencil"),
        command("duplicate-server", "Duplicate…", editing.duplicate, (), "copy"),
        command("disable-server", "Disable or enable", editing.toggle_disabled, (), "circle-pause"),
        command("server-up", "Move up", lambda draft, entry: editing.move(draft, entry, -1)),
        command("server-down", "Move down", lambda draft, entry: editing.move(draft, entry, 1)),
        command("copy-server", "Copy as JSON", editing.copy_as_json, ("Ctrl+Shift+K",), "braces"),
        command("remove-server", "Remove", editing.remove, (), "trash-2"),
    )


def _on_page(window: Desk) -> tuple[Command, ...]:
    def command(id_: str, text: str, step: int, keys: str, icon: str) -> Command:
        return Command(
            id_,
            text,
            lambda: window.step_problem(step),
            "view",
            (keys,),
            icon,
            lambda: window.text_side is not None,
            "needs the text of a config in sight",
        )

    return (
        command("next-problem", "Next problem", 1, "F8", "chevron-down"),
        command("previous-problem", "Previous problem", -1, "Shift+F8", "chevron-up"),
    )
