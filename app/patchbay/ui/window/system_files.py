"""Files and links that the system gives to a program that runs already, as macOS does."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from patchbay.core.sitting.wish import Wish, files_and_links


class HearingApplication(QApplication):
    """Passes on what the system wants opened, also what came before somebody listened.

    No event filter: one in Python would be asked about every event of every widget.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(arguments)
        self._waiting: list[str] = []
        self._take: Callable[[Wish], object] | None = None

    def hear(self, take: Callable[[Wish], object] | None) -> None:
        """Pass on to `take` from now on, to nobody with `None`."""
        self._take = take
        if take is not None and self._waiting:
            take(_wish(self._waiting))
            self._waiting = []

    @override
    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QFileOpenEvent):
            return super().event(event)
        word = event.file() or bytes(event.url().toEncoded().data()).decode()
        if self._take is not None:
            self._take(_wish([word]))
        else:
            self._waiting.append(word)
        return True


def _wish(words: Sequence[str]) -> Wish:
    files, links = files_and_links(words)
    return Wish(files, links)
