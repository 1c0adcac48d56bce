"""Carries out what a person wants done to whole configs: saved, compared, brought back."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeAlias

from PySide6.QtWidgets import QWidget

from patchbay.core.config.decoding import decode
from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.strictness import TooStrict
from patchbay.core.errors import AppError
from patchbay.core.store.failures import Changed
from patchbay.core.workspace import Workspace
from patchbay.ui.dialogs.review import ask_to_save, show_edits
from patchbay.ui.dialogs.strict import ask_to_save_anyway
from patchbay.ui.dialogs.unsaved import Unsaved, ask_about_unsaved, unsaved_file
from patchbay.ui.dialogs.versions import ask_for_version
from patchbay.ui.window.once import Once
from patchbay.ui.window.outside import settle_outside

Begin: TypeAlias = Callable[[Coroutine[Any, Any, None]], None]
"""Starts work whose failures are told in the window."""


class Saving:
    """Saves drafts and asks what becomes of them; nothing else in the window does."""

    def __init__(self, parent: QWidget, workspace: Workspace, begin: Begin) -> None:
        self._parent = parent
        self._workspace = workspace
        self._begin = begin
        self._once = Once()

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
        given_up = [
            draft
            for draft, file in zip(changed, files, strict=True)
            if answer is Unsaved.DISCARD or file.problem
        ]
        for draft in changed:
            if draft not in given_up and not await self._saved(draft):
                return False
        for draft in given_up:  # only once it is certain that nothing stays open
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
            ask = partial(ask_to_save_anyway, self._parent, error)
            if await self._once.ask("strict", ask, otherwise=False):
                await draft.save(although_strict=True)
        except AppError as error:
            if draft.path.parent.is_dir():
                raise _with_edits_kept(error) from error
            await draft.look()
            return await self._settled(draft)
        return not draft.is_changed

    async def _settled(self, draft: Draft) -> bool:
        """Ask what becomes of both versions, again for as long as others are faster."""
        while True:
            try:
                settle = partial(settle_outside, self._parent, draft)
                return await self._once.ask("outside", settle, otherwise=False)
            except Changed:
                continue

    async def _review(self, draft: Draft) -> None:
        ask = partial(ask_to_save, self._parent, draft)
        if await self._once.ask("review", ask, otherwise=False):
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
        ask = partial(ask_for_version, self._parent, draft.path, draft.text, listed, versions.read)
        chosen = await self._once.ask("versions", ask, otherwise=None)
        if chosen is None:
            return
        text = decode(versions.read(chosen)).text
        if text is not None:
            draft.replace(text, "restoring a version")

    async def _review_leftover(self, draft: Draft) -> None:
        show = partial(show_edits, self._parent, draft, draft.leftovers[0].text)
        await self._once.ask("leftover", show, otherwise=None)


def _with_edits_kept(error: AppError) -> AppError:
    return AppError(
        error.family,
        error.title,
        cause=error.cause,
        hint=f"{error.hint} Your edits are still here.".lstrip(),
        kind=error.kind,
    )
