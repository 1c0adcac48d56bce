"""The middle of a page: what is chosen, the form of its arguments, and the button that sends it."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QStackedWidget, QWidget

from patchbay.ui.controls import (
    Badge,
    Button,
    ElidedLabel,
    IconLabel,
    Label,
    clear,
    column,
    frame,
    row,
)
from patchbay.ui.figures import counted
from patchbay.ui.form.descriptions import Description, Words
from patchbay.ui.form.form import Form


@dataclass(frozen=True, slots=True)
class Subject:
    """What a form is about. `address` is shown in full, `facts` are a few words about it."""

    name: str
    badge: str = ""
    facts: str = ""
    description: str = ""
    address: str = ""


class FormPane(QWidget):
    """Head, form and foot. `send_wanted` says that somebody pressed the button.

    `verb` is what the button does while the server runs; else it starts the server first.
    """

    send_wanted = Signal()

    def __init__(self, chooser: QComboBox, verb: str) -> None:
        super().__init__()
        self._form: Form | None = None
        self._live = True
        self._name = ElidedLabel("", "h2")
        self._badge = Badge("")
        self._facts = Label("", "hint")
        self._address = Words("", "mono")
        self._about = column(gap=0)
        self._stack = QStackedWidget()
        self._send = Button(verb, "primary", icon="play", keys="Ctrl+Enter")
        self._start = Button(f"Start and {verb.lower()}", icon="play", keys="Ctrl+Enter")
        self._state = ElidedLabel("", "small")
        self._fault_icon = IconLabel("circle-alert", "danger")
        self._faults = ElidedLabel("", "error")
        self._show = Button("Show", "link")
        self._lay_out(chooser)
        self._send.clicked.connect(self.send_wanted)
        self._start.clicked.connect(self.send_wanted)
        self._show.clicked.connect(self._show_fault)
        self._count(0)

    @property
    def form(self) -> Form | None:
        return self._form

    def show_subject(self, subject: Subject, form: Form) -> None:
        """Show this and its form; forms shown before keep what was typed until `drop`."""
        self._name.setText(subject.name)
        self._badge.setText(subject.badge)
        self._badge.setVisible(bool(subject.badge))
        self._facts.setText(subject.facts)
        self._facts.setVisible(bool(subject.facts))
        self._address.setText(subject.address)
        self._address.setVisible(bool(subject.address))
        clear(self._about)
        if subject.description:
            self._about.addWidget(Description(subject.description))
        self._put(form)

    def drop(self, form: Form) -> None:
        """Let a form die."""
        if form is self._form:
            self._form = None
        self._stack.removeWidget(form)
        form.deleteLater()

    def show_state(self, *, live: bool, words: str) -> None:
        """Whether the server can be asked, and if not a few words about that."""
        self._send.setVisible(live)
        self._start.setVisible(not live)
        self._state.setText("" if live else words)
        self._live = live
        self._count(self._form.faults if self._form else 0)

    def set_wide(self, *, wide: bool) -> None:
        """Without a list beside it the drop-down says the name."""
        self._name.setVisible(wide)

    def _lay_out(self, chooser: QComboBox) -> None:
        name = row((self._name, 1), (chooser, 1), self._badge, gap=8)
        head = column(
            name,
            self._facts,
            self._address,
            self._about,
            margins=(16, 10, 16, 8),
            gap=4,
        )
        buttons = row(self._send, self._start, gap=0)
        self._state.setAlignment(Qt.AlignmentFlag.AlignRight)
        fault = (self._fault_icon, (self._faults, 100), self._show)
        foot = row(buttons, *fault, None, (self._state, 100), margins=(16, 0, 16, 0))
        self.setLayout(column(head, (self._stack, 1), frame("bar", foot, height=48), gap=0))

    def _put(self, form: Form) -> None:
        if self._stack.indexOf(form) < 0:
            self._stack.addWidget(form)
            form.faults_changed.connect(self._count)
        self._form = form
        self._stack.setCurrentWidget(form)
        self._count(form.faults)

    def _count(self, faults: int) -> None:
        self._faults.setText(f"{counted(faults, 'field needs', 'fields need')} attention")
        for part in (self._fault_icon, self._faults, self._show):
            part.setVisible(faults > 0)
        self._state.setVisible(not self._live and not faults)

    def _show_fault(self) -> None:
        if self._form is not None:
            self._form.show_next_fault()
