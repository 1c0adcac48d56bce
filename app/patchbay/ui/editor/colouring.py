"""The colours of a text in an editor; only lines in sight are ever coloured."""

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from patchbay.ui import theme
from patchbay.ui.editor.sheet import units
from patchbay.ui.editor.tokens import Token, tokens


class Colours:
    """Colours lines that have changed since they were coloured, or never were.

    The state of a block tells what its colours were made for.
    """

    def __init__(self, document: QTextDocument, *, yaml: bool) -> None:
        self._document, self._yaml = document, yaml
        self._generation = 1
        self._inks: dict[tuple[str, bool], QTextCharFormat] = {}
        document.contentsChange.connect(self._forget_changed)

    def forget(self) -> None:
        """All colours are other ones from now on."""
        self._generation += 1
        self._inks.clear()

    def colour(self, block: QTextBlock, count: int, commented: frozenset[int]) -> None:
        """See to `count` lines from a block on; `commented` begin inside a comment."""
        for number in range(block.blockNumber(), block.blockNumber() + count):
            if not block.isValid():
                return
            inside = number in commented
            state = self._generation * 2 + inside
            if block.userState() != state:
                block.setUserState(state)
                block.layout().setFormats(self._of_line(block.text(), commented=inside))
                self._document.markContentsDirty(block.position(), block.length())
            block = block.next()

    def _forget_changed(self, position: int, _removed: int, added: int) -> None:
        block = self._document.findBlock(position)
        while block.isValid() and block.position() <= position + added:
            block.setUserState(-1)
            block = block.next()

    def _of_line(self, line: str, *, commented: bool) -> list[QTextLayout.FormatRange]:
        return [
            self._range(line, token) for token in tokens(line, yaml=self._yaml, commented=commented)
        ]

    def _range(self, line: str, token: Token) -> QTextLayout.FormatRange:
        made = QTextLayout.FormatRange()
        start = units(line[: token.start])
        # The stubs do not tell that these are plain attributes.
        made.start = start  # pyright: ignore[reportAttributeAccessIssue]
        made.length = units(line[token.start : token.end])  # pyright: ignore[reportAttributeAccessIssue]
        made.format = self._ink(token)  # pyright: ignore[reportAttributeAccessIssue]
        return made

    def _ink(self, token: Token) -> QTextCharFormat:
        key = token.colour, token.italic
        if key not in self._inks:
            ink = QTextCharFormat()
            ink.setForeground(theme.colour(token.colour))
            ink.setFontItalic(token.italic)
            self._inks[key] = ink
        return self._inks[key]
