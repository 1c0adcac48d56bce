"""The document an editor writes in, and the text it stands for."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor, QTextDocument

from patchbay.core.config.document import Span
from patchbay.core.editing.splice import Splice, difference
from patchbay.ui.editor.shown import ShownText, shown_text
from patchbay.ui.editor.slicing import LARGE

_WHOLE_FROM = LARGE // 3
"""Characters from which writing all of the document takes less than writing a part."""


class Sheet(QObject):
    """Keeps a document and the text it shows the same, whichever of the two changes.

    What is typed, or changed in any other way of Qt's, is told by `typed` as a splice of the text;
    by then `before` is the text it was made in and `shown` the one after it.
    """

    typed = Signal(object)

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._document = document
        self._change: tuple[int, int, Span] | None = None
        self._selected: Span = (0, 0)
        self.shown = self.before = shown_text("")
        self._is_writing = False
        document.setUndoRedoEnabled(False)
        document.contentsChange.connect(self._collect)
        document.contentsChanged.connect(self._report)

    def write(self, shown: ShownText) -> None:
        """Show another text; only what differs on the screen is written."""
        held, self.shown = self.shown.display, shown
        self._write(held)

    def cursor(self, span: Span) -> QTextCursor:
        """A cursor that has a part of the text selected; it stands at the second offset."""
        cursor = QTextCursor(self._document)
        cursor.setPosition(self.shown.position(span[0]))
        cursor.setPosition(self.shown.position(span[1]), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _write(self, held: str) -> None:
        change = difference(held, self.shown.display)
        if not (change.removed or change.inserted):
            return
        self._is_writing = True
        if len(change.inserted) > _WHOLE_FROM:
            self._document.setPlainText(self.shown.display)
        else:
            start = units(held[: change.start])
            cursor = QTextCursor(self._document)
            cursor.setPosition(start)
            cursor.setPosition(start + units(change.removed), QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(change.inserted)
        self._is_writing = False

    def _collect(self, position: int, _removed: int, added: int) -> None:
        if not self._is_writing:
            self._change = position, added, self._selected

    def _report(self) -> None:
        if self._change is None or self._is_writing:
            return
        (position, added, selected), self._change = self._change, None
        before = self.before = self.shown
        # Qt counts the end of the document in now and then: only the lengths can be trusted.
        length = self._document.characterCount() - 1
        added = min(added, length - position)
        removed = before.length - length + added
        written = self._read(position, added)
        start, end = before.offset(position), before.offset(position + removed)
        (start, end), written = self._narrowed((start, end), written, selected)
        if written == before.seen(start, end):
            return
        inserted = written.replace("\n", before.line_end_at(start))
        splice = Splice(start, before.text[start:end], inserted)
        self.shown = before.after((splice,))
        self._mend(before, splice, written)
        self.typed.emit(splice)

    @property
    def is_changing(self) -> bool:
        """Whether the document and `shown` are not the same yet."""
        return self._is_writing or self._change is not None

    def stand(self, selected: Span) -> None:
        """What is selected now, by offsets."""
        self._selected = selected

    def _narrowed(self, span: Span, written: str, selected: Span) -> tuple[Span, str]:
        """Without what Qt names as changed though it is the same: an input method's whole line.

        If it can have been the selection that was written over, it was: among dots, and among
        line ends of several kinds, the letters alone do not tell.
        """
        before, (start, end) = self.shown, span
        first, last = selected
        if start <= first and last <= end:
            left, right = before.seen(start, first), before.seen(last, end)
            is_long = len(written) >= len(left) + len(right)
            if is_long and written.startswith(left) and written.endswith(right):
                return selected, written[len(left) : len(written) - len(right)]
        return _trimmed(before, span, written)

    def _read(self, position: int, length: int) -> str:
        cursor = QTextCursor(self._document)
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n")

    def _mend(self, before: ShownText, splice: Splice, written: str) -> None:
        """Show what was typed as it is shown: in a secret as a dot, two line ends joined as one."""
        seen = self.shown.seen(*splice.written)
        length = before.length + units(written) - units(before.seen(splice.start, splice.end))
        if seen != written or length != self.shown.length:
            start = len(before.seen(before.begin, splice.start))
            end = start + len(before.seen(splice.start, splice.end))
            self._write(before.display[:start] + written + before.display[end:])


def units(text: str) -> int:
    """How many positions a text takes in a document."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _trimmed(before: ShownText, span: Span, written: str) -> tuple[Span, str]:
    """Without what is the same at either end."""
    seen = before.seen(*span)
    most = min(len(seen), len(written))
    same = next((at for at in range(most) if seen[at] != written[at]), most)
    most -= same
    rest = next((at for at in range(most) if seen[-1 - at] != written[-1 - at]), most)
    start = before.offset(before.position(span[0]) + units(seen[:same]))
    end = before.offset(before.position(span[1]) - units(seen[len(seen) - rest :]))
    return (start, end), written[same : len(written) - rest]
