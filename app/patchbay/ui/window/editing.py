"""Carries out what a person wants done to the servers of configs, and asks what it needs."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from patchbay.core.config.model import Entry
from patchbay.core.drafts.draft import Draft
from patchbay.core.editing import operations, refusals
from patchbay.core.editing.copying import as_json, fragment_of
from patchbay.core.editing.names import free_name
from patchbay.core.editing.operations import Operation
from patchbay.core.errors import AppError
from patchbay.core.pasting.command_line import Parsed
from patchbay.core.trust.refusals import NotAllowed
from patchbay.core.workspace import Workspace
from patchbay.ui.configuration import FileActions
from patchbay.ui.dialogs.add_server import ask_for_servers
from patchbay.ui.dialogs.command_line_paste import ask_for_command_line
from patchbay.ui.dialogs.naming import ask_name
from patchbay.ui.dialogs.new_server import NewServers
from patchbay.ui.dialogs.targets import Target
from patchbay.ui.notices import Notices
from patchbay.ui.tasks import spawn
from patchbay.ui.window.keeping import keep_secret, move_secrets
from patchbay.ui.window.once import Once
from patchbay.ui.window.permission import ask_to_allow
from patchbay.ui.window.saving import Saving


class Editing:
    """The one place where the window changes servers; `files` does the same for whole files.

    Every failure is told in the window. `show` brings a server into sight, once it is there.
    """

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        notices: Notices,
        show: Callable[[Path, str], object],
    ) -> None:
        self._parent = parent
        self._workspace = workspace
        self._notices = notices
        self._show = show
        self._once = Once()
        self.files = Saving(parent, workspace, self.begin)
        self.actions = FileActions(
            save=self.files.save,
            review=self.files.review,
            versions=self.files.show_versions,
            settle_outside=self.files.settle_outside,
            reload=self.files.reload,
            review_leftover=self.files.review_leftover,
            restore_leftover=self.files.restore_leftover,
            forget_leftover=self.files.forget_leftover,
            park=self.park,
            unpark=self.unpark,
            ask_for_command_line=self._ask_for_command_line,
            allow=self.allow,
            set_value=self.keep_secret,
            move_secrets=self.move_secrets,
        )

    @property
    def is_adding(self) -> bool:
        """Whether somebody is asked for new servers just now."""
        return self._once.is_open("add")

    def add(self, draft: Draft | None, pasted: str | None = None) -> None:
        """Ask for new servers, for the file of `draft` if nothing else is chosen."""
        self.begin(self._add(draft, pasted))

    def rename(self, draft: Draft, entry: Entry) -> None:
        self.begin(self._rename(draft, entry))

    def duplicate(self, draft: Draft, entry: Entry) -> None:
        self.begin(self._duplicate(draft, entry))

    def remove(self, draft: Draft, entry: Entry) -> None:
        """Take a server out of the file; undo brings it back."""
        if entry.parked:
            self.begin(draft.forget_parked(entry.name))
        else:
            self.begin(self._remove(draft, entry))

    def move(self, draft: Draft, entry: Entry, rows: int) -> None:
        self.begin(draft.edit(operations.move_server(entry.name, rows)))

    def toggle_disabled(self, draft: Draft, entry: Entry) -> None:
        """As the file can say it, else by parking."""
        if entry.parked:
            self.unpark(draft, entry)
        elif operations.can_disable(entry):
            disabled = not entry.disabled
            self.begin(draft.edit(operations.disable_server(entry.name, disabled=disabled)))
        else:
            self.park(draft, entry)

    def park(self, draft: Draft, entry: Entry) -> None:
        self.begin(draft.park(entry.name))

    def unpark(self, draft: Draft, entry: Entry) -> None:
        self.begin(draft.unpark(entry.name))

    def copy_as_json(self, draft: Draft, entry: Entry) -> None:
        """The server as it is written, with its name, for another config."""
        if draft.source is not None and not entry.parked:
            text = as_json(draft.source, entry)
            QGuiApplication.clipboard().setText(text)

    def keep_secret(self, name: str = "") -> None:
        """Ask for the value of a variable, and for its name if there is none yet."""
        self.begin(self._keep_secret(name))

    def move_secrets(self, draft: Draft, entry: Entry) -> None:
        """Ask which secrets of a server shall leave the file, and where to."""
        self.begin(self._move_secrets(draft, entry))

    async def _move_secrets(self, draft: Draft, entry: Entry) -> None:
        await _check_by_form(draft, entry)
        ask = partial(move_secrets, self._parent, self._workspace, draft, entry.name)
        await self._once.ask("secrets", ask, otherwise=None)

    async def _keep_secret(self, name: str) -> None:
        await keep_secret(self._parent, self._workspace, name)

    async def allow(self, entry: Entry, error: NotAllowed) -> None:
        """Say why a program is blocked and allow it, if the person says so."""
        rules = self._workspace.allow.rules()
        permission = await ask_to_allow(self._parent, error, entry, rules, lambda: None)
        if permission is not None:
            await self._workspace.gate.permit(entry, this_line_only=permission.this_line_only)

    async def _remove(self, draft: Draft, entry: Entry) -> None:
        try:
            await draft.edit(operations.remove_server(entry.name))
        except AppError:
            if not draft.file.parsed or entry.name in _names(draft):
                raise
            # The key was pressed twice: it is gone already.

    async def _add(self, draft: Draft | None, pasted: str | None) -> None:
        drafts = [each for each in self._workspace.drafts.all if each.is_editable]
        targets = [Target(each.file.label, each.path, _names(each)) for each in drafts]
        place = drafts.index(draft) if draft in drafts else 0
        ask = partial(ask_for_servers, self._parent, targets, place, pasted)
        wanted = await self._once.ask("add", ask, otherwise=None)
        if wanted is not None:
            chosen = self._workspace.drafts.start(wanted.path)
            await self._edit(chosen, _adding(chosen, wanted), wanted.servers[0].name)

    async def _rename(self, draft: Draft, entry: Entry) -> None:
        await _check_by_form(draft, entry)
        taken = _names(draft) - {entry.name}
        title = f"Rename {entry.name}"
        name = await self._ask_name(title, "Rename", entry.name, taken)
        if name and name != entry.name:
            await self._edit(draft, operations.rename_server(entry.name, name), name)

    async def _duplicate(self, draft: Draft, entry: Entry) -> None:
        await _check_by_form(draft, entry)
        free = free_name(entry.name, _names(draft))
        title = f"Duplicate {entry.name}"
        name = await self._ask_name(title, "Duplicate", free, _names(draft))
        if name:
            await self._edit(draft, operations.duplicate_server(entry.name, name), name)

    async def _ask_for_command_line(self, entry: Entry) -> Parsed | None:
        ask = partial(ask_for_command_line, self._parent, entry)
        return await self._once.ask("command line", ask, otherwise=None)

    async def _ask_name(self, title: str, verb: str, name: str, taken: frozenset[str]) -> str:
        ask = partial(ask_name, self._parent, title, verb, name, taken)
        return await self._once.ask("name", ask, otherwise="")

    async def _edit(self, draft: Draft, operation: Operation, shown: str) -> None:
        await draft.edit(operation)
        self._show(draft.path, shown)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it; what goes wrong is told in the window."""
        spawn(self._parent, self._told(work))

    async def _told(self, work: Awaitable[None]) -> None:
        try:
            await work
        except AppError as error:
            self._notices.show(error)


async def _check_by_form(draft: Draft, entry: Entry) -> None:
    """See that a server can be changed, before somebody is asked how.

    Raises:
        AppError: it cannot.
    """
    await draft.settled()
    if not draft.file.parsed:
        raise refusals.not_parsed(draft.file.problems)
    if entry.parked:
        raise refusals.is_parked(entry.name)


def _names(draft: Draft) -> frozenset[str]:
    return frozenset(entry.name for entry in draft.file.entries)


def _adding(draft: Draft, wanted: NewServers) -> Operation:
    is_json = draft.source is not None and draft.source.language == "json"
    steps = [
        operations.add_server(
            server.name,
            (fragment_of(server.source, "json") if server.source and is_json else None)
            or server.fields,
        )
        for server in wanted.servers
    ]
    names = ", ".join(server.name for server in wanted.servers)
    return operations.in_one_step(f"adding {names}", steps)
