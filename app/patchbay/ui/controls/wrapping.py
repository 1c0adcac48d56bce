"""Wraps the lines of a text only while none is so long that Qt would take seconds for it."""

import re

from PySide6.QtWidgets import QPlainTextEdit

_LONG_LINE = re.compile(r"[^\r\n]{2001}")
_WRAPPED = QPlainTextEdit.LineWrapMode.WidgetWidth
_UNWRAPPED = QPlainTextEdit.LineWrapMode.NoWrap


def wrap_for(box: QPlainTextEdit, coming: str) -> None:
    """Wrap or not, before `coming` is written into the box; what Qt has laid out stays so."""
    if box.lineWrapMode() is _WRAPPED and _LONG_LINE.search(coming):
        box.setLineWrapMode(_UNWRAPPED)


def wrap_again(box: QPlainTextEdit) -> None:
    """Wrap once more, when the box is empty."""
    if box.document().isEmpty():
        box.setLineWrapMode(_WRAPPED)
