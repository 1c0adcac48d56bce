"""Shows what saving a file would change in it."""

from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.drafts.draft import Draft
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, Label, column, row
from patchbay.ui.dialogs.deciding import RoomyDialog
from patchbay.ui.differences import DifferenceView, MaskedText, masked

_WIDTH, _HEIGHT = 800, 600
_NOTHING = 552, 240
_NOW = "From what was saved to what you have now."
_SURVIVED = "From what is saved to the edits that were not. Nothing is changed by looking."


class Reviewed(Enum):
    """What follows the look at the changes."""

    CLOSED = "closed"
    SAVE = "save"


async def ask_to_save(parent: QWidget | None, draft: Draft) -> bool:
    """Show what differs between a draft and what was saved; whether it should be saved now."""
    before = await masked(draft.path, draft.saved_text)
    after = await masked(draft.path, draft.text)
    dialog = ReviewDialog(draft.path.name, before, after, parent)
    dialog.open()
    return await dialog.answer() is Reviewed.SAVE


async def show_edits(parent: QWidget | None, draft: Draft, text: str) -> None:
    """Show how edits that survived a crash differ from what is saved."""
    before = await masked(draft.path, draft.saved_text)
    after = await masked(draft.path, text)
    dialog = ReviewDialog(draft.path.name, before, after, parent, can_save=False)
    dialog.open()
    await dialog.answer()


class ReviewDialog(RoomyDialog[Reviewed]):
    """What was saved against what would be; gives whether to save."""

    def __init__(
        self,
        name: str,
        before: MaskedText,
        after: MaskedText,
        parent: QWidget | None = None,
        *,
        can_save: bool = True,
    ) -> None:
        differs = before != after
        super().__init__(parent, *((_WIDTH, _HEIGHT) if differs else _NOTHING), Reviewed.CLOSED)
        title = f"Changes to {visible(name)}"
        self.difference = DifferenceView(f"The text of {visible(name)} is as it was saved.")
        self.close_button = Button("Close", "secondary" if can_save and differs else "primary")
        self.save = Button("Save", "primary", icon="save")
        self.save.setVisible(can_save and differs)
        self.main = self.save if can_save and differs else self.close_button
        self.setAccessibleName(title)
        self._put_together(title, _NOW if can_save else _SURVIVED)
        self.difference.compare(before, after)
        self.close_button.clicked.connect(lambda: self.give(Reviewed.CLOSED))
        self.save.clicked.connect(lambda: self.give(Reviewed.SAVE))

    def _put_together(self, title: str, told: str) -> None:
        body, buttons = QWidget(), QWidget()
        heading = Label(title, "h2", wrap=True)
        body.setLayout(column(heading, Label(told, "small"), 6, (self.difference, 1), gap=4))
        buttons.setLayout(row(None, self.close_button, self.save))
        self.fill(body, buttons)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.difference.setFocus(Qt.FocusReason.TabFocusReason)
