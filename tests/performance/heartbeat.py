"""How long the window could not answer: the longest gap of a timer that should tick every 4 ms."""

import time

from PySide6.QtCore import QObject, Qt, QTimer

_BEAT = 4


class Heartbeat(QObject):
    """Ticks on the thread of the window for as long as it lives."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(_BEAT)
        self.begin()

    def begin(self) -> None:
        """Forget every gap so far."""
        self._last = time.perf_counter()
        self._longest = 0.0

    def longest(self) -> float:
        """The longest time between two ticks, in milliseconds, since it began."""
        self._beat()
        return self._longest * 1000

    def _beat(self) -> None:
        now = time.perf_counter()
        self._longest = max(self._longest, now - self._last)
        self._last = now
