"""Edits the text of a config; what is written goes out as splices, never as a whole text."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QTextCursor,
)
from PySide6.QtWidgets import QMenu
from typing_extensions import override

from patchbay.core.config.document import Span
from patchbay.core.editing.splice import Splice
from patchbay.ui.controls.masked import masked_words
from patchbay.ui.editor.copied import Copied
from patchbay.ui.editor.indents import DEFAULT_UNIT, unit_of
from patchbay.ui.editor.keys import REDO, UNDO, Keys
from patchbay.ui.editor.moves import Moves
from patchbay.ui.editor.shown import LONGEST_LINE, ShownText
from patchbay.ui.editor.view import CodeView

_LEAVING = "Tab indents; press Escape, then Tab, to leave the text."
_READING = Qt.TextInteractionFlag.TextSelectableByMouse | (
    Qt.TextInteractionFlag.TextSelectableByKeyboard
)


class CodeEditor(CodeView):
    """Lets a person change the text it shows, which belongs to somebody else.

    `edited` tells one `Splice`, `edited_many` a tuple of them in ascending order that are one
    step; by then `shown` is the text after them. Undo and redo are only asked for. `refused` tells
    why something was not pasted.
    """

    edited = Signal(object)
    edited_many = Signal(object)
    undo_wanted = Signal()
    redo_wanted = Signal()
    refused = Signal(str)
    read_only_changed = Signal(str)

    def __init__(self, *, yaml: bool = False) -> None:
        self.unit = DEFAULT_UNIT
        self._reasons: dict[str, str] = {}
        self._history = (False, False)
        self._takes_drops = True
        super().__init__(yaml=yaml)
        self._keys = Keys(self)
        self._sheet.typed.connect(self._typed)
        self._allow()

    @property
    def read_only_reason(self) -> str:
        """Why nothing can be written; empty when it can."""
        return next(iter(self._reasons.values()), "")

    @override
    def show_text(self, text: ShownText) -> None:
        self.unit = unit_of(text.lines)
        super().show_text(text)
        line = text.too_long_line
        self._forbid(
            "line",
            f"Line {line:,} is longer than {LONGEST_LINE:,} characters, so the text can only be"
            " read here."
            if line
            else "",
        )

    def set_read_only(self, reason: str) -> None:
        """Let nothing be written, for a reason; write again without one."""
        self._forbid("set", reason)

    def set_history(self, *, undo: bool, redo: bool) -> None:
        """What the context menu offers."""
        self._history = undo, redo

    def change(
        self, splices: Sequence[Splice], cursor: int | None = None, masked: Iterable[Span] = ()
    ) -> None:
        """Change the text as a person does.

        `cursor` is an offset of the new text, `masked` are secrets in it that were not there.
        """
        if not splices or self.isReadOnly():
            return
        before, held = self.shown, self.textCursor()
        moves = Moves(splices)
        anchor = moves.offset(before.offset(held.anchor()), after=True)
        stand = moves.offset(before.offset(held.position()), after=True)
        if cursor is not None:
            anchor = stand = cursor
        self._is_placing = True
        self._sheet.write(before.after(splices, masked))
        self.setTextCursor(self._sheet.cursor((anchor, stand)))
        self._is_placing = False
        self._changed(before, splices)
        self.ensureCursorVisible()

    def move_to(self, offset: int, *, selecting: bool) -> None:
        cursor = self.textCursor()
        mode = QTextCursor.MoveMode.KeepAnchor if selecting else QTextCursor.MoveMode.MoveAnchor
        cursor.setPosition(self.shown.position(offset), mode)
        self.setTextCursor(cursor)

    def opener_of(self, closer: str) -> int | None:
        """Where the bracket stands that one written at the cursor would close."""
        return self._structure.opener_of(closer, self.selection[0])

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and _is_one_of(event, UNDO + REDO):
            event.accept()
            return event.type() is QEvent.Type.ShortcutOverride or super().event(event)
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        escape = event.key() == Qt.Key.Key_Escape
        self.setTabChangesFocus(escape or self.isReadOnly())
        if _is_one_of(event, UNDO):
            self.undo_wanted.emit()
        elif _is_one_of(event, REDO):
            self.redo_wanted.emit()
        elif escape or _is_for_others(event):
            event.ignore()
        elif not self._leaves_slice(event) and (self.isReadOnly() or not self._keys.press(event)):
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.setTabChangesFocus(self.isReadOnly())

    @override
    def createMimeDataFromSelection(self) -> QMimeData:
        """As it is seen: a masked secret leaves as dots, and comes back only in an editor."""
        data, span = QMimeData(), self.selection
        seen = self.shown.seen(*span)
        data.setText(seen)
        if self.shown.hides(span) or masked_words(seen):
            Copied.of(self.shown, span).put_in(data)
        return data

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return self._takes_drops and source.hasText() and not self.isReadOnly()

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        start, end = self.selection
        self._write_brought(source, start, self.shown.text[start:end])

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.ignore()  # the window opens files
        else:
            super().dragEnterEvent(event)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        wanted = self.canInsertFromMimeData(event.mimeData())
        # Qt only ends the drag: what it would write is more than what was dropped.
        self._takes_drops = False
        super().dropEvent(event)
        self._takes_drops = True
        if not wanted:
            return
        own = event.source() in (self, self.viewport())
        moving = own and event.proposedAction() is Qt.DropAction.MoveAction
        place = self.cursorForPosition(event.position().toPoint()).position()
        self.drop(event.mimeData(), self.shown.offset(place), moving=moving)
        event.setDropAction(Qt.DropAction.MoveAction if moving else Qt.DropAction.CopyAction)
        event.accept()

    def drop(self, source: QMimeData, offset: int, *, moving: bool) -> None:
        """Write what was dropped; with `moving` it is the selection that goes there."""
        start, end = self.selection
        if not moving:
            self._write_brought(source, offset, "")
        elif not start <= offset <= end:
            taken = Copied.of(self.shown, (start, end))
            splices = [Splice(start, taken.text, ""), Splice(offset, "", taken.text)]
            begin = offset - len(taken.text) if offset > end else offset
            ascending = sorted(splices, key=lambda splice: splice.start)
            self.change(ascending, begin + len(taken.text), taken.masks_at(begin))

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def menu(self) -> QMenu:
        """What can be done at the cursor."""
        menu = QMenu(self)
        writes, selects = not self.isReadOnly(), self.textCursor().hasSelection()
        undo, redo = self._history
        keys = QKeySequence.StandardKey
        acts = (
            ("Undo", keys.Undo, self.undo_wanted.emit, undo and writes),
            ("Redo", keys.Redo, self.redo_wanted.emit, redo and writes),
            None,
            ("Cut", keys.Cut, self.cut, writes and selects),
            ("Copy", keys.Copy, self.copy, selects),
            ("Paste", keys.Paste, self.paste, writes and self.canPaste()),
            None,
            ("Select all", keys.SelectAll, self.selectAll, True),
        )
        for act in acts:
            if act is None:
                menu.addSeparator()
            else:
                words, key, do, enabled = act
                menu.addAction(words, QKeySequence(key), do).setEnabled(enabled)
        return menu

    def _leaves_slice(self, event: QKeyEvent) -> bool:
        """Whether a key led to an end of the whole text that is not shown."""
        if event.matches(QKeySequence.StandardKey.MoveToStartOfDocument) and self.shown.cut_above:
            self.select((0, 0))
            return True
        if event.matches(QKeySequence.StandardKey.MoveToEndOfDocument) and self.shown.cut_below:
            self.select((len(self.shown.text), len(self.shown.text)))
            return True
        return False

    def _typed(self, splice: Splice) -> None:
        self._changed(self._sheet.before, (splice,))

    def _changed(self, before: ShownText, splices: Sequence[Splice]) -> None:
        self._tell_selection()
        self._notes.carry(splices, before)
        self._set_margins(self.shown.last_line)
        self._refresh()
        if len(splices) == 1:
            self.edited.emit(splices[0])
        else:
            self.edited_many.emit(tuple(splices))

    def _write_brought(self, source: QMimeData, offset: int, removed: str) -> None:
        """Write what is pasted or dropped, unless dots stand in it for secrets nobody knows."""
        copied = Copied.brought(source, self.shown.line_end_at(offset))
        if not copied.is_known and (why := masked_words(copied.text)):
            self.refused.emit(why)
            return
        splice = Splice(offset, removed, copied.text)
        self.change((splice,), splice.written[1], copied.masks_at(offset))

    def _forbid(self, what: str, reason: str) -> None:
        self._reasons.pop(what, None)
        if reason:
            self._reasons[what] = reason
        self._allow()

    def _allow(self) -> None:
        reads_only = bool(self._reasons)
        if self.isReadOnly() is not reads_only or not self.accessibleDescription():
            self.setReadOnly(reads_only)
            if reads_only:
                self.setTextInteractionFlags(_READING)
            self.setTabChangesFocus(reads_only)
        self.setAccessibleDescription(self.read_only_reason or _LEAVING)
        self.read_only_changed.emit(self.read_only_reason)


def _is_one_of(event: QKeyEvent, keys: Sequence[tuple[Qt.KeyboardModifier, Qt.Key]]) -> bool:
    return (event.modifiers(), event.key()) in keys


def _is_for_others(event: QKeyEvent) -> bool:
    """Ctrl+Enter runs, Ctrl+F finds: what would write nothing is left to the page."""
    ctrl = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return bool(ctrl) and event.key() in (
        Qt.Key.Key_Return,
        Qt.Key.Key_Enter,
        Qt.Key.Key_F,
        Qt.Key.Key_G,
        Qt.Key.Key_H,
        Qt.Key.Key_K,
    )
