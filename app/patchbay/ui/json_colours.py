"""JSON in colours."""

import re

from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument
from typing_extensions import override

from patchbay.ui import theme

_TOKEN = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))'
    r'|(?P<str>"(?:[^"\\]|\\.)*")'
    r"|(?P<num>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"
    r"|(?P<lit>\b(?:true|false|null)\b)"
    r"|(?P<sign>[{}\[\],:])"
)
_COLOURS = {"key": "syn_key", "str": "syn_str", "num": "syn_num", "lit": "syn_lit", "sign": "text3"}
_LONGEST = 4_000
"""Lines longer than this stay plain."""


class JsonColours(QSyntaxHighlighter):
    """Colours the JSON of one document, in the theme in use."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)

    @override
    def highlightBlock(self, text: str) -> None:
        if len(text) > _LONGEST:
            return
        for token in _TOKEN.finditer(text):
            look = QTextCharFormat()
            look.setForeground(theme.colour(_COLOURS[token.lastgroup or "sign"]))
            self.setFormat(token.start(), token.end() - token.start(), look)
