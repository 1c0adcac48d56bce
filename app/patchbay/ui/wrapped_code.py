"""What a machine reads, in a box that wraps it and is as tall as that needs."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractButton, QFrame, QPlainTextEdit, QSizePolicy
from typing_extensions import override

from patchbay.ui import theme

_WRAP = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
_MARGIN = 2
_FRAME = 10
"""Border and padding of the style sheet, above and below."""
_BUTTON = 26


class WrappedCode(QPlainTextEdit):
    """A text that can be read, selected and copied whole; scrolls when it has too many lines.

    `buttons` stand in its upper right corner.
    """

    def __init__(
        self, text: str, name: str, *, most_lines: int = 6, buttons: Sequence[QAbstractButton] = ()
    ) -> None:
        super().__init__()
        self._most_lines, self._buttons = most_lines, tuple(buttons)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("code", "tail")
        self.setAccessibleName(name)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setWordWrapMode(_WRAP)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.document().setDocumentMargin(_MARGIN)
        for button in self._buttons:
            button.setParent(self)
        self.dress()
        self.setPlainText(text)

    def dress(self) -> None:
        """Take font and margins from the theme."""
        self.setFont(theme.font(12, mono=True))
        self.setViewportMargins(0, 0, theme.px(_BUTTON) * len(self._buttons), 0)

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
        return self._tall(min(self._lines_at(width), self._most_lines))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fits = self._lines_at(self.width()) < self._most_lines
        # Rounding must not bring a bar where everything is in sight.
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        # By hand: a layout would decide about the height of the whole widget.
        bar = self.verticalScrollBar()
        right = self.width() - 4 - (bar.width() if bar.isVisible() else 0)
        for button in reversed(self._buttons):
            button.resize(button.sizeHint())
            right -= button.width()
            button.move(right, (self._tall(1) - button.height()) // 2)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.dress()
            self.updateGeometry()

    def _tall(self, lines: int) -> int:
        line = QFontMetrics(theme.font(12, mono=True)).lineSpacing()
        return max(line * lines + 2 * _MARGIN + _FRAME, theme.px(28))

    def _lines_at(self, width: int) -> int:
        """Lines the text takes, counted no further than they are shown."""
        room = width - theme.px(_BUTTON) * len(self._buttons) - 2 * _MARGIN - _FRAME
        option = QTextOption()
        option.setWrapMode(_WRAP)
        lines = 0
        for paragraph in self.toPlainText().split("\n"):
            layout = QTextLayout(paragraph, theme.font(12, mono=True))
            layout.setTextOption(option)
            layout.beginLayout()
            while lines < self._most_lines and (line := layout.createLine()).isValid():
                line.setLineWidth(max(room, 40))
                lines += 1
            layout.endLayout()
        return max(lines, 1)
