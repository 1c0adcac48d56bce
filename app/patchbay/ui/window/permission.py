"""Asks a person: may this start, and may this program be allowed."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from patchbay.core.config.model import Entry
from patchbay.core.trust.question import Consent, ConsentQuestion
from patchbay.core.trust.refusals import NotAllowed
from patchbay.core.trust.rules import Rule
from patchbay.ui.dialogs.blocked import BlockedAnswer, BlockedDialog
from patchbay.ui.dialogs.consent import ConsentDialog


class WindowAsker:
    """Puts consent questions to the person, one dialog at a time, over the window."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self.parent: QWidget | None = None
        self.show_configuration: Callable[[Entry], object] = lambda _: None

    async def __call__(self, question: ConsentQuestion) -> Consent:
        async with self._turn:
            dialog = ConsentDialog(question, self.parent)
            dialog.configuration_wanted.connect(lambda: self.show_configuration(question.entry))
            dialog.open()
            return await dialog.answer()


@dataclass(frozen=True, slots=True)
class Permission:
    """What the person allows: the program, or one exact command line."""

    this_line_only: bool


async def ask_to_allow(
    parent: QWidget,
    error: NotAllowed,
    entry: Entry,
    rules: Sequence[Rule],
    show_configuration: Callable[[], object],
) -> Permission | None:
    """Say why a program is blocked and offer the ways to allow it; `None` for neither."""
    dialog = BlockedDialog(error, entry, rules, parent)
    dialog.configuration_wanted.connect(show_configuration)
    dialog.open()
    answer = await dialog.answer()
    if answer is BlockedAnswer.CLOSED:
        return None
    return Permission(this_line_only=answer is BlockedAnswer.ALLOW_LINE)
