"""The pane of a config's text: its head, the bars that find, and the editor."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.config.document import Span
from patchbay.core.config.model import Place, Problem
from patchbay.ui.controls import (
    ElidedLabel,
    IconButton,
    IconLabel,
    Label,
    column,
    frame,
    hline,
    row,
)
from patchbay.ui.editor.editor import CodeEditor
from patchbay.ui.editor.find_bar import FindBar
from patchbay.ui.editor.indents import unit_words
from patchbay.ui.editor.line_bar import LineBar
from patchbay.ui.editor.shown import ShownText

_CTRL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_NONE = Qt.KeyboardModifier.NoModifier


class TextPane(QWidget):
    """Shows a text and lets it be edited; secrets show while the eye is pressed.

    `kind` and `encoding` are words for the head, as `JSON with comments` and `UTF-8`.
    """

    def __init__(self, kind: str, encoding: str = "UTF-8", *, yaml: bool = False) -> None:
        super().__init__()
        self._kind, self._encoding = kind, encoding
        self.editor = CodeEditor(yaml=yaml)
        self.find_bar, self.line_bar = FindBar(self.editor), LineBar(self.editor)
        self.about = ElidedLabel("", "hint")
        self._undo = IconButton("undo-2", "Undo", keys="Ctrl+Z")
        self._redo = IconButton("redo-2", "Redo", keys="Ctrl+Y")
        self._find = IconButton("search", "Find in the text", keys="Ctrl+F")
        self._eye = IconButton("eye", "Show secrets while pressed")
        self._why = Label("", "small", wrap=True)
        reading = row(IconLabel("lock", "text3", 14), (self._why, 1), margins=(16, 5, 12, 6))
        self._locked = frame("topbar", reading)
        self._keys = {
            (_CTRL, Qt.Key.Key_F): self.open_find,
            (_CTRL, Qt.Key.Key_H): self.open_replace,
            (_CTRL, Qt.Key.Key_G): self.open_line,
            (_NONE, Qt.Key.Key_F3): self.find_next,
            (_SHIFT, Qt.Key.Key_F3): self.find_previous,
        }
        self._build()
        self._connect()

    def show_text(self, text: ShownText) -> None:
        """Show another state of the text; it must be of the newest one."""
        self.editor.show_text(text)

    def set_history(self, *, undo: bool, redo: bool) -> None:
        """Whether there is something to undo and to redo."""
        self._undo.setEnabled(undo)
        self._redo.setEnabled(redo)
        self.editor.set_history(undo=undo, redo=redo)

    def set_encoding(self, encoding: str) -> None:
        self._encoding = encoding
        self._say()

    def set_problems(self, problems: Sequence[Problem]) -> None:
        self.editor.set_problems(problems)

    def set_entry_lines(self, lines: Span | None) -> None:
        self.editor.set_entry_lines(lines)

    def set_read_only(self, reason: str) -> None:
        self.editor.set_read_only(reason)

    def mark(self, span: Span | None) -> None:
        self.editor.mark(span)

    def go_to(self, place: Place) -> None:
        self.editor.go_to(place)

    def open_find(self) -> None:
        self.line_bar.hide()
        self.find_bar.open()

    def open_replace(self) -> None:
        self.line_bar.hide()
        self.find_bar.open(replacing=True)

    def open_line(self) -> None:
        self.find_bar.hide()
        self.editor.set_hits(())
        self.line_bar.open()

    def find_next(self) -> None:
        if self.find_bar.words.text():
            self.find_bar.next()
        else:
            self.open_find()

    def find_previous(self) -> None:
        if self.find_bar.words.text():
            self.find_bar.previous()
        else:
            self.open_find()

    @override
    def event(self, event: QEvent) -> bool:
        # Before the shortcuts of the window, which may mean something else by the same keys.
        is_early = event.type() is QEvent.Type.ShortcutOverride
        if is_early and isinstance(event, QKeyEvent) and self._act(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if act := self._act(event):
            act()
        elif event.key() == Qt.Key.Key_Escape and self._close_bars():
            self.editor.setTabChangesFocus(self.editor.isReadOnly())
        else:
            super().keyPressEvent(event)

    def _act(self, event: QKeyEvent) -> Callable[[], None] | None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return self._keys.get((modifiers, Qt.Key(event.key())))

    def _close_bars(self) -> bool:
        """Whether there was one to close."""
        if self.find_bar.isVisible():
            self.find_bar.close_bar()
        elif self.line_bar.isVisible():
            self.line_bar.close_bar()
        else:
            return False
        return True

    def _build(self) -> None:
        tools = row(self._undo, self._redo, self._find, self._eye, gap=4)
        head = row(Label("Text", "section"), (self.about, 1), tools, margins=(16, 2, 12, 2))
        bars = (self._locked, self.find_bar, self.line_bar)
        self._locked.hide()
        self._eye.hide()
        self.setLayout(column(head, hline(), *bars, (self.editor, 1), gap=0))
        self.setMinimumWidth(220)
        self.set_history(undo=False, redo=False)
        self._say()

    def _connect(self) -> None:
        self._undo.clicked.connect(self.editor.undo_wanted)
        self._redo.clicked.connect(self.editor.redo_wanted)
        self._find.clicked.connect(self.open_find)
        self._eye.pressed.connect(lambda: self.editor.reveal(secrets=True))
        self._eye.released.connect(lambda: self.editor.reveal(secrets=False))
        self.editor.text_shown.connect(self._say)
        self.editor.edited.connect(self._say)
        self.editor.edited_many.connect(self._say)
        self.editor.selectionChanged.connect(self._say_selected)
        self.editor.read_only_changed.connect(self._say_why)
        self.editor.refused.connect(self._say_why)
        self.editor.cursorPositionChanged.connect(
            lambda: self._say_why(self.editor.read_only_reason)
        )

    def _say(self) -> None:
        shown = self.editor.shown
        self._eye.setVisible(bool(shown.masks))
        indent, ends = unit_words(self.editor.unit), shown.line_ends.words
        parts = [self._kind, self._encoding, indent, ends]
        if shown.cut_above or shown.cut_below:
            lines = f"lines {shown.first_line:,} to {shown.last_line:,} of {shown.total_lines:,}"
            parts.insert(0, f"{lines} selected" if self.editor.is_all_selected else lines)
        self.about.setText("  ·  ".join(filter(None, parts)))

    def _say_selected(self) -> None:
        """Of a text that is shown in part, how much of it is selected."""
        if self.editor.shown.cut_above or self.editor.shown.cut_below:
            self._say()

    def _say_why(self, reason: str) -> None:
        self._why.setText(reason)
        self._locked.setVisible(bool(reason))
