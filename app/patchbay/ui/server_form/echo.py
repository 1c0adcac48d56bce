"""Tells the file's answers from changes that the form did not ask for."""

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

T = TypeVar("T")
REST_MS = 150
"""How long somebody has to rest before what was typed is asked for."""


class Echo(Generic[T]):
    """The value of one field as the file had it last, and what was asked for since.

    An answer comes a little later than the next letter; it must not undo that letter.
    """

    def __init__(self, value: T) -> None:
        self._seen = value
        self._asked: list[T] = []

    @property
    def seen(self) -> T:
        """What the file said last."""
        return self._seen

    @property
    def latest(self) -> T:
        """What the file says once it has answered everything."""
        return self._asked[-1] if self._asked else self._seen

    def ask(self, value: T) -> bool:
        """Note that `value` is asked for; whether that is a change."""
        if value == self.latest:
            return False
        self._asked.append(value)
        return True

    def hear(self, value: T) -> bool:
        """Note what the file says; whether that is news, and no answer."""
        if value in self._asked:
            # The last one: answers may have been skipped, and they only ever go forward.
            last = max(place for place, asked in enumerate(self._asked) if asked == value)
            del self._asked[: last + 1]
            self._seen = value
            return False
        if value == self._seen:
            return False
        self._seen = value
        self._asked.clear()
        return True

    def refuse(self) -> None:
        """Nothing that was asked for came about."""
        self._asked.clear()


class Rest:
    """Acts once somebody rests from typing, or at once when that is wanted."""

    def __init__(self, owner: QObject, act: Callable[[], object], after_ms: int = REST_MS) -> None:
        self._act = act
        self._timer = QTimer(owner)
        self._timer.setSingleShot(True)
        self._timer.setInterval(after_ms)
        self._timer.timeout.connect(act)

    def begin(self) -> None:
        self._timer.start()

    def end(self) -> None:
        """Act now, if there is something to act on."""
        if self._timer.isActive():
            self._timer.stop()
            self._act()

    def forget(self) -> None:
        self._timer.stop()
