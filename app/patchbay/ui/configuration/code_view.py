"""The text of a config with line numbers, colours, its problems underlined; for reading."""

import re
from collections.abc import Iterable

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextLayout,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget
from typing_extensions import override

from patchbay.core.config.model import Place, Problem, Severity
from patchbay.ui import theme
from patchbay.ui.configuration.file_text import FileText
from patchbay.ui.configuration.tokens import Token, tokens

_GUTTER_PAD, _TOP, _BAR = 12, 8, 3
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"?|[^\s,\]}]+')
UNDERLINES = {Severity.ERROR: "danger", Severity.WARNING: "warn", Severity.NOTE: "accent"}


class CodeView(QPlainTextEdit):
    """Shows a `FileText`; only the lines in sight are ever coloured."""

    def __init__(self, *, yaml: bool = False) -> None:
        super().__init__()
        self._yaml = yaml
        self._text = FileText("", "")
        self._problems: tuple[Problem, ...] = ()
        self._goal: int | None = None
        self._coloured: set[int] = set()
        self._gutter = _Gutter(self)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setProperty("code", "true")
        self.setProperty("ring", "true")
        self.setAccessibleName("Text of the file")
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.updateRequest.connect(self._scrolled)
        self._dress()

    def show_text(self, text: FileText, problems: Iterable[Problem]) -> None:
        self._text, self._problems = text, tuple(problems)
        self._write(text.masked)
        self.go_to(Place(text.entry_lines[0] if text.entry_lines else text.first_line, 1))

    def reveal(self, *, secrets: bool) -> None:
        """Show the secrets in the text, or mask them again; nothing else moves."""
        across, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        self._write(self._text.open if secrets else self._text.masked)
        self.horizontalScrollBar().setValue(across)
        self.verticalScrollBar().setValue(down)

    def go_to(self, place: Place) -> None:
        """Bring a line into sight, a third from the top."""
        block = self.document().findBlockByNumber(place.line - self._text.first_line)
        if not block.isValid():
            return
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(place.column - 1, block.length() - 1))
        self.setTextCursor(cursor)
        self._goal = block.blockNumber()
        self._reach()

    @property
    def first_shown_line(self) -> int:
        return self.firstVisibleBlock().blockNumber() + self._text.first_line

    def paint_gutter(self, painter: QPainter, room: QRect) -> None:
        painter.fillRect(room, theme.colour("surface"))
        numbers = theme.font(11, mono=True)
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        tall = QFontMetrics(theme.font(12, mono=True)).lineSpacing()
        troubled = {p.place.line: UNDERLINES[p.severity] for p in self._problems if p.place}
        while block.isValid():
            top = round(self.blockBoundingGeometry(block).translated(offset).top())
            if top > room.bottom():
                return
            line = block.blockNumber() + self._text.first_line
            inside = self._is_inside(line)
            if inside:
                painter.fillRect(0, top + self._top(), _BAR, tall, theme.colour("accent"))
            painter.setFont(numbers)
            colour = troubled.get(line) or ("text2" if inside else "text3")
            painter.setPen(theme.colour(colour))
            place = QRect(0, top + self._top(), room.width() - theme.px(_GUTTER_PAD), tall)
            painter.drawText(
                place, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), str(line)
            )
            block = block.next()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._gutter.setGeometry(0, 0, self._gutter_width(), self.height())
        self._reach()
        self._colour()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._reach()
        self._colour()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._dress()

    def _write(self, text: str) -> None:
        # Margins first: changing them lays out the whole text once more.
        self.setViewportMargins(self._gutter_width(), self._top(), 0, 0)
        self.setPlainText(text)
        self._coloured.clear()
        self._colour()

    def _dress(self) -> None:
        self.setFont(theme.font(12, mono=True))
        self.setViewportMargins(self._gutter_width(), self._top(), 0, 0)
        self._gutter.setGeometry(0, 0, self._gutter_width(), self.height())
        self._coloured.clear()
        self._colour()

    def _top(self) -> int:
        return theme.px(_TOP)

    def _gutter_width(self) -> int:
        digits = max(len(str(self._text.last_line)), 2)
        letter = QFontMetrics(theme.font(11, mono=True)).horizontalAdvance("0")
        return letter * digits + theme.px(_GUTTER_PAD) + theme.px(14)

    def _is_inside(self, line: int) -> bool:
        span = self._text.entry_lines
        return span is not None and span[0] <= line <= span[1]

    def _reach(self) -> None:
        """Scroll to the goal, once there is a height to place it in."""
        if self._goal is None or not self.isVisible():
            return
        tall = QFontMetrics(self.font()).lineSpacing()
        above = self.viewport().height() // tall // 3
        self.verticalScrollBar().setValue(max(0, self._goal - above))
        self._goal = None

    def _scrolled(self, _room: QRect, down: int) -> None:
        self._gutter.update()
        if down:
            self._colour()

    def _colour(self) -> None:
        """Colour what is in sight: what a long file costs is then no more than a short one."""
        block = self.firstVisibleBlock()
        tall = max(QFontMetrics(theme.font(12, mono=True)).lineSpacing(), 1)
        for _ in range(self.height() // tall + 2):
            if not block.isValid():
                break
            number = block.blockNumber()
            if number not in self._coloured:
                self._coloured.add(number)
                block.layout().setFormats(self._of_line(block))
                self.document().markContentsDirty(block.position(), block.length())
            block = block.next()
        self._gutter.update()

    def _of_line(self, block: QTextBlock) -> list[QTextLayout.FormatRange]:
        line = block.blockNumber() + self._text.first_line
        commented = line in self._text.commented
        marks = [
            _mark(token.start, token.end, _ink(token))
            for token in tokens(block.text(), yaml=self._yaml, commented=commented)
        ]
        marks += [
            _underline(block.text(), problem.place.column - 1, problem.severity)
            for problem in self._problems
            if problem.place is not None and problem.place.line == line
        ]
        return marks


class _Gutter(QWidget):
    """The line numbers, at the left of the text."""

    def __init__(self, view: CodeView) -> None:
        super().__init__(view)
        self._view = view

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.width(), 0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._view.paint_gutter(painter, self.rect())
        painter.end()


def _ink(token: Token) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setForeground(theme.colour(token.colour))
    if token.italic:
        look.setFontItalic(True)
    return look


def _mark(start: int, end: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    mark = QTextLayout.FormatRange()
    # The stubs do not tell that these are plain attributes.
    mark.start, mark.length = start, end - start  # pyright: ignore[reportAttributeAccessIssue]
    mark.format = look  # pyright: ignore[reportAttributeAccessIssue]
    return mark


def _underline(line: str, start: int, severity: Severity) -> QTextLayout.FormatRange:
    look = QTextCharFormat()
    look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    look.setUnderlineColor(theme.colour(UNDERLINES[severity]))
    word = _WORD.match(line, start)
    return _mark(start, word.end() if word else start + 1, look)
