"""What every dialog that asks for one name shares: the line, what is wrong with it, the way out."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from patchbay.ui.controls import Button, Label, repolish, row
from patchbay.ui.dialogs.deciding import DecidingDialog
from patchbay.ui.dialogs.refused import name_problem

_WIDTH = 552


class OneNameDialog(DecidingDialog[str]):
    """One name, which must be there; blanks around it do not count. Empty when it was given up.

    What is wrong with a name is told at once; that there is none (`missing`), once it is confirmed.
    Subclasses make the body, call `follow`, and say what else they refuse and remark.
    """

    missing: str

    def __init__(self, title: str, verb: str, name: str, parent: QWidget | None) -> None:
        super().__init__(parent, _WIDTH, "")
        self.field = QLineEdit(name)
        self.field.setAccessibleName("Name")
        self.field.selectAll()
        self.label = Label("Name", "label")
        self.label.setBuddy(self.field)
        self.problem = Label("", "error", wrap=True)
        self.cancel = Button("Cancel")
        self.main = Button(verb, "primary")
        self.setAccessibleName(title)
        self.field.textChanged.connect(self.follow)
        self.cancel.clicked.connect(lambda: self.give(""))
        self.main.clicked.connect(self._confirm)

    @property
    def name(self) -> str:
        return self.field.text().strip()

    def refused(self) -> str:
        """What is wrong with the name."""
        return name_problem(self.name)

    def remark(self) -> str:
        """Show what is to be said of the name besides; the words for a screen reader."""
        return ""

    def follow(self) -> None:
        """Say how what is typed now stands."""
        self._tell(self.refused())

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.field.setFocus(Qt.FocusReason.TabFocusReason)

    def fill_with(self, body: QWidget) -> None:
        buttons = QWidget()
        buttons.setLayout(row(None, self.cancel, self.main))
        self.fill(body, buttons)
        self.follow()

    def _confirm(self) -> None:
        if self.name and not self.refused():
            self.give(self.name)
            return
        if not self.name:
            self._tell(self.missing)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell(self, problem: str) -> None:
        remark = self.remark()
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.field.setAccessibleDescription(problem or remark)
        self.field.setProperty("bad", "true" if problem else None)
        repolish(self.field)
        if self.isVisible():
            self._fit()
