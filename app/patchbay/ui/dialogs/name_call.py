"""Asks under which name a call is saved, or what a saved one is called from now on."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QLayout, QWidget
from typing_extensions import override

from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Label, column
from patchbay.ui.dialogs.one_name import OneNameDialog
from patchbay.ui.dialogs.parts import path

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


class NameCallDialog(OneNameDialog):
    """The name of a saved call."""

    missing = "A saved call needs a name."

    def __init__(self, naming: Naming, parent: QWidget | None = None) -> None:
        super().__init__(naming.title, "", naming.name, parent)
        self._naming = naming
        self.note = Label("", "warn", wrap=True)
        self.fill_with(self._make_body())

    def _make_body(self) -> QWidget:
        naming = self._naming
        parts: list[QWidget | QLayout | int] = [
            Label(naming.title, "h2", wrap=True),
            Label(visible(naming.what), "second", wrap=True),
            4,
            self.label,
            self.field,
            self.problem,
            self.note,
        ]
        if naming.kept_in is not None:
            parts += [4, Label(_KEPT, "hint", wrap=True), path(str(naming.kept_in))]
        body = QWidget()
        body.setLayout(column(*parts, gap=4))
        return body

    @override
    def refused(self) -> str:
        if self.name in self._naming.taken and not self._naming.replaces:
            return self._taken()
        return super().refused()

    @override
    def remark(self) -> str:
        replaces = self._naming.replaces and self.name in self._naming.taken
        self.note.setText(f"{self._taken()} It will be replaced." if replaces else "")
        self.note.setVisible(replaces)
        verb = "Save" if self._naming.replaces else "Rename"
        self.main.setText("Replace" if replaces else verb)
        self.main.updateGeometry()
        return self.note.text()

    def _taken(self) -> str:
        what = visible(self._naming.taken[self.name])
        return f"“{visible(self.name)}” is saved already, for {what}."
