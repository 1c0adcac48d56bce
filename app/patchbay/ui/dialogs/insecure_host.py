"""Asks whether a host may be reached without encryption."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.config.model import Entry
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, IconLabel, Label, column, row
from patchbay.ui.dialogs.deciding import DecidingDialog
from patchbay.ui.dialogs.parts import notice, words

_WIDTH = 552
_NAME_LENGTH = 40


async def ask_to_allow_host(parent: QWidget | None, host: str, entry: Entry) -> bool:
    """Whether the person allows it, for this server and every other."""
    dialog = InsecureHostDialog(host, entry, parent)
    dialog.open()
    return await dialog.answer()


class InsecureHostDialog(DecidingDialog[bool]):
    """Says what is risked; closing it allows nothing."""

    def __init__(self, host: str, entry: Entry, parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH, otherwise=False)
        self.allow = Button("Allow this host")
        self.close_button = self.main = Button("Close", "primary")
        self.setAccessibleName(f"{host} would be reached without encryption")
        buttons = QWidget()
        buttons.setLayout(row(None, self.allow, self.close_button))
        self.fill(_body(host, entry), buttons)
        self.allow.clicked.connect(lambda: self.give(answer=True))
        self.close_button.clicked.connect(lambda: self.give(answer=False))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.close_button.setFocus(Qt.FocusReason.TabFocusReason)


def _body(host: str, entry: Entry) -> QWidget:
    shown = visible(host if len(host) <= _NAME_LENGTH else f"…{host[-_NAME_LENGTH:]}")
    title = Label(f"Reach {shown} without encryption?", "h2", wrap=True)
    risk = (
        "Everybody on the way can read and change what is sent, tokens included. Allow it only for"
        " a host in a network that you trust. It then holds for every server and every port there."
    )
    body = QWidget()
    body.setLayout(
        column(
            row(IconLabel("lock", "danger", 20), (title, 1), gap=10),
            words(f"{visible(entry.name)} is at an address that begins with http:// or ws://."),
            8,
            notice("info", ("info", "accent"), "", risk),
            gap=6,
        )
    )
    return body
