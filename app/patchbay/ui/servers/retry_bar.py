"""The bar that says when a lost server is looked for again."""

from PySide6.QtCore import Signal
from typing_extensions import override

from patchbay.core.sessions.session import Session
from patchbay.ui.controls import Button, IconLabel, Label, TickingFrame, row
from patchbay.ui.servers import words
from patchbay.ui.tasks import listen, spawn


class RetryBar(TickingFrame):
    """Shown while a session waits for its next attempt; counts down only while it is in sight."""

    start_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("ground", "topbar")
        self._session = session
        self._words = Label("", "label", wrap=True)
        now = Button("Retry now", icon="rotate-cw")
        stop = Button("Stop trying", "ghost", icon="x")
        now.clicked.connect(self.start_wanted)
        stop.clicked.connect(lambda: spawn(self, session.stop()))
        icon = IconLabel("clock-alert", "warn")
        self.setLayout(row(icon, (self._words, 1), now, stop, margins=(16, 6, 12, 6), gap=8))
        listen(self, session.changed, lambda _: self._follow())
        self._follow()

    def _follow(self) -> None:
        self.tick()
        self.setVisible(self._session.will_retry)

    @override
    def tick(self) -> None:
        self._words.setText(words.next_attempt(self._session.state))
