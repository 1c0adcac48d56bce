"""The bar below the messages: how many there are, and that secrets are not among them."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from patchbay.core.sessions.traffic import Exchange
from patchbay.ui.controls import Button, Label, row
from patchbay.ui.figures import counted

_HEIGHT = 32


class TrafficFoot(QFrame):
    """Says what is kept; asks for what was cleared from the view."""

    cleared_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "bar")
        self.setFixedHeight(_HEIGHT)
        self._count = Label("", "small")
        self._restore = Button("Show cleared", "link")
        self._restore.clicked.connect(self.cleared_wanted)
        masked = Label("Secrets are masked in copies and exports", "hint")
        self.setLayout(row(self._count, self._restore, None, masked, margins=(16, 0, 16, 0)))

    def say(self, kept: Sequence[Exchange], cleared: int) -> None:
        since = f" since {kept[0].at:%H:%M:%S}" if kept else ""
        self._count.setText(f"{counted(len(kept), 'message')}{since}")
        self._restore.setVisible(bool(cleared))
