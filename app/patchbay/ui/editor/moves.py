"""Where places of a text are after it was changed."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from patchbay.core.config.document import Span
from patchbay.core.editing.splice import Splice


class Moves:
    """Carries offsets over splices that are in ascending order and mean offsets of one text."""

    def __init__(self, splices: Sequence[Splice]) -> None:
        self._splices = splices
        self._ends = [splice.end for splice in splices]
        growths = (len(splice.inserted) - len(splice.removed) for splice in splices)
        self._growth = [0, *accumulate(growths)]

    def offset(self, offset: int, *, after: bool = False) -> int:
        """`after` tells on which side of what was inserted right there it comes to stand."""
        passed = (bisect_right if after else bisect_left)(self._ends, offset)
        if passed < len(self._splices):
            splice = self._splices[passed]
            if splice.start < offset:
                offset = splice.start + (len(splice.inserted) if after else 0)
        return offset + self._growth[passed]

    def span(self, span: Span) -> Span:
        """Without what was inserted at its edges; empty when all of it was removed."""
        start = self.offset(span[0], after=True)
        return start, max(start, self.offset(span[1]))
