"""The keys that undo and redo."""

from typing import Literal

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

_KEYS = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)


def way_back(event: QEvent) -> Literal["undo", "redo", ""]:
    """Whether a key asks to undo or to redo; Ctrl+Y does on every system."""
    if event.type() not in _KEYS or not isinstance(event, QKeyEvent):
        return ""
    if event.matches(QKeySequence.StandardKey.Undo):
        return "undo"
    control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
    if event.matches(QKeySequence.StandardKey.Redo) or (control and event.key() == Qt.Key.Key_Y):
        return "redo"
    return ""
