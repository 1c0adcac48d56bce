"""When something was painted on the screen."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override


class PaintWatch(QObject):
    """Notes when the first paint of a widget that passes was done."""

    def __init__(self, app: QApplication, passes: Callable[[QWidget], bool]) -> None:
        super().__init__()
        self.at: float | None = None
        self._app, self._passes = app, passes
        app.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        paints = event.type() is QEvent.Type.Paint and isinstance(watched, QWidget)
        if paints and self._passes(watched):
            self._app.removeEventFilter(self)
            # Not yet painted: the event is still on its way. After it and the flush, then.
            QTimer.singleShot(0, self._note)
        return False

    def _note(self) -> None:
        self.at = time.monotonic()
