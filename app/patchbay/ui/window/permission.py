"""Asks a person: may this start, and may this program be allowed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from patchbay.core.config.model import Entry
from patchbay.core.errors import AppError
from patchbay.core.sessions.gate import Consent, ConsentQuestion
from patchbay.core.sessions.session import Session
from patchbay.core.workspace import Workspace
from patchbay.ui.dialogs.blocked import BlockedAnswer, BlockedDialog
from patchbay.ui.dialogs.consent import ConsentDialog

if TYPE_CHECKING:
    from patchbay.ui.window.frame import Window


class WindowAsker:
    """Puts consent questions to the person, one dialog each, over the window."""

    def __init__(self) -> None:
        self.parent: QWidget | None = None
        self.show_configuration: Callable[[Entry], object] = lambda _: None

    async def __call__(self, question: ConsentQuestion) -> Consent:
        dialog = ConsentDialog(question, self.parent)
        dialog.configuration_wanted.connect(lambda: self.show_configuration(question.entry))
        dialog.open()
        return await dialog.answer()


def can_be_allowed(error: AppError) -> bool:
    """Whether the allow-list alone stands in the way."""
    return "resolved" in error.evidence


async def offer_to_allow(
    window: "Window", workspace: Workspace, session: Session, error: AppError
) -> None:
    """Say why a program is blocked; allow it when the person says so, and start the server."""
    entry = session.entry
    dialog = BlockedDialog(error, entry, workspace.allow.rules(), window)
    dialog.configuration_wanted.connect(lambda: window.show_configuration(session))
    dialog.open()
    answer = await dialog.answer()
    if answer is BlockedAnswer.CLOSED:
        return
    workspace.gate.permit(entry, this_line_only=answer is BlockedAnswer.ALLOW_LINE)
    window.start(session)
