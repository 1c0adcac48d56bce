"""The bar above a table: a search field, chips to choose by, and tools."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import Button, SearchField, row

_SEARCH_MOST, _SEARCH_USEFUL, _SEARCH_LEAST, _GAP = 232, 176, 132, 6


class Chips(QWidget):
    """Some choices of which one holds, with a count in each; and switches of their own beside."""

    chosen = Signal(int)

    def __init__(self, names: Sequence[str], switches: Sequence[Button] = ()) -> None:
        super().__init__()
        self._names = tuple(names)
        self._group = QButtonGroup(self)
        buttons = [Button(name, "chip") for name in names]
        for place, button in enumerate(buttons):
            button.setCheckable(True)
            button.setChecked(place == 0)
            self._group.addButton(button, place)
        self.setLayout(row(*buttons, *switches, gap=_GAP))
        self._group.idClicked.connect(self.chosen)

    @property
    def place(self) -> int:
        return self._group.checkedId()

    def choose(self, place: int) -> None:
        """Show another choice and tell about it."""
        self._group.button(place).setChecked(True)
        self.chosen.emit(place)

    def set_count(self, place: int, count: int) -> None:
        name = self._names[place]
        text = f"{name} {count:,}" if count else name
        button = self._group.button(place)
        if button.text() != text:
            button.setText(text)
            button.setAccessibleName(text.strip("→← "))
            button.updateGeometry()


class FilterBar(QFrame):
    """One line where there is room for it; else the chips get a line of their own."""

    def __init__(self, search: SearchField, chips: Chips, tools: Sequence[QWidget]) -> None:
        super().__init__()
        self.search, self.chips = search, chips
        self._tools = QWidget()
        self._tools.setLayout(row(*tools, gap=4))
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 8, 12, 8)
        self._grid.setSpacing(_GAP)
        # The bar itself says how narrow it can be: narrower than its parts in one line.
        self._grid.setSizeConstraint(QGridLayout.SizeConstraint.SetNoConstraint)
        self._grid.setColumnStretch(2, 1)
        self._grid.addWidget(search, 0, 0)
        self._grid.addWidget(self._tools, 0, 3)
        self._one_line: bool | None = None
        self._place()

    @override
    def minimumSizeHint(self) -> QSize:
        upper = theme.px(_SEARCH_LEAST) + _GAP + self._tools.sizeHint().width()
        width = max(upper, self.chips.sizeHint().width()) + self._around()
        return QSize(width, self.sizeHint().height())

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._needed(), self._grid.sizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def _place(self) -> None:
        self.search.setMaximumWidth(theme.px(_SEARCH_MOST))
        self.search.setMinimumWidth(theme.px(_SEARCH_LEAST))
        one_line = self.width() >= self._needed()
        if one_line == self._one_line:
            return
        self._one_line = one_line
        side = Qt.AlignmentFlag.AlignLeft
        if one_line:
            self._grid.addWidget(self.chips, 0, 1, side)
        else:
            self._grid.addWidget(self.chips, 1, 0, 1, 4, side)
        self.updateGeometry()

    def _needed(self) -> int:
        parts = self.chips.sizeHint().width() + self._tools.sizeHint().width()
        return theme.px(_SEARCH_USEFUL) + parts + 3 * _GAP + self._around()

    def _around(self) -> int:
        margins = self._grid.contentsMargins()
        return margins.left() + margins.right()
