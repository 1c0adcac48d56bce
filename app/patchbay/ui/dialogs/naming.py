"""Asks for the name of a server: a new one, or another one."""

import re
from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, Label, column, repolish, row
from patchbay.ui.dialogs.deciding import DecidingDialog
from patchbay.ui.dialogs.refused import name_problem

_WIDTH = 552
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


class NamingDialog(DecidingDialog[str]):
    """One name, which must be there and not be `taken`; blanks around it do not count."""

    def __init__(
        self,
        title: str,
        verb: str,
        name: str,
        taken: Collection[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, _WIDTH, "")
        self._taken = taken
        self.field = QLineEdit(name)
        self.field.setAccessibleName("Name")
        self.field.selectAll()
        self.problem = Label("", "error", wrap=True)
        self.hint = Label(ODD_NAME, "hint", wrap=True)
        self.cancel = Button("Cancel")
        self.main = Button(verb, "primary")
        self.setAccessibleName(title)
        buttons = QWidget()
        buttons.setLayout(row(None, self.cancel, self.main))
        self.fill(self._make_body(title), buttons)
        self.field.textChanged.connect(self._follow)
        self.cancel.clicked.connect(lambda: self.give(""))
        self.main.clicked.connect(self._confirm)
        self._follow()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.field.setFocus(Qt.FocusReason.TabFocusReason)

    def _make_body(self, title: str) -> QWidget:
        heading = Label(visible(title), "h2", wrap=True)
        label = Label("Name", "label")
        label.setBuddy(self.field)
        body = QWidget()
        body.setLayout(column(heading, 4, label, self.field, self.problem, self.hint, gap=4))
        return body

    def _follow(self) -> None:
        """What is wrong with a name is told at once; that there is none, once it is confirmed."""
        problem = self._problem()
        self.hint.setVisible(not problem and is_odd(self._name))
        self._tell(problem)

    @property
    def _name(self) -> str:
        return self.field.text().strip()

    def _problem(self) -> str:
        if self._name in self._taken:
            return f"There is a server “{visible(self._name)}” already."
        return name_problem(self._name)

    def _confirm(self) -> None:
        if self._name and not self._problem():
            self.give(self._name)
            return
        if not self._name:
            self._tell("A server needs a name.")
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.field.setAccessibleDescription(problem)
        self.field.setProperty("bad", "true" if problem else None)
        repolish(self.field)
        if self.isVisible():
            self._fit()
