"""What can be found by typing: rows in sections, and which of them fit."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from patchbay.ui.controls import Mark
from patchbay.ui.listing import Item
from patchbay.ui.listing.items import Sieve

FEW, MOST = 6, 50
"""Rows of one section that are shown beside others, and when it stands alone."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One row: an icon or the mark of a server, words, keys, and what choosing it does.

    `lacking` is what it still needs before it can be chosen.
    """

    text: str
    run: Callable[[], object] | None = None
    detail: str = ""
    icon: str = ""
    mark: Mark | None = None
    keys: tuple[str, ...] = ()
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a section, above its rows."""

    text: str
    detail: str = ""


Row: TypeAlias = Heading | Offer


class Section:
    """Rows of one kind; `prefix` shows only them, `last` are the keys of those that come last.

    An offer is made only for what is shown: there may be 10,000 items.
    """

    def __init__(
        self,
        title: str,
        items: Sequence[Item],
        offer: Callable[[str], Offer],
        prefix: str = "",
        last: Collection[str] = (),
    ) -> None:
        self.title, self.prefix = title, prefix
        self._items, self._offer, self._last = items, offer, frozenset(last)

    @cached_property
    def _sieve(self) -> Sieve:
        return Sieve(self._items)

    def prepare(self) -> None:
        """Do now what would make the first letter typed a slow one."""
        self._sieve.places("a")

    def rows(self, typed: str, most: int) -> list[Row]:
        """The best so many that fit, below their heading; nothing when none does."""
        places = self._sieve.places(typed, most + 1)
        if self._last:
            places.sort(key=lambda place: self._items[place].key in self._last)
        if not places:
            return []
        shown = [self._offer(self._items[place].key) for place in places[:most]]
        more = len(places) > most
        return [Heading(self.title, self._way_to_more(most) if more else ""), *shown]

    def _way_to_more(self, most: int) -> str:
        return f"{self.prefix} shows more" if self.prefix and most == FEW else f"the first {most}"


def find(sections: Sequence[Section], typed: str) -> list[Row]:
    """The rows for what was typed; a prefix in front of it leaves only the sections with it."""
    typed = typed.lstrip()
    chosen = [section for section in sections if typed and section.prefix == typed[0]]
    words = typed[1:] if chosen else typed
    most = MOST if chosen or len(sections) == 1 else FEW
    return [row for section in chosen or sections for row in section.rows(words, most)]


def letters(text: str, typed: str) -> list[tuple[int, int]]:
    """Where the typed words stand in a name, from and to; else where their letters do."""
    folded, spans = text.casefold(), list[tuple[int, int]]()
    words = typed.casefold().split()
    if len(folded) != len(text) or not words:
        return []
    for word in words:
        if (at := folded.find(word)) >= 0:
            spans.append((at, at + len(word)))
    return _joined(spans) if spans else _one_by_one(folded, "".join(words))


def _one_by_one(folded: str, wanted: str) -> list[tuple[int, int]]:
    places, at = list[int](), -1
    for letter in wanted:
        if (at := folded.find(letter, at + 1)) < 0:
            return []
        places.append(at)
    return _joined([(place, place + 1) for place in places])


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
