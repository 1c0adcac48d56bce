"""The consents a person gave: what each allows, and the way to take it back."""

import shlex
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.sessions.gate import Gate
from patchbay.core.trust.consent import ConsentStore, Subject
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, ElidedLabel, Label, clear, column, frame, hline, row
from patchbay.ui.form.descriptions import FaultWords, Words
from patchbay.ui.settings.option_row import attempted

_HELP = (
    "Each is for one server as it stands in one file: another command, address, folder or list of"
    " variables is asked about again. Whoever runs goes on running."
)
_NONE = "None. “Always” in the question before a start adds one."


class ConsentList(QWidget):
    """Reads the consents whenever it is shown: the command line writes them, too."""

    def __init__(self, consents: ConsentStore, gate: Gate) -> None:
        super().__init__()
        self._consents, self._gate = consents, gate
        self._shown: tuple[Subject, ...] | None = None
        self.revokers: list[Button] = []
        self._items = column(gap=0)
        self.revoke_all = Button("Revoke all", "dangerline", icon="trash-2")
        self.revoke_all.clicked.connect(lambda: self._take_back(gate.forget_all))
        self._fault = FaultWords()
        label = Label("Servers that start without a question", "label", wrap=True)
        words = column(label, Words(_HELP, "hint"), gap=2)
        block = frame("block", self._items)
        self.setLayout(column(words, block, row(self.revoke_all, None), self._fault, gap=6))
        self._follow()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    def _follow(self) -> None:
        subjects = tuple(sorted(self._consents.all(), key=lambda each: (each.name, each.file)))
        self.revoke_all.setVisible(bool(subjects))
        if subjects == self._shown:
            return
        self._shown = subjects
        clear(self._items)
        self.revokers = []
        if not subjects:
            none = row((Words(_NONE, "hint"), 1), margins=(8, 4, 8, 4))
            self._items.addLayout(none)
        for place, subject in enumerate(subjects):
            if place:
                self._items.addWidget(hline())
            self._items.addWidget(self._new_item(subject))

    def _new_item(self, subject: Subject) -> QWidget:
        name = visible(subject.name)
        revoke = Button("Revoke", "link")
        revoke.setAccessibleName(f"Revoke the consent for {name}")
        revoke.clicked.connect(lambda: self._take_back(lambda: self._gate.forget(subject)))
        self.revokers.append(revoke)
        middle = Qt.TextElideMode.ElideMiddle
        lines = [
            ElidedLabel(name, "label"),
            ElidedLabel(visible(_what(subject)), "mono"),
            ElidedLabel(visible(subject.file), "monohint", middle),
        ]
        if more := _more(subject):
            lines.insert(2, ElidedLabel(visible(more), "hint"))
        made = QWidget()
        made.setLayout(row((column(*lines, gap=0), 1), revoke, margins=(8, 6, 8, 6)))
        return made

    def _take_back(self, act: Callable[[], object]) -> None:
        self._fault.say(attempted(act))
        self._follow()
        if self.revokers:
            self.revokers[0].setFocus(Qt.FocusReason.OtherFocusReason)


def _what(subject: Subject) -> str:
    """The command line with the program that is really run, or the address."""
    if subject.url:
        return subject.url
    return shlex.join((subject.executable or subject.command, *subject.args))


def _more(subject: Subject) -> str:
    """Names only: a consent holds no values."""
    named = ", ".join((*subject.variables, *subject.headers))
    parts = (
        f"in {subject.folder}" if subject.folder not in ("", str(Path.home())) else "",
        f"with {named}" if named else "",
        f"variables from {subject.env_file}" if subject.env_file else "",
    )
    return ", ".join(filter(None, parts))
