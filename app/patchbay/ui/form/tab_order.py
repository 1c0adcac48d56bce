"""Tab goes through a form as it is read, also through rows that were made later."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


class TabOrder:
    """Keeps Qt's chain of one form in the order of its layouts."""

    def __init__(self, page: QWidget) -> None:
        self._page = page
        self._chained: list[QWidget] = []

    def follow(self) -> None:
        """Qt chains widgets in the order of their making; put them as they stand."""
        stops = [widget for widget in _within(self._page.layout()) if _is_stop(widget)]
        if stops != self._chained:
            for before, after in pairwise(stops):
                QWidget.setTabOrder(before, after)
            self._chained = stops


def _within(layout: QLayout | None) -> Iterator[QWidget]:
    for place in range(layout.count() if layout else 0):
        item = layout.itemAt(place) if layout else None
        if item is None:
            continue
        widget = item.widget()
        if widget is not None:
            yield widget
            yield from _within(widget.layout())
        else:
            yield from _within(item.layout())


def _is_stop(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
