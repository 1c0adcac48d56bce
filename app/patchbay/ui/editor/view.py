"""Shows a text with its numbers, its colours and all that is noted at it."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit
from typing_extensions import override

from patchbay.core.config.document import Span
from patchbay.core.config.model import Place, Problem
from patchbay.core.editing.lines import is_broken
from patchbay.core.editing.splice import difference
from patchbay.ui import theme
from patchbay.ui.editor.colouring import Colours
from patchbay.ui.editor.gutter import Gutter, GutterLine, show_tip
from patchbay.ui.editor.highlights import Highlights
from patchbay.ui.editor.moves import Moves
from patchbay.ui.editor.notes import Notes
from patchbay.ui.editor.sheet import Sheet
from patchbay.ui.editor.shown import ShownText
from patchbay.ui.editor.sight import TOP, Sight
from patchbay.ui.editor.slicing import line_start
from patchbay.ui.editor.structure import Structure

_TAB = 4


class CodeView(QPlainTextEdit):
    """Shows a `ShownText`; what it costs depends on the lines in sight alone.

    `slice_wanted` asks for the lines around another one, where only a part of a text is shown;
    `text_shown` tells that another state was.
    """

    slice_wanted = Signal(int)
    text_shown = Signal()

    def __init__(self, *, yaml: bool = False) -> None:
        super().__init__()
        self.yaml = yaml
        self._sheet = Sheet(self.document())
        self._colours = Colours(self.document(), yaml=yaml)
        self._notes = Notes()
        self._sight = Sight(self, self._sheet, self._notes)
        self._hits: Sequence[Span] = ()
        self._structure = Structure(self.shown, yaml=yaml)
        self._goal: Span | None = None
        self._revealed = False
        self._is_placing = False
        self._asked = False
        self._gutter = Gutter(self, self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setProperty("code", "true")
        self.setProperty("ring", "true")
        self.setAccessibleName("Text of the file")
        self.document().setDocumentMargin(0)
        self._write_left_to_right()
        self.updateRequest.connect(self._scrolled)
        self.cursorPositionChanged.connect(self._moved)
        self.selectionChanged.connect(self._selected)
        self.verticalScrollBar().valueChanged.connect(self._reached_edge)
        self._dress()

    @property
    def shown(self) -> ShownText:
        return self._sheet.shown

    @property
    def selection(self) -> Span:
        """What is selected, by offsets of the text; empty at the cursor."""
        cursor, shown = self.textCursor(), self.shown
        return shown.offset(cursor.selectionStart()), shown.offset(cursor.selectionEnd())

    @property
    def is_all_selected(self) -> bool:
        """Whether all that is shown is selected."""
        return self.selection == (self.shown.begin, self.shown.stop)

    @property
    def cursor_offset(self) -> int:
        return self.shown.offset(self.textCursor().position())

    @property
    def first_shown_line(self) -> int:
        return self.firstVisibleBlock().blockNumber() + self.shown.first_line

    @property
    def line_height(self) -> int:
        return max(QFontMetrics(theme.font(12, mono=True)).lineSpacing(), 1)

    def show_text(self, text: ShownText) -> None:
        """Show another state of the text, or another slice; cursor and lines stay in their place.

        `text` must be of the newest state: what was typed after it would be lost from sight.
        """
        before, cursor = self.shown, self.textCursor()
        if text.revealed is not self._revealed:
            text = text.with_secrets(revealed=self._revealed)
        change = () if text.text == before.text else (difference(before.text, text.text),)
        moves = Moves(change)
        places = (cursor.anchor(), cursor.position(), self.firstVisibleBlock().position())
        anchor, stand, top = (moves.offset(before.offset(place)) for place in places)
        across = self.horizontalScrollBar().value()
        self._is_placing = True
        self._set_margins(text.last_line)
        self._sheet.write(text)
        self._stand((anchor, stand) if text.holds((stand, stand)) else (top, top), top, across)
        self._is_placing = self._asked = False
        self._notes.carry(change, before)
        if not change and text.begin != before.begin:
            self._notes.place(text)
        self._tell_selection()
        self._follow_goal(moves)
        self._refresh()
        self.text_shown.emit()

    def reveal(self, *, secrets: bool) -> None:
        """Show the secrets in the text, or mask them again; nothing else moves."""
        self._revealed = secrets
        self.show_text(self.shown)

    def go_to(self, place: Place) -> None:
        """Put the cursor at a place and bring it into sight."""
        offset = self.shown.offset_at(place)
        if offset is None:
            offset = line_start(self.shown.text, place.line) + place.column - 1
        self.select((offset, offset))

    def select(self, span: Span) -> None:
        """Select a part of the text and bring it into sight, as soon as its lines are shown."""
        self._goal = span
        if not self.shown.holds(span):
            self._ask(self.shown.line_at(span[0]))
            return
        self.setTextCursor(self._sheet.cursor(span))
        self._reach()

    def mark(self, span: Span | None) -> None:
        """Mark the span that the form edited last."""
        self._notes.mark = span
        self._refresh()

    def set_problems(self, problems: Sequence[Problem]) -> None:
        self._notes.set_problems(problems, self.shown)
        self._refresh()

    def set_entry_lines(self, lines: Span | None) -> None:
        """The first and the last line of the entry that the page is about."""
        self._notes.entry_lines = lines
        self._refresh()

    def set_hits(self, hits: Sequence[Span]) -> None:
        """What was found, in order."""
        self._hits = hits
        self._refresh()

    def lines_in_sight(self) -> Iterator[GutterLine]:
        return self._sight.lines(self.textCursor().blockNumber() if self.hasFocus() else -1)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            cursor = self.cursorForPosition(event.pos())
            near = (self.cursorRect(cursor).center() - event.pos()).manhattanLength()
            found = self._notes.at(self.shown.offset(cursor.position()))
            is_near = near <= self.line_height
            show_tip("\n\n".join(each.words for each in found) if is_near else "", event, self)
            return True
        return super().viewportEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._gutter.setGeometry(0, 0, self._gutter.width(), self.height())
        self._reach()
        self._refresh()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._reach()
        self._refresh()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._refresh()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._refresh()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._dress()

    def _dress(self) -> None:
        self.setFont(theme.font(12, mono=True))
        letter = QFontMetrics(theme.font(12, mono=True)).horizontalAdvance(" ")
        self.setTabStopDistance(_TAB * letter)
        self._set_margins(self.shown.last_line)
        self._colours.forget()
        self._refresh()

    def _write_left_to_right(self) -> None:
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self.document().setDefaultTextOption(option)

    def _set_margins(self, last_line: int) -> None:
        # Only when they change: Qt lays out the whole text once more.
        wide, top = self._gutter.width_for(last_line), theme.px(TOP)
        margins = self.viewportMargins()
        if (margins.left(), margins.top()) != (wide, top):
            self.setViewportMargins(wide, top, 0, 0)
        self._gutter.setGeometry(0, 0, wide, self.height())

    def _stand(self, span: Span, top: int, across: int) -> None:
        cursor = self._sheet.cursor(span)
        held = self.textCursor()
        if (cursor.anchor(), cursor.position()) != (held.anchor(), held.position()):
            self.setTextCursor(cursor)
        block = self.document().findBlock(self.shown.position(top))
        self.verticalScrollBar().setValue(block.blockNumber())
        self.horizontalScrollBar().setValue(across)

    def _follow_goal(self, moves: Moves) -> None:
        if self._goal is None:
            return
        self._goal = moves.span(self._goal)
        line = self.shown.line_at(self._goal[0])
        if self.shown.first_line <= line <= self.shown.last_line:
            self.setTextCursor(self._sheet.cursor(self._goal))
            self._reach()
        else:
            self._ask(line)

    def _reach(self) -> None:
        """Scroll to the goal, once there is a height to place it in: a third from the top."""
        if self._goal is None or self._is_placing or not self.isVisible():
            return
        line = self.document().findBlock(self.shown.position(self._goal[0])).blockNumber()
        tall = self.viewport().height() // self.line_height
        first = self.verticalScrollBar().value()
        self._is_placing = True
        if not first <= line < first + tall - 1:
            self.verticalScrollBar().setValue(max(0, line - tall // 3))
        self.ensureCursorVisible()
        self._is_placing, self._goal = False, None

    def _scrolled(self, _room: QRect, down: int) -> None:
        self._gutter.update()
        if down:
            self._refresh()

    def _tell_selection(self) -> None:
        if not self._sheet.is_changing:
            self._sheet.stand(self.selection)

    def _moved(self) -> None:
        self._tell_selection()
        if not (self._is_placing or self._sheet.is_changing):
            self._go_on_from_edge()
            self._refresh()

    def _selected(self) -> None:
        self._tell_selection()
        if not self.textCursor().hasSelection():
            self._go_on_from_edge()

    def _go_on_from_edge(self) -> None:
        number = self.textCursor().blockNumber()
        self._reached_edge(number if number in (0, self.blockCount() - 1) else None)

    def _reached_edge(self, value: int | None) -> None:
        """Ask for more where a person comes to the first or the last line of a slice."""
        if self._is_placing or self._sheet.is_changing or value is None or not self.isVisible():
            return
        if self._holds_slice():
            return
        if value == 0 and self.shown.cut_above:
            self._ask(self.shown.first_line)
        elif value >= self.verticalScrollBar().maximum() and self.shown.cut_below:
            self._ask(self.shown.last_line)

    def _holds_slice(self) -> bool:
        """Whether several lines are selected: with other lines in sight they would be lost."""
        start, end = self.selection
        return is_broken(self.shown.text, start, end)

    def _ask(self, line: int) -> None:
        if not self._asked:
            self._asked = True
            self.slice_wanted.emit(line)

    def _refresh(self) -> None:
        """See to what is in sight."""
        if self._sheet.is_changing:
            return
        if self._structure.shown is not self.shown:
            self._structure = Structure(self.shown, yaml=self.yaml)
        first, count = self.firstVisibleBlock(), self._sight.count
        self._colours.colour(first, count, self._structure.commented)
        laid = Highlights(self._sheet, self._notes, self._sight.span())
        if self.hasFocus():
            laid.add_current_line(self.textCursor())
        laid.add_mark()
        laid.add_hits(self._hits)
        laid.add_problems()
        if self.hasFocus():
            laid.add_brackets(self._structure.pair_at(self.selection))
        self.setExtraSelections(laid.all)
        self._gutter.update()
