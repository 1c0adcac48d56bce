"""What of the traffic the table shows, and how that follows what comes."""

from collections.abc import Sequence
from dataclasses import dataclass

from patchbay.core.sessions.traffic import CAPACITY, Exchange, Traffic
from patchbay.ui.traffic.exchanges import Filter


@dataclass(frozen=True, slots=True)
class News:
    """What came since the table was filled: `new` is what of `fresh` passes the filter.

    `changed` are numbers of exchanges. With `is_large` the table has to be filled anew.
    """

    fresh: Sequence[Exchange]
    new: list[Exchange]
    changed: set[int]
    is_large: bool


class View:
    """The exchanges since the view was cleared that pass the filter."""

    def __init__(self, traffic: Traffic) -> None:
        self.filter = Filter()
        self._traffic = traffic
        self._cleared_at = 0
        self._seen = 0
        self._changed: set[int] = set()

    @property
    def uncleared(self) -> tuple[Exchange, ...]:
        exchanges = self._traffic.exchanges
        if not self._cleared_at:
            return exchanges
        return tuple(each for each in exchanges if each.number > self._cleared_at)

    def clear(self) -> None:
        """Begin with nothing; the traffic itself is kept."""
        self._cleared_at = self._traffic.total

    def show_cleared(self) -> None:
        self._cleared_at = 0

    def note_change(self, exchange: Exchange) -> None:
        self._changed.add(exchange.number)

    def news(self, shown: Sequence[Exchange]) -> News | None:
        """What is not in the `shown` rows yet, or is no longer as they show it."""
        changed, self._changed = self._changed, set()
        if self._traffic.total == self._seen and not changed:
            return None
        kept = self.uncleared
        fresh = [each for each in kept if each.number > self._seen]
        new = self.filter.apply(fresh)
        is_large = _is_stale(shown, kept, len(new)) or self._moves(shown, changed)
        self._seen = self._traffic.total
        return News(fresh, new, changed, is_large)

    def all(self) -> list[Exchange]:
        """Everything to be shown; none of it is news afterwards."""
        self._seen = self._traffic.total
        return self.filter.apply(self.uncleared)

    def _moves(self, shown: Sequence[Exchange], changed: set[int]) -> bool:
        """Whether a change takes an exchange into the filter or out of it."""
        if not changed or self.filter == Filter():
            return False
        numbers = {exchange.number for exchange in shown}
        return any(
            exchange.number in changed
            and self.filter.passes(exchange) is not (exchange.number in numbers)
            for exchange in self.uncleared
            if exchange.number <= self._seen
        )


def _is_stale(shown: Sequence[Exchange], kept: Sequence[Exchange], arriving: int) -> bool:
    """Whether rows would stay that the traffic has let go."""
    first = max(0, len(shown) + arriving - CAPACITY)
    if first >= len(shown):
        return False
    return not kept or shown[first].number < kept[0].number
