"""JSON as text for an editor, and what an editor's text really is."""

import re

from PySide6.QtGui import QTextDocument

from patchbay.core.calls.arguments import spell
from patchbay.core.calls.fields import Field, Value

_CHANGED_BY_QT = re.compile("[\u0085\u2028\u2029\ufdd0\ufdd1\ufffc\ud800-\udfff]")
"""Line ends in disguise and halves of characters: a text document makes something else of them."""


def written(field: Field, value: Value) -> str:
    """The value for an editor, with the characters escaped that would not survive in one."""
    return _CHANGED_BY_QT.sub(lambda found: f"\\u{ord(found[0]):04x}", spell(field, value))


def read(document: QTextDocument) -> str:
    """The text with plain line ends; `toPlainText` would turn no-break spaces into others."""
    return document.toRawText().replace("\u2029", "\n").replace("\u2028", "\n")
