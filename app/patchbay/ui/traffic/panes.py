"""The list of exchanges and the chosen one: beside each other, or one below the other."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.panes import Splitter

_DETAIL = 400
_BELOW = (300, 260)


class ListAndDetail(Splitter):
    """Below the list, the detail takes room only while it has something to show."""

    def __init__(self, table: QWidget, detail: QWidget) -> None:
        super().__init__(table, detail)
        self._detail = detail
        self._is_wanted = self._was_shown = False
        self.setStretchFactor(0, 1)

    def turn(self, *, upright: bool) -> None:
        way = Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal
        if way is not self.orientation():
            self.setOrientation(way)
            self._place()
            self._share()

    def want_detail(self, *, wanted: bool) -> None:
        self._is_wanted = wanted
        self._place()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self._share()  # only now the width is the real one

    def _place(self) -> None:
        hidden = self._is_below and not self._is_wanted
        if hidden is not self._detail.isHidden():
            self._detail.setHidden(hidden)
            self._share()

    def _share(self) -> None:
        detail = theme.px(_DETAIL)
        self.setSizes(_BELOW if self._is_below else (self.width() - detail, detail))

    @property
    def _is_below(self) -> bool:
        return self.orientation() is Qt.Orientation.Vertical
