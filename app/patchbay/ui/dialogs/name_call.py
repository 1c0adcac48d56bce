"""Asks under which name a call is saved, or what a saved one is called from now on."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLayout, QLineEdit, QWidget
from typing_extensions import override

from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, Label, column, repolish, row
from patchbay.ui.dialogs.deciding import DecidingDialog
from patchbay.ui.dialogs.parts import path
from patchbay.ui.dialogs.refused import name_problem

_WIDTH = 552
_KEPT = (
    "Its arguments are kept as they are, secrets too, on this computer alone,"
    " in a file that only you can read:"
)


@dataclass(frozen=True, slots=True)
class Naming:
    """What is asked about: `what` is the call in a few words, `name` what is suggested.

    `taken` are the names of the other saved calls, each with what is called. One of them is
    replaced where a call is saved, and refused where one is renamed; then `kept_in` is `None`.
    """

    title: str
    what: str
    name: str
    taken: Mapping[str, str]
    kept_in: Path | None = None

    @property
    def replaces(self) -> bool:
        return self.kept_in is not None


async def ask_call_name(parent: QWidget | None, naming: Naming) -> str:
    """The name that somebody gives; empty when it was given up."""
    dialog = NameCallDialog(naming, parent)
    dialog.open()
    return await dialog.answer()


class NameCallDialog(DecidingDialog[str]):
    """One name, which must be there; blanks around it do not count."""

    def __init__(self, naming: Naming, parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH, "")
        self._naming = naming
        self.field = QLineEdit(naming.name)
        self.field.setAccessibleName("Name")
        self.field.selectAll()
        self.problem = Label("", "error", wrap=True)
        self.note = Label("", "warn", wrap=True)
        self.cancel = Button("Cancel")
        self.main = Button("", "primary")
        self.setAccessibleName(naming.title)
        buttons = QWidget()
        buttons.setLayout(row(None, self.cancel, self.main))
        self.fill(self._make_body(), buttons)
        self.field.textChanged.connect(self._follow)
        self.cancel.clicked.connect(lambda: self.give(""))
        self.main.clicked.connect(self._confirm)
        self._follow()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.field.setFocus(Qt.FocusReason.TabFocusReason)

    def _make_body(self) -> QWidget:
        naming = self._naming
        label = Label("Name", "label")
        label.setBuddy(self.field)
        parts: list[QWidget | QLayout | int] = [
            Label(naming.title, "h2", wrap=True),
            Label(visible(naming.what), "second", wrap=True),
            4,
            label,
            self.field,
            self.problem,
            self.note,
        ]
        if naming.kept_in is not None:
            parts += [4, Label(_KEPT, "hint", wrap=True), path(str(naming.kept_in))]
        body = QWidget()
        body.setLayout(column(*parts, gap=4))
        return body

    @property
    def _name(self) -> str:
        return self.field.text().strip()

    def _follow(self) -> None:
        """What is wrong with a name is told at once; that there is none, once it is confirmed."""
        replaces = self._naming.replaces and self._name in self._naming.taken
        self.note.setText(f"{self._taken()} It will be replaced." if replaces else "")
        self.note.setVisible(replaces)
        verb = "Save" if self._naming.replaces else "Rename"
        self.main.setText("Replace" if replaces else verb)
        self.main.updateGeometry()
        self._tell(self._problem())

    def _taken(self) -> str:
        what = visible(self._naming.taken[self._name])
        return f"“{visible(self._name)}” is saved already, for {what}."

    def _problem(self) -> str:
        if self._name in self._naming.taken and not self._naming.replaces:
            return self._taken()
        return name_problem(self._name)

    def _confirm(self) -> None:
        if self._name and not self._problem():
            self.give(self._name)
            return
        if not self._name:
            self._tell("A saved call needs a name.")
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.field.setAccessibleDescription(problem or self.note.text())
        self.field.setProperty("bad", "true" if problem else None)
        repolish(self.field)
        if self.isVisible():
            self._fit()
