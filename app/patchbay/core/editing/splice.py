"""The one way a text changes: a piece of it gives way to another."""

from collections.abc import Iterable
from dataclasses import dataclass

from patchbay.core.config.document import Span


@dataclass(frozen=True, slots=True)
class Splice:
    """`removed`, which stands at `start`, gives way to `inserted`; offsets are code points."""

    start: int
    removed: str
    inserted: str

    @property
    def end(self) -> int:
        """Where `removed` ends, in the text before."""
        return self.start + len(self.removed)

    @property
    def written(self) -> Span:
        """Where `inserted` stands, in the text after."""
        return self.start, self.start + len(self.inserted)

    @property
    def inverse(self) -> "Splice":
        return Splice(self.start, self.inserted, self.removed)

    def apply(self, text: str) -> str:
        """The text after it.

        Raises:
            ValueError: what should be removed does not stand there.
        """
        if text[self.start : self.end] != self.removed:
            raise ValueError("The text is not the one this change was made for")
        return text[: self.start] + self.inserted + text[self.end :]


def apply_all(text: str, splices: Iterable[Splice]) -> str:
    """Apply splices that all mean offsets of `text` itself and do not overlap."""
    for splice in sorted(splices, key=lambda splice: splice.start, reverse=True):
        text = splice.apply(text)
    return text


def difference(before: str, after: str) -> Splice:
    """The smallest single splice that leads from one text to the other."""
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    return Splice(start, before[start : len(before) - end], after[start : len(after) - end])


def _common(one: str, other: str) -> int:
    """How many characters both begin with; halves instead of steps, since texts are long."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
