"""A command line as it will be run, with the parts that matter marked."""

import shlex
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QGuiApplication,
    QResizeEvent,
    QTextCursor,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QTextEdit
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import IconButton
from patchbay.ui.dialogs.visible import visible

_WRAP = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
_MOST_LINES = 6
_MARGIN = 4
_FRAME = 10
"""Border and padding of the style sheet, above and below."""
_BUTTON = 30


class CommandLine(QPlainTextEdit):
    """Shows every word, quoted where a shell would need it; 6 lines at most, then it scrolls.

    `risky` and `added` are places in `words`.
    """

    def __init__(
        self, words: Sequence[str], *, risky: Iterable[int] = (), added: Iterable[int] = ()
    ) -> None:
        super().__init__()
        self.line = shlex.join(words)
        self._tones = {**dict.fromkeys(added, "accent"), **dict.fromkeys(risky, "warn")}
        self._spans: list[tuple[int, int]] = []
        self._set_behaviour()
        self._copy = IconButton("copy", "Copy the command line", small=True)
        self._copy.setParent(self)
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.line))
        self._write(words)
        self._dress()

    @property
    def marked(self) -> list[str]:
        """The words that stand out, as they are shown."""
        text = self.toPlainText()
        return [text[slice(*self._spans[place])] for place in sorted(self._tones)]

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self._tall(1))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._tall(1))

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self._tall(min(self._lines_at(width), _MOST_LINES))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # By hand: a layout would decide about the height of the whole widget.
        self._copy.resize(self._copy.sizeHint())
        bar = self.verticalScrollBar()
        beside = bar.width() if bar.isVisible() else 0
        self._copy.move(self.width() - self._copy.width() - 5 - beside, 5)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._dress()

    def _set_behaviour(self) -> None:
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("code", "tail")
        self.setAccessibleName("Command line")
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setWordWrapMode(_WRAP)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.document().setDocumentMargin(_MARGIN)

    def _write(self, words: Sequence[str]) -> None:
        text = ""
        for word in words:
            start = len(text) + bool(text)
            text += (" " if text else "") + visible(shlex.quote(word))
            self._spans.append((start, len(text)))
        self.setPlainText(text)

    def _dress(self) -> None:
        self.setFont(theme.font(12, mono=True))
        self.setViewportMargins(0, 0, theme.px(_BUTTON), 0)
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

    def _ranges(self) -> list[tuple[int, int, str]]:
        """Where to mark, neighbours with one tone joined over the gap between them."""
        joined: list[tuple[int, int, str]] = []
        for place in sorted(self._tones):
            start, end = self._spans[place]
            tone = self._tones[place]
            if joined and joined[-1][1] + 1 == start and joined[-1][2] == tone:
                start = joined.pop()[0]
            joined.append((start, end, tone))
        return joined

    def _tall(self, lines: int) -> int:
        line = QFontMetrics(theme.font(12, mono=True)).lineSpacing()
        return line * lines + 2 * _MARGIN + _FRAME + 2

    def _lines_at(self, width: int) -> int:
        """Lines the text takes, counted a little further than are shown."""
        layout = QTextLayout(self.toPlainText(), theme.font(12, mono=True))
        option = QTextOption()
        option.setWrapMode(_WRAP)
        layout.setTextOption(option)
        layout.beginLayout()
        lines = 0
        while lines <= _MOST_LINES and (line := layout.createLine()).isValid():
            line.setLineWidth(width - theme.px(_BUTTON) - 2 * _MARGIN - _FRAME)
            lines += 1
        layout.endLayout()
        return lines
