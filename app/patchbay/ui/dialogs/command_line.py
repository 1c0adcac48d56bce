"""A command line as it will be run, with the parts that matter marked."""

import shlex
from collections.abc import Iterable, Sequence

from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QTextEdit
from typing_extensions import override

from patchbay.core.trust.visible import visible
from patchbay.ui import theme
from patchbay.ui.controls import IconButton
from patchbay.ui.wrapped_code import WrappedCode


class CommandLine(WrappedCode):
    """Shows every word, quoted where a shell would need it; 6 lines at most, then it scrolls.

    `risky` and `added` are places in `words`.
    """

    def __init__(
        self, words: Sequence[str], *, risky: Iterable[int] = (), added: Iterable[int] = ()
    ) -> None:
        self.line = shlex.join(words)
        self._tones = {**dict.fromkeys(added, "accent"), **dict.fromkeys(risky, "warn")}
        self._spans: list[tuple[int, int]] = []
        copy = IconButton("copy", "Copy the command line", small=True)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.line))
        super().__init__(self._written(words), "Command line", buttons=(copy,))
        self.dress()

    @property
    def marked(self) -> list[str]:
        """The words that stand out, as they are shown."""
        text = self.toPlainText()
        return [text[slice(*self._spans[place])] for place in sorted(self._tones)]

    @override
    def dress(self) -> None:
        super().dress()
        marks: list[QTextEdit.ExtraSelection] = []
        for start, end, tone in self._ranges():
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            # The stubs do not tell that these are plain attributes.
            mark.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue]
            mark.format.setBackground(theme.colour(f"{tone}_soft"))  # pyright: ignore[reportAttributeAccessIssue]
            mark.format.setForeground(theme.colour(tone))  # pyright: ignore[reportAttributeAccessIssue]
            marks.append(mark)
        self.setExtraSelections(marks)

    def _written(self, words: Sequence[str]) -> str:
        text = ""
        for word in words:
            start = len(text) + bool(text)
            text += (" " if text else "") + visible(shlex.quote(word))
            self._spans.append((start, len(text)))
        return text

    def _ranges(self) -> list[tuple[int, int, str]]:
        """Where to mark, neighbours with one tone joined over the gap between them."""
        if not self.toPlainText():
            return []
        joined: list[tuple[int, int, str]] = []
        for place in sorted(self._tones):
            start, end = self._spans[place]
            tone = self._tones[place]
            if joined and joined[-1][1] + 1 == start and joined[-1][2] == tone:
                start = joined.pop()[0]
            joined.append((start, end, tone))
        return joined
