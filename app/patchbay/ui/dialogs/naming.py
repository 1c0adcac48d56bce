"""Asks for the name of a server: a new one, or another one."""

import re
from collections.abc import Collection

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Label, column
from patchbay.ui.dialogs.one_name import OneNameDialog

_ACCEPTED_EVERYWHERE = re.compile(r"[A-Za-z0-9_.-]*")
ODD_NAME = "Some clients refuse names with anything but letters, digits, dots, - and _."


async def ask_name(
    parent: QWidget | None, title: str, verb: str, name: str, taken: Collection[str]
) -> str:
    """The name that somebody gives; empty when it was given up. `verb` is for the button."""
    dialog = NamingDialog(title, verb, name, taken, parent)
    dialog.open()
    return await dialog.answer()


def is_odd(name: str) -> bool:
    """Whether some client refuses a server of this name."""
    return not _ACCEPTED_EVERYWHERE.fullmatch(name)


class NamingDialog(OneNameDialog):
    """The name of a server, which must not be `taken`."""

    missing = "A server needs a name."

    def __init__(
        self,
        title: str,
        verb: str,
        name: str,
        taken: Collection[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, verb, name, parent)
        self._taken = taken
        self.hint = Label(ODD_NAME, "hint", wrap=True)
        heading = Label(visible(title), "h2", wrap=True)
        body = QWidget()
        body.setLayout(column(heading, 4, self.label, self.field, self.problem, self.hint, gap=4))
        self.fill_with(body)

    @override
    def refused(self) -> str:
        if self.name in self._taken:
            return f"There is a server “{visible(self.name)}” already."
        return super().refused()

    @override
    def remark(self) -> str:
        self.hint.setVisible(not self.refused() and is_odd(self.name))
        return ""
