"""The bar that says when a lost server is looked for again."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from patchbay.core.sessions.session import Session
from patchbay.ui.controls import Button, IconLabel, Label, row
from patchbay.ui.servers import words
from patchbay.ui.tasks import listen, spawn

_SECOND_MS = 1_000


class RetryBar(QFrame):
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
        self._tick = QTimer(self)
        self._tick.setInterval(_SECOND_MS)
        self._tick.timeout.connect(self._count)
        listen(self, session.changed, lambda _: self._follow())
        self._follow()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._count()
        self._tick.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._tick.stop()

    def _follow(self) -> None:
        self._count()
        self.setVisible(self._session.will_retry)

    def _count(self) -> None:
        self._words.setText(words.next_attempt(self._session.state))
