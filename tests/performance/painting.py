"""When something was painted on the screen."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget
from typing_extensions import override

_PAINTS = (QEvent.Type.UpdateRequest, QEvent.Type.Paint)


class PaintWatch(QObject):
    """Notes when the first painting of a window after a condition came true was done.

    It looks at the events of the window alone: a filter in Python on those of every widget would
    cost more than what it measures.
    """

    def __init__(self, window: QWidget, condition: Callable[[], bool] = lambda: True) -> None:
        super().__init__()
        self.at: float | None = None
        self._window, self._condition = window, condition
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _PAINTS and self._condition():
            self._window.removeEventFilter(self)
            # Not yet painted: the event is still on its way. After it and the flush, then.
            QTimer.singleShot(0, self._note)
        return False

    def _note(self) -> None:
        self.at = time.monotonic()
