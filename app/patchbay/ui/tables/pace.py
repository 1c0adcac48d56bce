"""How often a table takes news."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 100


def at_most_ten_a_second(owner: QObject, slot: Callable[[], object]) -> Callable[[], None]:
    """A call that brings about `slot` soon; however often it is called, ten times a second at most.

    Between calls nothing runs.
    """
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(INTERVAL_MS)
    timer.timeout.connect(slot)

    def ask() -> None:
        if not timer.isActive():
            timer.start()

    return ask
