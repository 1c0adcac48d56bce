"""Rows, columns and framed grounds: how parts are put beside one another."""

from typing import TypeAlias

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from patchbay.ui import theme

STRETCH = None
"""In a row or a column: takes the room that is left."""

Item: TypeAlias = "QWidget | QLayout | int | tuple[QWidget | QLayout, int] | None"
"""A part, a gap in pixels, `STRETCH`, or a part with its share of the room."""

Margins: TypeAlias = tuple[int, int, int, int]
NO_MARGINS: Margins = (0, 0, 0, 0)


def row(*items: Item, margins: Margins = NO_MARGINS, gap: int = 8) -> QHBoxLayout:
    layout = QHBoxLayout()
    _fill(layout, items, margins, gap)
    return layout


def column(*items: Item, margins: Margins = NO_MARGINS, gap: int = 8) -> QVBoxLayout:
    layout = QVBoxLayout()
    _fill(layout, items, margins, gap)
    return layout


def frame(ground: str, layout: QLayout | None = None, *, height: int | None = None) -> QFrame:
    """A frame on one of the grounds that the style sheet knows; `""` is transparent.

    `height` is in pixels of the design.
    """
    made = QFrame() if height is None else _Bar(height)
    if ground:
        made.setProperty("ground", ground)
    if layout is not None:
        made.setLayout(layout)
    return made


class _Bar(QFrame):
    """A frame that is always as tall as the size of text wants it."""

    def __init__(self, height: int) -> None:
        super().__init__()
        self._height = height
        self.setFixedHeight(theme.px(height))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.setFixedHeight(theme.px(self._height))


def hline() -> QFrame:
    line = frame("line")
    line.setFixedHeight(1)
    return line


def vline() -> QFrame:
    line = frame("line")
    line.setFixedWidth(1)
    return line


def scroll(content: QWidget) -> QScrollArea:
    """A vertical scroll area on the page's surface; never scrolls sideways."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    content.setObjectName("plain")
    area.setWidget(content)
    return area


def clear(layout: QLayout) -> None:
    """Take everything out of a layout and let it die."""
    while (item := layout.takeAt(0)) is not None:
        if widget := item.widget():
            widget.hide()
            widget.deleteLater()
        elif inner := item.layout():
            clear(inner)


def fixed(widget: QWidget) -> None:
    widget.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)


def _fill(layout: QBoxLayout, items: tuple[Item, ...], margins: Margins, gap: int) -> None:
    layout.setContentsMargins(*margins)
    layout.setSpacing(gap)
    for item in items:
        _add(layout, item)


def _add(layout: QBoxLayout, item: Item) -> None:
    match item:
        case None:
            layout.addStretch(1)
        case int():
            layout.addSpacing(item)
        case (QLayout() as inner, share):
            layout.addLayout(inner, share)
        case (QWidget() as widget, share):
            layout.addWidget(widget, share)
        case QLayout():
            layout.addLayout(item)
        case _:
            layout.addWidget(item)
