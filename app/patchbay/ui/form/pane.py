"""The middle of a page: what is chosen, the form of its arguments, and the button that sends it."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QComboBox, QStackedWidget, QWidget
from typing_extensions import override

from patchbay.ui.controls import (
    Badge,
    Button,
    ElidedLabel,
    IconLabel,
    Label,
    Segments,
    clear,
    column,
    frame,
    row,
)
from patchbay.ui.figures import counted
from patchbay.ui.form.descriptions import Description, Words
from patchbay.ui.form.form import Form
from patchbay.ui.form.saved_button import SavedButton
from patchbay.ui.form.tab_order import TabOrder

_RESET, _UNDO = "Reset", "Undo reset"
_FORM, _JSON = 0, 1
_GAP, _AROUND = 8, 32


@dataclass(frozen=True, slots=True)
class Subject:
    """What a form is about. `address` is shown in full, `facts` are a few words about it."""

    name: str
    badges: tuple[tuple[str, str], ...] = ()
    """Words and tones."""
    badge_tip: str = ""
    facts: str = ""
    description: str = ""
    address: str = ""


class FormPane(QWidget):
    """Head, form and foot. `send_wanted` says that somebody pressed the button.

    `verb` is what the button does while the server runs; else it starts the server first.
    """

    send_wanted = Signal()

    def __init__(self, chooser: QComboBox, verb: str, *, offers_json: bool = False) -> None:
        super().__init__()
        self._offers_json = offers_json
        self._form: Form | None = None
        self._live = True
        self._verb = verb
        self._name = ElidedLabel("", "h2")
        self._badges = row(gap=4)
        self._shown_badges: list[Badge] = []
        self._mode = Segments("Form", "JSON")
        self.saved = SavedButton()
        """Hidden until somebody says which calls are saved."""
        self._facts = Label("", "hint")
        self._address = Words("", "monohint")
        self._about = column(gap=0)
        self._stack = QStackedWidget()
        self._send = Button(verb, "primary", icon="play", keys="Ctrl+Enter")
        self._start = Button(f"Start and {verb.lower()}", icon="play", keys="Ctrl+Enter")
        self._state = ElidedLabel("", "small")
        self._fault_icon = IconLabel("circle-alert", "danger")
        self._faults = ElidedLabel("", "error")
        self._show = Button("Show", "link")
        self._reset = Button(_RESET, "ghost", tip="Back to how the form was at first")
        self._tab_order = TabOrder(self)
        self._lay_out(chooser)
        self._connect()
        self._count(0)

    @property
    def form(self) -> Form | None:
        return self._form

    def show_subject(self, subject: Subject, form: Form) -> None:
        """Show this and its form; forms shown before keep what was typed until `drop`."""
        self._name.setText(subject.name)
        self._show_badges(subject)
        self._facts.setText(subject.facts)
        self._facts.setVisible(bool(subject.facts))
        self._address.setText(subject.address)
        self._address.setVisible(bool(subject.address))
        clear(self._about)
        if subject.description:
            self._about.addWidget(Description(subject.description))
        self._put(form)
        self._show_mode()
        self._fit_title()

    def toggle_json(self) -> None:
        """From rows to JSON text, or back."""
        self._switch(_FORM if self._mode.place == _JSON else _JSON)

    def reset(self) -> None:
        """Begin the form again, or take that back."""
        if self._form is None:
            return
        if self._form.can_undo_reset:
            self._form.undo_reset()
        else:
            self._form.reset()
        self._follow_reset()

    def focus_first(self) -> None:
        """Put the focus into the first field, or where there is none on the button that sends."""
        form = self._form
        if form is not None:
            form.focus_first()
        focused = QApplication.focusWidget()
        if form is None or focused is None or not form.isAncestorOf(focused):
            sends = self._start if self._send.isHidden() else self._send
            sends.setFocus(Qt.FocusReason.ShortcutFocusReason)

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

    def show_busy(self, *, busy: bool) -> None:
        """Whether a request of this subject is on its way."""
        self._send.setText(f"{self._verb} again" if busy else self._verb)
        self._send.updateGeometry()

    def set_wide(self, *, wide: bool) -> None:
        """Without a list beside it the drop-down says the name."""
        self._name.setVisible(wide)
        self._fit_title()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_title()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        self._tab_order.follow()  # the buttons below come after the rows, which were made later
        return super().focusNextPrevChild(next)

    def _connect(self) -> None:
        self._send.clicked.connect(self.send_wanted)
        self._start.clicked.connect(self.send_wanted)
        self._show.clicked.connect(self._show_fault)
        self._reset.clicked.connect(self.reset)
        self._mode.chosen.connect(self._switch)
        self.saved.followed.connect(self._show_mode)
        self.saved.followed.connect(self._fit_title)

    def _lay_out(self, chooser: QComboBox) -> None:
        self._extras = QWidget()
        self._extras.setLayout(row(self._badges, None, self.saved, self._mode))
        # Beside the name where both fit, below it where the name is long.
        self._title = row((self._name, 1), (chooser, 1), self._extras, gap=8)
        head = column(
            self._title,
            self._facts,
            self._address,
            self._about,
            margins=(16, 10, 16, 8),
            gap=4,
        )
        buttons = row(self._send, self._start, gap=0)
        fault = (self._fault_icon, (self._faults, 100), self._show)
        foot = row(buttons, *fault, (self._state, 100), None, self._reset, margins=(16, 0, 8, 0))
        self.setLayout(column(head, (self._stack, 1), frame("bar", foot, height=48), gap=0))

    def _put(self, form: Form) -> None:
        if self._stack.indexOf(form) < 0:
            self._stack.addWidget(form)
            form.faults_changed.connect(self._count)
            form.json_shown.connect(self._show_mode)
            form.edited.connect(self._follow_reset)
        self._form = form
        self._stack.setCurrentWidget(form)
        self._count(form.faults)
        self._follow_reset()

    def _follow_reset(self) -> None:
        undo = self._form is not None and self._form.can_undo_reset
        self._reset.setText(_UNDO if undo else _RESET)

    def _count(self, faults: int) -> None:
        self._faults.setText(f"{counted(faults, 'field needs', 'fields need')} attention")
        for part in (self._fault_icon, self._faults, self._show):
            part.setVisible(faults > 0)
        self._state.setVisible(not self._live and not faults)
        self._reset.setVisible(not faults and self._form is not None)

    def _show_badges(self, subject: Subject) -> None:
        clear(self._badges)
        self._shown_badges = []
        for words, tone in subject.badges:
            badge = Badge(words, tone, subject.badge_tip)
            self._badges.addWidget(badge)
            self._shown_badges.append(badge)

    def _switch(self, place: int) -> None:
        if self._form is not None:
            self._form.show_json(on=place == _JSON)
            self._show_mode()

    def _show_mode(self) -> None:
        form = self._form
        self._mode.setVisible(self._offers_json and form is not None and not form.is_json_only)
        self._mode.choose(_JSON if form is not None and form.is_json else _FORM)
        controls = any(not part.isHidden() for part in (self.saved, self._mode))
        self._extras.setVisible(self._badges.count() > 0 or controls)

    def _fit_title(self) -> None:
        """In one line, if need be with the count alone on the button of the saved calls."""
        fits = self._fits(short=False) or self._fits(short=True)
        if not fits:
            self.saved.set_short(short=False)
        self._title.setDirection(
            QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        )

    def _fits(self, *, short: bool) -> bool:
        self.saved.set_short(short=short)
        # A widget that was just added is no part of its layout's hint until it is shown.
        controls = [part for part in (self.saved, self._mode) if not part.isHidden()]
        shown = [self._name, *self._shown_badges, *controls]
        for part in shown:
            part.ensurePolished()
        needed = sum(part.sizeHint().width() + _GAP for part in shown) + _AROUND
        return not self._name.isHidden() and needed <= self.width()

    def _show_fault(self) -> None:
        if self._form is not None:
            self._form.show_next_fault()
