"""Who gets a key that both the window and a field may want."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from typing_extensions import override


class KeysFirst(QObject):
    """Keeps fields from claiming keys of the window, and the window from taking keys of fields.

    On some desktops Ctrl+K cuts off the end of a line; Ctrl+Backspace, with which the window
    begins a longer shortcut, takes away a word.
    """

    def __init__(self, window: QWidget, keys: Sequence[str], keys_of_fields: Sequence[str]) -> None:
        super().__init__(window)
        self._window = window
        self._keys = [QKeySequence(each) for each in keys]
        self._keys_of_fields = [QKeySequence(each) for each in keys_of_fields]
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        pressed = QKeySequence(event.keyCombination())
        for_field = pressed in self._keys_of_fields and _takes_words(watched)
        if not for_field and pressed not in self._keys:
            return False
        event.setAccepted(for_field)
        return True

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        # One widget at a time: a filter on the application would see every event there is.
        if before is not None:
            before.removeEventFilter(self)
        if now is not None and self._window.isAncestorOf(now):
            now.installEventFilter(self)


def _takes_words(widget: QObject) -> bool:
    is_field = isinstance(widget, (QLineEdit, QPlainTextEdit, QTextEdit))
    return is_field and not widget.isReadOnly()
