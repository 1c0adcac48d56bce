"""How long somebody waits for a sign of life."""

import asyncio
from collections.abc import Callable


class Patience:
    """Ends a wait after `seconds` without a sign of life; `renew` counts as one.

    While it is held, for what may take any time, nothing ends the wait.
    """

    def __init__(self, seconds: float, give_up: Callable[[], object]) -> None:
        self._seconds = seconds
        self._give_up = give_up
        self._is_held = False
        self._timer = self._begin()

    def renew(self) -> None:
        self._timer.cancel()
        if not self._is_held:
            self._timer = self._begin()

    def hold(self, *, on: bool) -> None:
        """Whether it is held; let go, the wait begins anew."""
        if on != self._is_held:
            self._is_held = on
            self.renew()

    def stop(self) -> None:
        self._is_held = True
        self._timer.cancel()

    def _begin(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(self._seconds, self._give_up)
