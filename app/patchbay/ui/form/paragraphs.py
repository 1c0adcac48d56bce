"""Fields of several lines: long text, and small JSON."""

from PySide6.QtCore import QEvent, QMimeData, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QShowEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget
from typing_extensions import override

from patchbay.core.calls.arguments import parse, spell
from patchbay.core.calls.fields import ABSENT, Field, Value
from patchbay.ui import theme
from patchbay.ui.controls import Label, column
from patchbay.ui.controls.wrapping import wrap_again, wrap_for
from patchbay.ui.form import json_text
from patchbay.ui.form.descriptions import Words
from patchbay.ui.form.editor import Editor, absent_words
from patchbay.ui.form.lines import mark
from patchbay.ui.json_colours import JsonColours

LARGEST = 64 * 1024
"""Characters that can be edited in a field."""

_TEXT_LINES, _CODE_LINES = 6, 12


class Paragraph(QPlainTextEdit):
    """A field as tall as its text, up to a number of lines; Tab leaves it."""

    left = Signal()
    emptied = Signal()

    def __init__(self, most_lines: int, *, code: bool = False) -> None:
        super().__init__()
        self._most_lines, self._code = most_lines, code
        self.setProperty("field", "true")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(60)
        self.document().setDocumentMargin(2)
        self.setViewportMargins(4, 0, 4, 0)  # in line with the fields of one line
        if code:
            self.setProperty("mono", "true")
            self._colours = JsonColours(self.document())
            self._coloured_for = theme.colour("text").rgba()
        self._take_font()
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(lambda: wrap_again(self))

    def text(self) -> str:
        return json_text.read(self.document())

    def set_text(self, text: str) -> None:
        wrap_for(self, text)
        self.setPlainText(text)

    @override
    def sizeHint(self) -> QSize:
        lines = min(max(self._line_count(), 1), self._most_lines)
        around = 2 * round(self.document().documentMargin()) + theme.px(8)
        height = self.fontMetrics().lineSpacing() * lines + around
        return QSize(120, max(height, theme.px(28)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Backspace and self.document().isEmpty():
            self.emptied.emit()
        elif plain and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")
        else:
            super().keyPressEvent(event)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        wrap_for(self, source.text())
        super().insertFromMimeData(source)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            QTimer.singleShot(0, self, self._fit)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._take_font()
            colours = theme.colour("text").rgba()
            if self._code and colours != self._coloured_for:
                self._coloured_for = colours
                self._colours.rehighlight()

    def _take_font(self) -> None:
        self.setFont(theme.font(12, mono=True) if self._code else theme.font(13))

    def _line_count(self) -> int:
        lines, block = 0, self.document().begin()
        while block.isValid() and lines < self._most_lines:
            self.document().documentLayout().blockBoundingRect(block)
            lines += max(block.lineCount(), 1)
            block = block.next()
        return lines

    def _fit(self) -> None:
        height = self.sizeHint().height()
        more = self._line_count() >= self._most_lines
        policy = Qt.ScrollBarPolicy
        bar = policy.ScrollBarAsNeeded if more else policy.ScrollBarAlwaysOff
        if bar != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(bar)
        if height != self.minimumHeight():
            self.setFixedHeight(height)


class ParagraphEditor(Editor):
    """A value as text of several lines; stays exactly as given until somebody types."""

    def __init__(self, field: Field, most_lines: int, *, code: bool = False) -> None:
        super().__init__(field)
        self._given: Value = ABSENT
        self._text = ""
        self.page = Paragraph(most_lines, code=code)
        self._column = column(self.page, gap=2)
        self.setLayout(self._column)
        self.page.textChanged.connect(self._changed)
        self.page.emptied.connect(self.forget)
        self.page.left.connect(self.left)
        self._say_absent()

    @override
    def target(self) -> QWidget:
        return self.page

    @override
    def show_bad(self, *, bad: bool) -> None:
        mark(self.page, bad=bad)

    def _show(self, value: Value, text: str) -> None:
        self._given = value
        with QSignalBlocker(self.page):
            self.page.set_text(text)
        self._text = self.page.text()
        self._say_absent()

    def _changed(self) -> None:
        """Qt also tells of new colours; only another text is an edit."""
        text = self.page.text()
        if text != self._text:
            self._text = text
            self._take(text)
            self._say_absent()
            self.edited.emit()

    def _take(self, text: str) -> None:
        raise NotImplementedError

    def _say_absent(self) -> None:
        empty = isinstance(self._given, str) and not self._given
        self.page.setPlaceholderText("empty text" if empty else absent_words(self.field))


class LongTextEditor(ParagraphEditor):
    """Text of several lines; Enter begins another one."""

    def __init__(self, field: Field) -> None:
        super().__init__(field, _TEXT_LINES)

    @classmethod
    @override
    def holds(cls, field: Field, value: Value) -> bool:
        return value is ABSENT or (isinstance(value, str) and len(value) <= LARGEST)

    @override
    def value(self) -> Value:
        return self._given

    @override
    def set_value(self, value: Value) -> None:
        self._show(value, value if isinstance(value, str) else "")

    @override
    def fault(self) -> str:
        return "" if self._given is ABSENT else parse(self.field, self._given).message

    @override
    def _take(self, text: str) -> None:
        self._given = text


class JsonEditor(ParagraphEditor):
    """A small piece of JSON, for what no other field can show; says why it is one."""

    def __init__(self, field: Field) -> None:
        super().__init__(field, _CODE_LINES, code=True)
        self._fault = ""
        if field.reason:
            why = Words(f"As JSON: {field.reason}", "hint")
            self._column.addWidget(why)

    @classmethod
    @override
    def holds(cls, field: Field, value: Value) -> bool:
        return value is ABSENT or len(spell(field, value)) <= LARGEST

    @override
    def value(self) -> Value:
        return self._given

    @override
    def set_value(self, value: Value) -> None:
        self._fault = ""
        self._show(value, json_text.written(self.field, value))

    @override
    def fault(self) -> str:
        return self._fault

    @property
    @override
    def is_unreadable(self) -> bool:
        return bool(self._fault) and self._given is ABSENT

    @override
    def _take(self, text: str) -> None:
        read = parse(self.field, text)
        self._fault = read.message if text.strip() else ""
        self._given = ABSENT if read.message else read.value


class KeptEditor(Editor):
    """A value too large to be edited here: kept exactly as it came, until it is removed."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self._value: Value = ABSENT
        self._words = Label("", "hint", wrap=True)
        self._words.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setLayout(column(self._words, gap=0))

    @classmethod
    @override
    def holds(cls, field: Field, value: Value) -> bool:
        return True

    @override
    def value(self) -> Value:
        return self._value

    @override
    def set_value(self, value: Value) -> None:
        self._value = value
        size = len(spell(self.field, value))
        self._words.setText(f"{size:,} characters, sent as they are; edit them in the JSON view")

    @override
    def target(self) -> QWidget:
        return self._words
