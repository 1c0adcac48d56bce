"""How often something may happen."""

import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class Pace:
    """Lets a burst of so many through, and from then on so many a second."""

    burst: int
    per_second: float
    _left: float = field(init=False)
    _at: float = field(init=False, default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self._left = float(self.burst)

    def lets(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
