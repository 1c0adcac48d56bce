"""One part of a comparison: in words where it is the same, else as a difference."""

from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from patchbay.core.calls.comparable import Likeness, Side, likeness
from patchbay.ui.controls import ElidedLabel, Label, column, row
from patchbay.ui.differences import DifferenceView, MaskedText
from patchbay.ui.results.compare.reading import Pair

_WORDS = {
    Likeness.SAME: "The same in both runs",
    Likeness.SPELLED_OTHERWISE: "The same but for blanks and line ends",
    Likeness.DIFFERENT: "",
}


class Section(QWidget):
    """Arguments or result of both runs; takes no more room than its lines need."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = Label(title, "section")
        self._words = ElidedLabel("", "hint")
        self.is_cut = False
        """Only the beginning of it is compared line by line."""
        self.difference = DifferenceView("What is compared line by line is the same.")
        for part in (self.difference, self):
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setLayout(
            column(
                row(self.title, (self._words, 1), gap=8),
                (self.difference, 1),
                gap=4,
            )
        )
        self.say("")

    @override
    def hasHeightForWidth(self) -> bool:
        """Else a scrolled page would make room for all lines, and each would be painted."""
        return False

    @property
    def settled(self) -> bool:
        return self.difference.settled

    @property
    def has_changes(self) -> bool:
        return not self.difference.isHidden() and bool(self.difference.rows.changes)

    def say(self, words: str) -> None:
        """Show these words and no difference."""
        self.is_cut = False
        self._words.setText(words)
        self.difference.hide()

    def show_pair(self, pair: Pair) -> None:
        found = likeness(pair.older, pair.newer)
        self.say(_WORDS[found])
        self.is_cut = pair.older.is_cut or pair.newer.is_cut
        if found is Likeness.DIFFERENT:
            self.difference.show()
            self.difference.compare(_plain(pair.older), _plain(pair.newer))


def _plain(side: Side) -> MaskedText:
    """What a server was asked and what it answered is shown as it is, as everywhere."""
    return MaskedText(side.text, side.text)
