"""What a person chooses for one server on this computer, beside what its file says of it."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QCheckBox, QWidget

from patchbay.core.config.model import Entry, Transport
from patchbay.core.sessions.habits import Habit, Habits
from patchbay.ui.controls import Label, column, row
from patchbay.ui.tasks import listen

_WHERE = "Kept by Patchbay on this computer; the config file says nothing of it."
_ON_OPEN = "You are asked before that as before every start."
_LOCAL = "Restart by itself after a failure"
_REMOTE = "Keep trying when it cannot be reached at the start"
_RECONNECTS = "A connection that is lost later is made again in any case."


class HabitBox(QWidget):
    """Two switches, both off by default; what is chosen holds at once, whatever is saved."""

    def __init__(self, habits: Habits) -> None:
        super().__init__()
        self._habits = habits
        self._entry: Entry | None = None
        self.on_open = QCheckBox("Start when this file is opened")
        self.again = QCheckBox(_LOCAL)
        self._fault = Label("", "error", wrap=True)
        self._fault.hide()
        self.on_open.setToolTip(_ON_OPEN)
        for box in (self.on_open, self.again):
            box.setAccessibleDescription(_WHERE)
        self.on_open.clicked.connect(
            self._choose(lambda habit, on: replace(habit, starts_on_open=on))
        )
        self.again.clicked.connect(self._choose(lambda habit, on: replace(habit, restarts=on)))
        head = Label("On this computer", "section")
        where = Label(_WHERE, "hint", wrap=True)
        boxes = (row(self.on_open, None), row(self.again, None))
        parts = (head, where, *boxes, self._fault)
        self.setLayout(column(*parts, margins=(16, 0, 16, 16), gap=4))
        listen(self, habits.changed, lambda _: self._follow())

    def show_entry(self, entry: Entry) -> None:
        self._entry = entry
        self._fault.hide()
        is_local = entry.transport in (None, Transport.STDIO)
        self.again.setText(_LOCAL if is_local else _REMOTE)
        self.again.setToolTip("" if is_local else _RECONNECTS)
        self._follow()

    def _follow(self) -> None:
        if self._entry is None:
            return
        habit = self._habits.of(self._entry.file, self._entry.name)
        self.on_open.setChecked(habit.starts_on_open)
        self.again.setChecked(habit.restarts)

    def _choose(self, change: Callable[[Habit, bool], Habit]) -> Callable[[bool], None]:
        def choose(on: bool) -> None:  # noqa: FBT001 - a slot
            if (entry := self._entry) is None:
                return
            habit = change(self._habits.of(entry.file, entry.name), on)
            try:
                self._habits.choose(entry.file, entry.name, habit)
            except OSError as error:
                self._fault.setText(f"It holds until Patchbay quits, but cannot be kept: {error}")
                self._fault.show()
            else:
                self._fault.hide()

        return choose
