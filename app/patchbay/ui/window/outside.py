"""Asks what becomes of a draft whose file another program changed, and does it."""

from PySide6.QtWidgets import QWidget

from patchbay.core.drafts.conflict import both_sides
from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.merging import BothSides, can_merge, differences, merged
from patchbay.core.errors import AppError, Family
from patchbay.core.store.failures import Change
from patchbay.ui.dialogs.conflict import ask_about_conflict
from patchbay.ui.dialogs.resolution import Conflict, Resolution, Way

_UNREADABLE = "One of both cannot be understood, or names a server twice."


async def settle_outside(parent: QWidget, draft: Draft) -> bool:
    """Whether both are one now, and saved.

    Raises:
        Changed: another program was faster once more; what was chosen is in the draft.
        AppError: what was chosen could not be done; everything is as it was.
    """
    shown = draft.outside
    both = await both_sides(draft)
    mergeable = both if both is not None and can_merge(both) else None

    def result(resolution: Resolution) -> str:
        if resolution.way is Way.MERGE and mergeable is not None:
            return merged(mergeable, resolution.choices)
        return draft.text

    conflict = _conflict(draft, mergeable)
    resolution = await ask_about_conflict(parent, conflict, result)
    if resolution.way is Way.CANCEL:
        return False
    if resolution.way is Way.RELOAD:
        await draft.reload()
        return True
    text = result(resolution)
    if shown is not None:
        draft.keep_mine(shown)
    draft.replace(text, "merging")
    await draft.save(make_folder=conflict.is_folder_gone, although_strict=True)
    return True


def _conflict(draft: Draft, both: BothSides | None) -> Conflict:
    outside, is_folder_gone = draft.outside, not draft.path.parent.is_dir()
    if outside is None and not is_folder_gone:
        raise AppError(Family.CONFIGURATION, f"{draft.path} is as it was when it was read")
    change, theirs = Change.DELETED, None
    if outside is not None and outside.data is not None:
        change = Change.CHANGED if draft.on_disk.digest else Change.APPEARED
        theirs = outside.decoded.text
    return Conflict(
        path=draft.path,
        change=change,
        when=draft.outside_since,
        mine=draft.text,
        theirs=theirs,
        differences=differences(both) if both is not None else None,
        why_not="" if both is not None else _UNREADABLE,
        is_folder_gone=is_folder_gone,
    )
