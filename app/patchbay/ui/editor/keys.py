"""What the keys of a text editor do beyond writing letters."""

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from patchbay.core.config.document import Span
from patchbay.core.editing.lines import line_start
from patchbay.core.editing.splice import Splice
from patchbay.ui.editor import indents
from patchbay.ui.editor.shown import ShownText

_CTRL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
UNDO = ((_CTRL, Qt.Key.Key_Z),)
REDO = ((_CTRL, Qt.Key.Key_Y), (_CTRL | _SHIFT, Qt.Key.Key_Z))


class Editing(Protocol):
    """What keys need of an editor."""

    yaml: bool
    unit: str

    @property
    def shown(self) -> ShownText: ...
    @property
    def selection(self) -> Span: ...
    @property
    def cursor_offset(self) -> int: ...
    def change(self, splices: Sequence[Splice], cursor: int | None = None) -> None: ...
    def move_to(self, offset: int, *, selecting: bool) -> None: ...
    def opener_of(self, closer: str) -> int | None: ...


class Keys:
    """Changes an editor's text the way its own lines are indented."""

    def __init__(self, editor: Editing) -> None:
        self._editor = editor
        self._acts: dict[Qt.Key, Callable[[], bool]] = {
            Qt.Key.Key_Tab: self._tab,
            Qt.Key.Key_Backtab: self._back_tab,
            Qt.Key.Key_Return: self._enter,
            Qt.Key.Key_Enter: self._enter,
        }

    def press(self, event: QKeyEvent) -> bool:
        """Whether the key did something here."""
        modifiers = event.modifiers() & ~(_SHIFT | Qt.KeyboardModifier.KeypadModifier)
        if event.key() == Qt.Key.Key_Home and not modifiers:
            return self._home(selecting=bool(event.modifiers() & _SHIFT))
        if event.text() in ("}", "]"):
            return self._close(event.text())  # AltGr writes them on many keyboards
        act = self._acts.get(Qt.Key(event.key()))
        return act() if act and not modifiers else False

    def _tab(self) -> bool:
        text, selection = self._editor.shown.text, self._editor.selection
        if any(end in text[slice(*selection)] for end in "\r\n"):
            self._editor.change(indents.indented(text, selection, self._editor.unit))
        else:
            splice = indents.to_next_stop(text, selection, self._editor.unit)
            self._editor.change((splice,), splice.written[1])
        return True

    def _back_tab(self) -> bool:
        shown = self._editor.shown
        self._editor.change(
            indents.unindented(shown.text, self._editor.selection, self._editor.unit)
        )
        return True

    def _enter(self) -> bool:
        shown, selection = self._editor.shown, self._editor.selection
        splice, cursor = indents.broken(
            shown.text,
            selection,
            self._editor.unit,
            shown.line_end_at(selection[0]),
            yaml=self._editor.yaml,
        )
        self._editor.change((splice,), cursor)
        return True

    def _close(self, closer: str) -> bool:
        """A closing bracket that begins its line stands under the line that opened it."""
        text, (start, end) = self._editor.shown.text, self._editor.selection
        begin = line_start(text, start)
        opener = None if text[begin:start].strip(" \t") else self._editor.opener_of(closer)
        if opener is None:
            return False
        blanks = text[line_start(text, opener) : indents.first_letter(text, opener)]
        splice = Splice(begin, text[begin:end], blanks + closer)
        self._editor.change((splice,), splice.written[1])
        return True

    def _home(self, *, selecting: bool) -> bool:
        text, at = self._editor.shown.text, self._editor.cursor_offset
        letter = indents.first_letter(text, at)
        begin = line_start(text, at)
        self._editor.move_to(begin if at == letter else letter, selecting=selecting)
        return True
