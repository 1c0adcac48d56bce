"""What belongs together in one state of a text, by its offsets."""

from patchbay.core.config.document import Span
from patchbay.ui.editor.brackets import Brackets, Spot
from patchbay.ui.editor.shown import ShownText
from patchbay.ui.editor.tokens import commented_lines


class Structure:
    """Finds brackets and comments in the slice of a text that is shown."""

    def __init__(self, shown: ShownText, *, yaml: bool = False) -> None:
        self.shown = shown
        self.commented = frozenset[int]() if yaml else commented_lines(shown.display)
        self._brackets = Brackets(shown.lines, self.commented, yaml=yaml)

    def pair_at(self, selection: Span) -> list[int]:
        """The bracket beside a cursor and its other one; none while something is selected."""
        if selection[0] != selection[1]:
            return []
        pair = self._brackets.pair_at(self._spot(selection[0]))
        return [self._offset(spot) for spot in pair] if pair else []

    def opener_of(self, closer: str, offset: int) -> int | None:
        """What a closing bracket that was written there would close."""
        found = self._brackets.opener_of(closer, self._spot(offset))
        return self._offset(found) if found else None

    def _spot(self, offset: int) -> Spot:
        line = self.shown.line_at(offset) - self.shown.first_line
        begin = max(self.shown.text.rfind(end, self.shown.begin, offset) for end in "\r\n") + 1
        return Spot(line, offset - max(begin, self.shown.begin))

    def _offset(self, spot: Spot) -> int:
        return self.shown.starts[spot.line] + spot.column
