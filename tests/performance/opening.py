"""Runs the real program, prints when its window was first painted, and closes it.

The clock is the system's monotonic one, which is the same for whoever started this process.
"""

import sys

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent

from patchbay.__main__ import main
from patchbay.ui.window import Window
from tests.performance.painting import PaintWatch


class _Opening:
    """Waits for the window, then for its paint, then closes it."""

    def __init__(self) -> None:
        self._window: Window | None = None
        self._watch: PaintWatch | None = None
        self._look = QTimer()
        self._look.setInterval(5)
        self._look.timeout.connect(self._close_when_painted)

    def take(self, window: Window, _event: QShowEvent) -> None:
        self._window, self._watch = window, PaintWatch(window)
        self._look.start()

    def _close_when_painted(self) -> None:
        if self._window and self._watch and self._watch.at is not None:
            self._look.stop()
            sys.stdout.write(f"{self._watch.at}\n")
            sys.stdout.flush()
            self._window.close()


def run() -> int:
    opening = _Opening()
    # The program makes its window itself; this is the first moment at which it can be seen.
    Window.showEvent = lambda window, event: opening.take(window, event)  # noqa: PLW0108 - a bound method would not be given the window
    sys.argv = ["patchbay"]
    return main()
