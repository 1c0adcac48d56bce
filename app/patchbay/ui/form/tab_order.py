"""Tab goes through a form as it is read, also through rows that were made later."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QScrollArea, QStackedLayout, QWidget


class TabOrder:
    """Keeps Qt's chain of one widget in the order of its layouts."""

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
    for item in _items(layout):
        widget = item.widget()
        if widget is None:
            yield from _within(item.layout())
            continue
        yield widget
        yield from _within(widget.layout())
        if isinstance(widget, QScrollArea) and (content := widget.widget()):
            yield from _within(content.layout())


def _items(layout: QLayout | None) -> Iterator[QLayoutItem]:
    """The items of a layout; of pages that lie on one another the one in sight."""
    places = range(layout.count()) if layout else ()
    if isinstance(layout, QStackedLayout):
        places = (layout.currentIndex(),)
    for place in places:
        if layout and (item := layout.itemAt(place)):
            yield item


def _is_stop(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
