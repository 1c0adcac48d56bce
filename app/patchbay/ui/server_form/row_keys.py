"""The keys that work in the rows of a list, and the row they work on."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

RowT = TypeVar("RowT", bound=QWidget)


def listen_to_keys(owner: QWidget, acts: Mapping[str, Callable[[], object]]) -> None:
    """Act on keys that are pressed anywhere inside `owner`."""
    for keys, act in acts.items():
        shortcut = QShortcut(QKeySequence(keys), owner)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)


def row_with_focus(rows: Sequence[RowT]) -> RowT | None:
    """The row that the focus is in."""
    return next((each for each in rows if each.isAncestorOf(each.window().focusWidget())), None)
