"""What an editor shows of a text: a slice, with dots and stand-ins for what is not to be seen."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property

from patchbay.core.config.document import Span
from patchbay.core.config.model import Place
from patchbay.core.editing.lines import LINE_END
from patchbay.core.editing.splice import Splice, difference
from patchbay.ui.editor.moves import Moves
from patchbay.ui.editor.slicing import LARGE, LineEnds, Slice, slice_around

LONGEST_LINE = 10_000
"""Characters in a line above which each key would be felt."""

DOT = "•"
_JUMP = re.compile("\r\n|[\U00010000-\U0010ffff]")
# What Qt would take for a break or an object, or what would stand there unseen.
_ODD = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069"
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffc\ufffe\uffff]"
)


class ShownText:
    """One state of a text as shown; never changes.

    Offsets are code points of the true text. Positions are those of a `QTextDocument` that holds
    `display`: they count UTF-16 units and one for each line end. `masks` are the spans of secrets
    inside the slice, in order; they show as dots unless `revealed`.
    """

    def __init__(
        self,
        text: str,
        part: Slice,
        masks: Iterable[Span] = (),
        *,
        ends: LineEnds | None = None,
        revealed: bool = False,
    ) -> None:
        self.text = text
        self.begin, self.stop, self.first_line = part
        self.masks = tuple(masks)
        self.revealed = revealed
        self.line_ends = LineEnds.of(text) if ends is None else ends
        dressed = self._dressed(self.begin, self.stop)
        self.display = dressed.replace("\r\n", "\n").replace("\r", "\n")
        self._offsets, self._positions = _jumps(dressed)

    @property
    def total_lines(self) -> int:
        return self.line_ends.total + 1

    @property
    def last_line(self) -> int:
        return self.first_line + len(self.lines) - 1

    @cached_property
    def lines(self) -> list[str]:
        """The lines of `display`."""
        return self.display.split("\n")

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each line in sight."""
        ends = LINE_END.finditer(self.text, self.begin, self.stop)
        return [self.begin, *(found.end() for found in ends)]

    @cached_property
    def too_long_line(self) -> int | None:
        """The first line in sight that is too long to be edited."""
        for place, line in enumerate(self.lines):
            if len(line) > LONGEST_LINE:
                return self.first_line + place
        return None

    @property
    def cut_above(self) -> bool:
        return self.begin > 0

    @property
    def cut_below(self) -> bool:
        return self.stop < len(self.text)

    @property
    def length(self) -> int:
        """The last position."""
        return self.position(self.stop)

    def holds(self, span: Span) -> bool:
        return self.begin <= span[0] and span[1] <= self.stop

    def hides(self, span: Span) -> bool:
        """Whether a part of the span shows as dots."""
        return bool(self.hidden_in(span))

    def hidden_in(self, span: Span) -> list[Span]:
        """The parts of a span that show as dots."""
        masks = () if self.revealed else self.masks
        cut = ((max(start, span[0]), min(end, span[1])) for start, end in masks)
        return [(start, end) for start, end in cut if start < end]

    def position(self, offset: int) -> int:
        """The position of an offset; one outside the slice is at its edge."""
        within = min(max(offset, self.begin), self.stop) - self.begin
        place = bisect_right(self._offsets, within) - 1
        return self._positions[place] + within - self._offsets[place]

    def offset(self, position: int) -> int:
        place = bisect_right(self._positions, position) - 1
        within = self._offsets[place] + max(position, 0) - self._positions[place]
        return min(self.begin + within, self.stop)

    def seen(self, start: int, stop: int) -> str:
        """What stands for this part of the text on the screen."""
        return LINE_END.sub("\n", self._dressed(start, stop))

    def offset_at(self, place: Place) -> int | None:
        """Where a place is, or the end of a shorter line; nowhere when its line is not shown."""
        line = place.line - self.first_line
        if not 0 <= line < len(self.lines):
            return None
        return self.starts[line] + min(max(place.column - 1, 0), len(self.lines[line]))

    def line_at(self, offset: int) -> int:
        """The number of the line an offset is in, inside the slice or not."""
        if offset < self.begin:
            return 1 + LineEnds.of(self.text, 0, offset).total
        return self.first_line + LineEnds.of(self.text, self.begin, offset).total

    def line_end_at(self, offset: int) -> str:
        """How a line that is broken there should end: as the one before, else as the next."""
        text = self.text
        before = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset))
        if before < 0:
            found = LINE_END.search(text, offset)
            return found[0] if found else "\n"
        if text[before] == "\r":
            # A return before a line feed would be one line end with it.
            return "\n" if text.startswith("\n", offset) else "\r"
        return "\r\n" if text.startswith("\r\n", max(before - 1, 0)) else "\n"

    def with_secrets(self, *, revealed: bool) -> "ShownText":
        return self._made(self.text, (self.begin, self.stop), self.masks, revealed=revealed)

    def after(self, splices: Sequence[Splice], masked: Iterable[Span] = ()) -> "ShownText":
        """The same slice after changes inside it; what is written into a secret is part of it.

        `masked` are secrets that came with the changes, by offsets of the text after them.
        """
        moves = Moves(splices)
        pieces: list[str] = []
        position = 0
        for splice in splices:
            pieces += [self.text[position : splice.start], splice.inserted]
            position = splice.end
        text = "".join([*pieces, self.text[position:]])
        masks = [span for span in map(moves.span, self.masks) if span[0] < span[1]]
        return self._made(
            text,
            (moves.offset(self.begin), moves.offset(self.stop, after=True)),
            sorted([*masks, *masked]),
            ends=self._ends_after(text, splices),
        )

    def follow(self, text: str, masks: Iterable[Span] | None = None) -> "ShownText":
        """The same slice of a text that was changed anywhere, with its secrets of now."""
        change = difference(self.text, text)
        moves = Moves((change,))
        begin, stop = moves.offset(self.begin), moves.offset(self.stop, after=True)
        kept = map(moves.span, self.masks) if masks is None else masks
        if not (begin < stop <= begin + 2 * LARGE):
            part = slice_around(text, self.first_line)
        else:
            part = Slice(begin, stop, 1 + LineEnds.of(text, 0, begin).total)
        return ShownText(text, part, kept, revealed=self.revealed)

    def _made(
        self,
        text: str,
        part: Span,
        masks: Iterable[Span],
        *,
        ends: LineEnds | None = None,
        revealed: bool | None = None,
    ) -> "ShownText":
        return ShownText(
            text,
            Slice(*part, self.first_line),
            masks,
            ends=ends or self.line_ends,
            revealed=self.revealed if revealed is None else revealed,
        )

    def _ends_after(self, text: str, splices: Sequence[Splice]) -> LineEnds | None:
        if len(splices) != 1:
            return LineEnds.of(text)
        # One more on either side: a return and a line feed may have been parted or joined.
        splice = splices[0]
        start = max(splice.start - 1, 0)
        before = LineEnds.of(self.text, start, splice.end + 1)
        after = LineEnds.of(text, start, splice.start + len(splice.inserted) + 1)
        counts = zip(self.line_ends, before, after, strict=True)
        return LineEnds(*(total - old + new for total, old, new in counts))

    def _dressed(self, start: int, stop: int) -> str:
        """With dots and stand-ins, one for each code point; line ends are as in the text."""
        pieces: list[str] = []
        position = start
        for mask in () if self.revealed else self.masks:
            begin, end = max(mask[0], position), min(mask[1], stop)
            if begin < end:
                hidden = re.sub(r"[^\r\n]", DOT, self.text[begin:end])
                pieces += [self.text[position:begin], hidden]
                position = end
        return _ODD.sub(_stand_in, "".join([*pieces, self.text[position:stop]]))


def shown_text(text: str, line: int = 1, masks: Iterable[Span] = ()) -> ShownText:
    """The slice of `text` around a line; takes time that grows with the text."""
    return ShownText(text, slice_around(text, line), masks)


def _jumps(dressed: str) -> tuple[list[int], list[int]]:
    """Offsets and positions right behind all that counts differently in both."""
    offsets, positions = [0], [0]
    grown = 0
    for found in _JUMP.finditer(dressed):
        grown += 1 if found.end() - found.start() == 1 else -1
        offsets.append(found.end())
        positions.append(found.end() + grown)
    return offsets, positions


def _stand_in(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"
