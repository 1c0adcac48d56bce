"""Words of a result, and everything else that is shown as a short text."""

from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy
from typing_extensions import override

from patchbay.ui import theme
from patchbay.ui.controls import column
from patchbay.ui.json_colours import JsonColours
from patchbay.ui.results.block import Body

LARGEST = 64 * 1024
"""Characters that a text widget is given at most; more goes to the virtual viewer."""

_LONGEST_WRAPPED = 4_000
"""Qt's cost of wrapping a line grows with its square."""
_LINES_AT_LEAST = 14
_MARGIN = 6
_MOST_MEASURED = 200


class ReadOnlyText(QPlainTextEdit):
    """A short text that can be selected and copied, as tall as it needs to be."""

    rewrapped = Signal()

    def __init__(self, text: str, *, code: bool = False, json: bool = False) -> None:
        super().__init__()
        self._code = code
        self.setReadOnly(True)
        self.setAccessibleName("Text")
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setProperty("code", "true" if code else "words")
        self.document().setDocumentMargin(_MARGIN)
        longest = max(map(len, text.split("\n")), default=0)
        self._wraps = longest <= _LONGEST_WRAPPED
        self.setLineWrapMode(
            QPlainTextEdit.LineWrapMode.WidgetWidth
            if self._wraps
            else QPlainTextEdit.LineWrapMode.NoWrap
        )
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._colours = JsonColours(self.document()) if json else None
        self._take_font()
        self.setPlainText(text)

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self.heights(_LINES_AT_LEAST)[0])

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, theme.px(24))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._take_font()
            if self._colours:
                self._colours.rehighlight()

    def heights(self, most_lines: int) -> tuple[int, int]:
        """The height of the first lines, and of all the text, at the present width."""
        margins = 2 * _MARGIN
        layout = self.document().documentLayout()
        first, total, lines = 0.0, 0.0, 0
        block = self.document().begin()
        while block.isValid() and lines < _MOST_MEASURED:
            height = layout.blockBoundingRect(block).height()
            first += height if lines < most_lines else 0
            total, lines, block = total + height, lines + max(block.lineCount(), 1), block.next()
        bar = 0 if self._wraps else 10
        line = self.fontMetrics().lineSpacing()
        return (
            min(ceil(first), line * (most_lines + 1)) + margins + bar,
            ceil(total) + margins + bar,
        )

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.rewrapped.emit()

    def _take_font(self) -> None:
        self.setFont(theme.font(12, mono=True) if self._code else theme.font(13))


class TextBody(Body):
    """One short text; grows with it, and scrolls when it is long."""

    def __init__(self, text: str, *, code: bool = False, json: bool = False) -> None:
        super().__init__()
        self.view = ReadOnlyText(text, code=code, json=json)
        self.view.rewrapped.connect(self.extent_changed)
        self.setLayout(column(self.view, margins=(4, 0, 2, 2), gap=0))

    @property
    def text(self) -> str:
        return self.view.toPlainText()

    @override
    def extent(self) -> tuple[int, int]:
        return self.view.heights(_LINES_AT_LEAST)
