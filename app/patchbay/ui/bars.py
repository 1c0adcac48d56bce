"""Strips above a page that tell of edits which survived a crash, and of changes from outside."""

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame

from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, ElidedLabel, IconLabel, row
from patchbay.ui.figures import day_and_time, exact_time

_MARGINS = (16, 4, 12, 4)


class RecoveryBar(QFrame):
    """Offers edits that a Patchbay which ended had not saved; asks before they are gone."""

    show_wanted = Signal()
    restore_wanted = Signal()
    discard_wanted = Signal()

    def __init__(self, when: datetime) -> None:
        super().__init__()
        self.setProperty("ground", "info")
        at = when.astimezone()
        self._told = f"Edits of {day_and_time(at)} were not saved when Patchbay ended"
        self.words = ElidedLabel(self._told, "small")
        self.words.setAccessibleDescription(exact_time(at))
        self.show_button = Button("Show", "link", tip=exact_time(at))
        self.restore = Button("Restore", "link", icon="history")
        self.discard = Button("Discard", "link", icon="trash-2")
        self.discard_for_good = Button("Discard", "dangerline")
        self.keep = Button("Keep", "link")
        self._offers = (self.show_button, self.restore, self.discard)
        self._answers = (self.discard_for_good, self.keep)
        buttons = (*self._offers, *self._answers)
        self.setLayout(
            row(IconLabel("history", "accent"), (self.words, 1), *buttons, margins=_MARGINS, gap=12)
        )
        self.show_button.clicked.connect(self.show_wanted)
        self.restore.clicked.connect(self.restore_wanted)
        self.discard.clicked.connect(lambda: self._ask(asking=True))
        self.discard_for_good.clicked.connect(self.discard_wanted)
        self.keep.clicked.connect(lambda: self._ask(asking=False))
        self._turn(asking=False)

    def _ask(self, *, asking: bool) -> None:
        """A second press of the same key or place keeps the edits."""
        self._turn(asking=asking)
        (self.keep if asking else self.discard).setFocus(Qt.FocusReason.OtherFocusReason)

    def _turn(self, *, asking: bool) -> None:
        self.words.setText("Discard the edits for good?" if asking else self._told)
        for button in self._offers:
            button.setVisible(not asking)
        for button in self._answers:
            button.setVisible(asking)


class OutsideBar(QFrame):
    """Tells that another program changed a file that has edits here."""

    look_wanted = Signal()
    reload_wanted = Signal()

    def __init__(self, name: str, when: datetime | None) -> None:
        super().__init__()
        self.setProperty("ground", "warn")
        self._name = visible(name)
        self.words = ElidedLabel("", "small")
        self.look = Button("Look at the change", "link", icon="git-compare")
        self.reload = Button("Reload", "link", icon="rotate-cw")
        self.setLayout(
            row(
                IconLabel("triangle-alert", "warn"),
                (self.words, 1),
                self.look,
                self.reload,
                margins=_MARGINS,
                gap=12,
            )
        )
        self.set_when(when)
        self.look.clicked.connect(self.look_wanted)
        self.reload.clicked.connect(self.reload_wanted)

    def set_when(self, when: datetime | None, *, is_deleted: bool = False) -> None:
        """Tell when it happened; again after a while, since the words are relative."""
        what = "deleted" if is_deleted else "changed"
        ago = f" {day_and_time(when.astimezone())}" if when else ""
        self.words.setText(f"{self._name} was {what} outside{ago}")
        self.reload.setVisible(not is_deleted)
