"""The one way core tells the outside that something changed."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Event(Generic[T]):
    """Something that happens now and then; listeners run at once, in order of connection.

    Listeners belong to whoever connects them. The interface connects through `ui.tasks.listen`,
    which disconnects when the widget dies. A listener that raises harms neither the others nor
    whoever emits: its exception goes to the event loop's handler.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], object]] = []

    def connect(self, listener: Callable[[T], object]) -> Callable[[], None]:
        """Call `listener` at each emit; the returned function disconnects it."""
        self._listeners.append(listener)

        def disconnect() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return disconnect

    def emit(self, value: T) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(value)
            except Exception as error:  # noqa: BLE001 - it belongs to the listener, not to us
                _report(error)

    @property
    def listener_count(self) -> int:
        return len(self._listeners)


def _report(error: Exception) -> None:
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        raise error from None
    loop.call_exception_handler({"message": "A listener failed", "exception": error})
