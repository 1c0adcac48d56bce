"""Finding words in a text, and what stands in the place of what was found."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from patchbay.core.config.document import Span

MOST_COUNTED = 10_000
_STEP = 1 << 18


@dataclass(frozen=True)
class Query:
    """What is looked for; `whole` finds it only where it is a word of its own."""

    words: str
    case: bool = False
    whole: bool = False

    def hits(self, text: str, start: int = 0, stop: int | None = None) -> Iterator[Span]:
        """Where the words stand, in order; none if there are no words."""
        return self._hits(self._readied(text), start, len(text) if stop is None else stop)

    def next(self, text: str, offset: int, hidden: Callable[[Span], bool]) -> Span | None:
        """The first hit from an offset on, going round at the end."""
        readied = self._readied(text)
        for start, stop in ((offset, len(text)), (0, offset + len(self.words))):
            for hit in self._hits(readied, start, min(stop, len(text))):
                if not hidden(hit):
                    return hit
        return None

    def previous(self, text: str, offset: int, hidden: Callable[[Span], bool]) -> Span | None:
        """The last hit that ends at an offset or before, going round at the start."""
        readied = self._readied(text)
        beyond = max(0, offset - len(self.words))
        return self._last(readied, (0, offset), hidden) or self._last(
            readied, (beyond, len(text)), hidden
        )

    def _last(self, readied: str, part: Span, hidden: Callable[[Span], bool]) -> Span | None:
        """Step by step from the end: what is near is found soon in any text."""
        start, end = part
        while end > start:
            begin = max(start, end - _STEP)
            reach = min(end + len(self.words) - 1, part[1])
            found = [hit for hit in self._hits(readied, begin, reach) if not hidden(hit)]
            if found:
                return found[-1]
            end = begin
        return None

    def _readied(self, text: str) -> str:
        """Small letters for small letters: ten times as fast as a pattern that ignores case."""
        return text.lower() if self._is_plain and text.isascii() else text

    def _hits(self, readied: str, start: int, stop: int) -> Iterator[Span]:
        if not self.words:
            return
        ignores = 0 if self.case or (self._is_plain and readied.isascii()) else re.IGNORECASE
        wanted = re.escape(self.words.lower() if self._is_plain else self.words)
        pattern = re.compile(rf"(?<!\w){wanted}(?!\w)" if self.whole else wanted, ignores)
        for found in pattern.finditer(readied, start, stop):
            # The pattern takes the end of the part for the end of a word.
            if not (self.whole and _goes_on(readied, found.end())):
                yield found.span()

    @property
    def _is_plain(self) -> bool:
        return not self.case and self.words.isascii()


def _goes_on(text: str, end: int) -> bool:
    return end < len(text) and (text[end].isalnum() or text[end] == "_")


def counted(query: Query, text: str, part: Span, hidden: Callable[[Span], bool]) -> list[Span]:
    """The hits of a part that are not hidden, up to a number nobody reads."""
    hits = (hit for hit in query.hits(text, *part) if not hidden(hit))
    return list(islice(hits, MOST_COUNTED + 1))
