"""Carries out what a person wants done to configs: saves them, changes their servers, asks."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from patchbay.core.config.decoding import decode
from patchbay.core.config.model import Entry
from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.strictness import TooStrict
from patchbay.core.editing import operations
from patchbay.core.editing.copying import as_json, fragment_of
from patchbay.core.editing.names import free_name
from patchbay.core.editing.operations import Operation
from patchbay.core.errors import AppError
from patchbay.core.store.failures import Changed
from patchbay.core.trust.refusals import NotAllowed
from patchbay.core.workspace import Workspace
from patchbay.ui.configuration import FileActions
from patchbay.ui.dialogs.add_server import ask_for_servers
from patchbay.ui.dialogs.command_line_paste import ask_for_command_line
from patchbay.ui.dialogs.naming import ask_name
from patchbay.ui.dialogs.new_server import NewServers
from patchbay.ui.dialogs.review import ask_to_save, show_edits
from patchbay.ui.dialogs.strict import ask_to_save_anyway
from patchbay.ui.dialogs.targets import Target
from patchbay.ui.dialogs.unsaved import Unsaved, ask_about_unsaved, unsaved_file
from patchbay.ui.dialogs.versions import ask_for_version
from patchbay.ui.notices import Notices
from patchbay.ui.tasks import spawn
from patchbay.ui.window.outside import settle_outside
from patchbay.ui.window.permission import ask_to_allow


class Editing:
    """The one place where the window changes drafts; every failure is told in the window.

    `show` brings a server into sight, once it is there.
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
        self.actions = FileActions(
            save=self.save,
            review=self.review,
            versions=self.show_versions,
            settle_outside=self.settle_outside,
            reload=self.reload,
            review_leftover=self.review_leftover,
            restore_leftover=self.restore_leftover,
            forget_leftover=self.forget_leftover,
            park=self.park,
            unpark=self.unpark,
            ask_for_command_line=partial(ask_for_command_line, parent),
            allow=self.allow,
        )

    def save(self, draft: Draft) -> None:
        self._begin(self._save(draft))

    def review(self, draft: Draft) -> None:
        self._begin(self._review(draft))

    def show_versions(self, draft: Draft) -> None:
        self._begin(self._versions(draft))

    def settle_outside(self, draft: Draft) -> None:
        """Another program changed the file: decide what becomes of both."""
        self._begin(self._settle(draft))

    def reload(self, draft: Draft) -> None:
        """Take what is on the disk; one step back brings the edits again."""
        self._begin(draft.reload())

    def review_leftover(self, draft: Draft) -> None:
        self._begin(self._review_leftover(draft))

    def restore_leftover(self, draft: Draft) -> None:
        """Go on with what a Patchbay that ended without saving had made of the file."""
        self._workspace.drafts.journal_of(draft).take_over(draft.leftovers[0])

    def forget_leftover(self, draft: Draft) -> None:
        self._workspace.drafts.journal_of(draft).forget(draft.leftovers[0])

    def add(self, draft: Draft | None, pasted: str = "") -> None:
        """Ask for new servers, for the file of `draft` if nothing else is chosen."""
        self._begin(self._add(draft, pasted))

    def rename(self, draft: Draft, entry: Entry) -> None:
        self._begin(self._rename(draft, entry))

    def duplicate(self, draft: Draft, entry: Entry) -> None:
        self._begin(self._duplicate(draft, entry))

    def remove(self, draft: Draft, entry: Entry) -> None:
        """Take a server out of the file; undo brings it back."""
        if entry.parked:
            self._begin(draft.forget_parked(entry.name))
        else:
            self._begin(draft.edit(operations.remove_server(entry.name)))

    def move(self, draft: Draft, entry: Entry, rows: int) -> None:
        self._begin(draft.edit(operations.move_server(entry.name, rows)))

    def toggle_disabled(self, draft: Draft, entry: Entry) -> None:
        """As the file can say it, else by parking."""
        if entry.parked:
            self.unpark(draft, entry)
        elif operations.can_disable(entry):
            disabled = not entry.disabled
            self._begin(draft.edit(operations.disable_server(entry.name, disabled=disabled)))
        else:
            self.park(draft, entry)

    def park(self, draft: Draft, entry: Entry) -> None:
        self._begin(draft.park(entry.name))

    def unpark(self, draft: Draft, entry: Entry) -> None:
        self._begin(draft.unpark(entry.name))

    def copy_as_json(self, draft: Draft, entry: Entry) -> None:
        """The server as it is written, with its name, for another config."""
        if draft.source is not None and not entry.parked:
            text = as_json(draft.source, entry)
            QGuiApplication.clipboard().setText(text)

    async def allow(self, entry: Entry, error: NotAllowed) -> None:
        """Say why a program is blocked and allow it, if the person says so."""
        rules = self._workspace.allow.rules()
        permission = await ask_to_allow(self._parent, error, entry, rules, lambda: None)
        if permission is not None:
            self._workspace.gate.permit(entry, this_line_only=permission.this_line_only)

    async def may_close(self, drafts: tuple[Draft, ...], *, quits: bool) -> bool:
        """Ask what becomes of edits that were not saved; false if everything stays open."""
        for draft in drafts:
            await draft.edited()
        changed = [draft for draft in drafts if draft.is_changed]
        if not changed:
            return True
        files = [await unsaved_file(draft) for draft in changed]
        answer = await ask_about_unsaved(self._parent, files, quits=quits)
        if answer is Unsaved.CANCEL:
            return False
        saving = answer is Unsaved.SAVE
        for draft, file in zip(changed, files, strict=True):
            if saving and not file.problem:
                if not await self._saved(draft):
                    return False
            else:
                draft.discard()
        return True

    async def _save(self, draft: Draft) -> None:
        await draft.edited()
        if draft.is_changed or draft.outside is not None:
            await self._saved(draft)

    async def _saved(self, draft: Draft) -> bool:
        """Save, asking where there is something to ask; whether it is saved now."""
        try:
            await draft.save()
        except Changed:
            return await self._settled(draft)
        except TooStrict as error:
            if await ask_to_save_anyway(self._parent, error):
                await draft.save(although_strict=True)
        except AppError:
            if draft.path.parent.is_dir():
                raise
            await draft.look()
            return await self._settled(draft)
        return not draft.is_changed

    async def _settled(self, draft: Draft) -> bool:
        return await settle_outside(self._parent, draft)

    async def _review(self, draft: Draft) -> None:
        if await ask_to_save(self._parent, draft):
            await self._saved(draft)

    async def _settle(self, draft: Draft) -> None:
        await draft.look()
        if draft.outside is None:
            return  # it is as it was again
        if draft.is_changed or draft.outside.data is None:
            await self._settled(draft)
        else:
            await draft.reload()

    async def _versions(self, draft: Draft) -> None:
        versions = self._workspace.drafts.shelf.versions
        listed = versions.list(draft.path)
        chosen = await ask_for_version(self._parent, draft.path, draft.text, listed, versions.read)
        if chosen is None:
            return
        text = decode(versions.read(chosen)).text
        if text is not None:
            draft.replace(text, "restoring a version")

    async def _review_leftover(self, draft: Draft) -> None:
        await show_edits(self._parent, draft, draft.leftovers[0].text)

    async def _add(self, draft: Draft | None, pasted: str) -> None:
        drafts = [each for each in self._workspace.drafts.all if each.is_editable]
        targets = [Target(each.file.label, each.path, _names(each)) for each in drafts]
        place = drafts.index(draft) if draft in drafts else 0
        wanted = await ask_for_servers(self._parent, targets, place, pasted)
        if wanted is not None:
            chosen = self._workspace.drafts.start(wanted.path)
            await self._edit(chosen, _adding(chosen, wanted), wanted.servers[0].name)

    async def _rename(self, draft: Draft, entry: Entry) -> None:
        taken = _names(draft) - {entry.name}
        title = f"Rename {entry.name}"
        name = await ask_name(self._parent, title, "Rename", entry.name, taken)
        if name and name != entry.name:
            await self._edit(draft, operations.rename_server(entry.name, name), name)

    async def _duplicate(self, draft: Draft, entry: Entry) -> None:
        free = free_name(entry.name, _names(draft))
        title = f"Duplicate {entry.name}"
        name = await ask_name(self._parent, title, "Duplicate", free, _names(draft))
        if name:
            await self._edit(draft, operations.duplicate_server(entry.name, name), name)

    async def _edit(self, draft: Draft, operation: Operation, shown: str) -> None:
        await draft.edit(operation)
        self._show(draft.path, shown)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        spawn(self._parent, self._told(work))

    async def _told(self, work: Awaitable[None]) -> None:
        try:
            await work
        except AppError as error:
            self._notices.show(error)


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
