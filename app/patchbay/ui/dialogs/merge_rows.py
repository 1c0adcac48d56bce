"""The servers that differ between two versions, and whose version of each is taken."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from patchbay.core.drafts.merging import REST, Difference, Side
from patchbay.core.trust.visible import visible
from patchbay.ui import theme
from patchbay.ui.controls import ElidedLabel, Label, Segments, column, frame, row, scroll

_SIDES = (Side.MINE, Side.THEIRS)
_ROW, _MOST_ROWS = 30, 4


class MergeRows(QWidget):
    """One row for each difference; what both changed is chosen in it, mine to begin with."""

    changed = Signal()

    def __init__(self, differences: Sequence[Difference]) -> None:
        super().__init__()
        self.segments: dict[str, Segments] = {}
        rows = [self._row(each) for each in differences]
        if not rows:
            rows = [Label("Both say the same; only spaces differ.", "hint")]
        content = QWidget()
        content.setLayout(column(*rows, None, margins=(12, 2, 6, 2), gap=0))
        self._count = len(rows)
        self._area: QScrollArea = scroll(content)
        self.setLayout(column(frame("block", column(self._area, margins=(1, 1, 1, 1)))))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def choices(self) -> dict[str, Side]:
        return {name: _SIDES[each.place] for name, each in self.segments.items()}

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, theme.px(_ROW) * min(self._count, _MOST_ROWS) + 8)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def _row(self, difference: Difference) -> QWidget:
        shown = visible(difference.name) if difference.name != REST else "The rest of the file"
        name = ElidedLabel(shown, "label", Qt.TextElideMode.ElideMiddle)
        what = Label(_what(difference), "small")
        made = QWidget()
        made.setFixedHeight(theme.px(_ROW))
        if not difference.is_conflict:
            made.setLayout(row((name, 1), what))
            return made
        segments = Segments("Mine", "Theirs")
        for place, side in enumerate(("mine", "theirs")):
            segments.button(place).setAccessibleName(f"{shown}: {side}")
        segments.chosen.connect(self.changed)
        self.segments[difference.name] = segments
        made.setLayout(row((name, 1), what, segments))
        return made


def _what(difference: Difference) -> str:
    """Who did what to it, in words."""
    mine, theirs = difference.mine is not None, difference.theirs is not None
    if difference.is_conflict:
        if mine and theirs:
            return "changed by both"
        return "changed by you, removed outside" if mine else "removed by you, changed outside"
    is_mine = difference.side is Side.MINE
    who = "by you" if is_mine else "outside"
    if mine and theirs:
        return f"changed {who}"
    return f"{'added' if mine is is_mine else 'removed'} {who}"
