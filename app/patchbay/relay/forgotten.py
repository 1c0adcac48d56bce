"""The ids of requests whose answers nobody wants any more."""

import threading
from collections import deque

_MOST = 1000


class Forgotten:
    """A bounded set of request ids; true when it holds any."""

    def __init__(self) -> None:
        self._ids: deque[int | str] = deque(maxlen=_MOST)
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        return bool(self._ids)

    def add(self, request: int | str) -> None:
        with self._lock:
            self._ids.append(request)

    def take(self, request: int | str) -> bool:
        """Whether `request` was among them; now it is not."""
        with self._lock:
            if request not in self._ids:
                return False
            self._ids.remove(request)
            return True
