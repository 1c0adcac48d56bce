"""The bar below the log: whether it follows, and what it leaves out."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from patchbay.ui.controls import Button, ElidedLabel, Label, row
from patchbay.ui.figures import counted

_HEIGHT = 36


class LogFoot(QFrame):
    """Says what the table shows of the log; asks to follow again, and for cleared lines."""

    follow_wanted = Signal()
    cleared_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "bar")
        self.setFixedHeight(_HEIGHT)
        self._state, self._hint = Label("", "small"), ElidedLabel("", "hint")
        self._follow = Button("Follow new lines", "link", keys="End")
        self._shown = Label("", "hint")
        self._restore = Button("Show them", "link", tip="Lines cleared from the view come back")
        self.setLayout(
            row(
                self._state,
                self._follow,
                (self._hint, 1),
                self._shown,
                self._restore,
                margins=(16, 0, 12, 0),
            )
        )
        self._follow.clicked.connect(self.follow_wanted)
        self._restore.clicked.connect(self.cleared_wanted)
        self.say_following(following=True)
        self.say_shown(0, 0)

    def say_following(self, *, following: bool) -> None:
        self._state.setText("Following new lines" if following else "Paused while you read")
        self._hint.setText("Scroll up to pause" if following else "")
        self._follow.setVisible(not following)

    def say_shown(self, shown: int, kept: int, cleared: int = 0, forgotten: int = 0) -> None:
        """`shown` of the `kept` lines are in the table; `cleared` of the rest were taken out.

        `forgotten` older ones are kept no more.
        """
        parts: list[str] = []
        if shown < kept:
            parts.append(f"{shown:,} of {counted(kept, 'line')}")
        if cleared:
            parts.append(f"{counted(cleared, 'line')} cleared")
        if forgotten:
            parts.append(f"{counted(forgotten, 'older line')} no longer kept")
        self._shown.setText("  ·  ".join(parts))
        self._restore.setVisible(bool(cleared))
