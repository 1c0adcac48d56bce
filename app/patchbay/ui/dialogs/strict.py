"""Asks whether to save what the client of a file will not accept."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.drafts.strictness import TooStrict
from patchbay.ui.controls import Button, Label, column, row
from patchbay.ui.dialogs.asking import AskingDialog
from patchbay.ui.dialogs.parts import words

_WIDTH = 552


async def ask_to_save_anyway(parent: QWidget | None, error: TooStrict) -> bool:
    """Say what the client does not accept; whether the file is saved all the same."""
    dialog = StrictDialog(error, parent)
    dialog.open()
    return await dialog.answer()


class StrictDialog(AskingDialog[bool]):
    """Keeps the person from a file that its client ignores, unless they know better."""

    def __init__(self, error: TooStrict, parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH, otherwise=False)
        self.keep = Button("Back to the text", "primary")
        self.save = Button("Save all the same", "dangerline")
        self.setAccessibleName(error.title)
        body = QWidget()
        body.setLayout(
            column(
                Label(error.title, "h2", wrap=True),
                words(error.cause),
                words("Nothing was written yet.", "small"),
                gap=8,
            )
        )
        buttons = QWidget()
        buttons.setLayout(row(None, self.save, self.keep))
        self.fill(body, buttons)
        self.keep.clicked.connect(self.reject)
        self.save.clicked.connect(lambda: self.give(answer=True))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.keep.setFocus(Qt.FocusReason.TabFocusReason)
