"""A frame that counts while it is looked at."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame
from typing_extensions import override

_SECOND_MS = 1_000


class TickingFrame(QFrame):
    """Calls `tick` when it comes into sight and each second after that, and never while hidden."""

    def __init__(self) -> None:
        super().__init__()
        self._clock = QTimer(self)
        self._clock.setInterval(_SECOND_MS)
        self._clock.timeout.connect(self.tick)

    def tick(self) -> None:
        """Show how late it is."""
        raise NotImplementedError

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.tick()
        self._clock.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()
