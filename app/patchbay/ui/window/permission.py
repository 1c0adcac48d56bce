"""Asks a person: may this start, and may this program be allowed."""

from PySide6.QtWidgets import QWidget

from patchbay.core.errors import AppError
from patchbay.core.sessions.gate import Consent, ConsentQuestion
from patchbay.core.sessions.session import Session
from patchbay.core.workspace import Workspace
from patchbay.ui.dialogs.blocked import BlockedDialog, Permission
from patchbay.ui.dialogs.consent import ConsentDialog


class WindowAsker:
    """Puts consent questions to the person, one dialog each, over the window."""

    def __init__(self) -> None:
        self.parent: QWidget | None = None

    async def __call__(self, question: ConsentQuestion) -> Consent:
        dialog = ConsentDialog(question, self.parent)
        dialog.open()
        try:
            return await dialog.answer()
        finally:
            dialog.close()
            dialog.deleteLater()


def can_be_allowed(error: AppError) -> bool:
    """Whether the allow-list alone stands in the way."""
    return "resolved" in error.evidence


async def offer_to_allow(
    parent: QWidget, workspace: Workspace, session: Session, error: AppError
) -> None:
    """Say why a program is blocked; allow it when the person says so, and start the server."""
    entry = session.entry
    dialog = BlockedDialog(error, entry, parent)
    dialog.open()
    try:
        answer = await dialog.answer()
    finally:
        dialog.deleteLater()
    if answer is Permission.COMMAND_LINE:
        workspace.allow.add((entry.command or "", *entry.args))
    elif answer is Permission.NAME:
        workspace.allow.add(entry.command or "")
    else:
        return
    session.start()
