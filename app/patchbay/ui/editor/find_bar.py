"""Finding and replacing in the text of an editor."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit
from typing_extensions import override

from patchbay.core.config.document import Span
from patchbay.core.editing.splice import Splice
from patchbay.ui.controls import STRETCH, Button, IconButton, Label, SearchField, column, frame, row
from patchbay.ui.editor.editor import CodeEditor
from patchbay.ui.editor.search import MOST_COUNTED, Query, counted
from patchbay.ui.editor.slicing import LARGE

_WHOLE_UP_TO = 2 * LARGE
_LONGEST_TAKEN = 200


class FindBar(QFrame):
    """Leads from hit to hit and replaces them; what is masked is neither found nor replaced.

    In a large text the hits of the shown lines are counted and replaced; next and previous go
    through all of it.
    """

    closed = Signal()

    def __init__(self, editor: CodeEditor) -> None:
        super().__init__()
        self._editor = editor
        self._hits: list[Span] = []
        self.setProperty("ground", "topbar")
        self.words = SearchField("Find")
        self.replacement = QLineEdit()
        self.replacement.setPlaceholderText("Replace with")
        self.replacement.setAccessibleName("Replace with")
        self.case = _toggle("Aa", "Match case", self._count)
        self.whole = _toggle("Word", "Whole words only", self._count)
        self.count = Label("", "hint")
        self._replacing = frame("")
        self._build()
        self.words.textEdited.connect(self._search)
        self._editor.text_shown.connect(self._count)
        self._editor.edited.connect(self._count)
        self._editor.edited_many.connect(self._count)
        self._editor.cursorPositionChanged.connect(self._say)
        self.hide()

    def open(self, *, replacing: bool = False) -> None:
        """Show the bar with what is selected; with the row that replaces only when it can."""
        self._replacing.setVisible(replacing and not self._editor.isReadOnly())
        start, end = span = self._editor.selection
        taken = self._editor.shown.text[start:end]
        is_short = len(taken) <= _LONGEST_TAKEN and taken.splitlines() == [taken]
        if is_short and not self._editor.shown.hides(span):
            self.words.setText(taken)
        field = self.replacement if replacing and self.isVisible() else self.words
        self.show()
        field.setFocus()
        field.selectAll()
        self._count()

    def close_bar(self) -> None:
        self.hide()
        self._hits = []
        self._editor.set_hits(())
        self._editor.setFocus()
        self.closed.emit()

    def next(self) -> None:
        shown = self._editor.shown
        self._go(self._query.next(shown.text, self._editor.selection[1], shown.hides))

    def previous(self) -> None:
        shown = self._editor.shown
        self._go(self._query.previous(shown.text, self._editor.selection[0], shown.hides))

    def replace(self) -> None:
        """Replace the hit that is selected and go to the next; without one only go."""
        start, end = span = self._editor.selection
        if span in self._hits:
            removed, inserted = self._editor.shown.text[start:end], self.replacement.text()
            self._editor.change((Splice(start, removed, inserted),), start + len(inserted))
        self.next()

    def replace_all(self) -> None:
        """Replace every hit of what is shown, as one step."""
        shown, written = self._editor.shown, self.replacement.text()
        hits = self._query.hits(shown.text, shown.begin, shown.stop)
        splices = [
            Splice(start, shown.text[start:end], written)
            for start, end in hits
            if not shown.hides((start, end))
        ]
        self._editor.change(splices)
        self.count.setText(f"{len(splices):,} replaced")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not _has_ctrl(event):
            self._enter(back=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            super().keyPressEvent(event)

    @property
    def _query(self) -> Query:
        return Query(self.words.text(), self.case.isChecked(), self.whole.isChecked())

    def _build(self) -> None:
        back = _icon("chevron-up", "Previous hit", self.previous, "Shift+F3")
        forth = _icon("chevron-down", "Next hit", self.next, "F3")
        close = _icon("x", "Close the find bar", self.close_bar, "Esc")
        one = Button("Replace")
        every = Button("All", tip="Replace every hit")
        every.setAccessibleName("Replace all")
        one.clicked.connect(self.replace)
        every.clicked.connect(self.replace_all)
        self._replacing.setLayout(row((self.replacement, 1), one, every, gap=4))
        first = row((self.words, 1), self.case, self.whole, gap=4)
        second = row(self.count, STRETCH, back, forth, close, gap=4)
        found = row((first, 1), second, gap=8)
        self.setLayout(column(found, self._replacing, margins=(16, 5, 12, 6), gap=4))
        self.count.setMinimumWidth(self.count.fontMetrics().horizontalAdvance("88 of 888"))

    def _enter(self, *, back: bool) -> None:
        if self.replacement.hasFocus():
            self.replace()
        elif back:
            self.previous()
        else:
            self.next()

    def _search(self) -> None:
        """Go to the first hit from the cursor on, as long as it is in the lines shown."""
        self._count()
        start = self._editor.selection[0]
        after = [hit for hit in self._hits if hit[0] >= start]
        if found := after or self._hits:
            self._go(found[0])

    def _go(self, hit: Span | None) -> None:
        if hit is None:
            self.count.setText("No hits" if self.words.text() else "")
        else:
            self._editor.select(hit)
            self._say()

    def _count(self) -> None:
        if not self.isVisible():
            return
        shown = self._editor.shown
        part = (0, len(shown.text)) if self._counts_all else (shown.begin, shown.stop)
        self._hits = counted(self._query, shown.text, part, shown.hides)
        self._editor.set_hits(self._hits)
        self._say()

    @property
    def _counts_all(self) -> bool:
        return len(self._editor.shown.text) <= _WHOLE_UP_TO

    def _say(self) -> None:
        if self.isVisible():
            self.count.setText(self._counted() if self.words.text() else "")

    def _counted(self) -> str:
        total = len(self._hits)
        if not self._counts_all:
            return f"{total:,} in these lines"
        if not total:
            return "No hits"
        many = f"{total:,}" if total <= MOST_COUNTED else f"over {MOST_COUNTED:,}"
        selection = self._editor.selection
        if selection in self._hits:
            return f"{self._hits.index(selection) + 1:,} of {many}"
        return f"{many} hit{'s' if total != 1 else ''}"


def _toggle(words: str, name: str, act: Callable[[], object]) -> Button:
    button = Button(words, "iconsm", tip=name)
    button.setCheckable(True)
    button.setAccessibleName(name)
    button.toggled.connect(act)
    return button


def _icon(icon: str, name: str, act: Callable[[], object], keys: str) -> IconButton:
    button = IconButton(icon, name, small=True, keys=keys)
    button.clicked.connect(act)
    return button


def _has_ctrl(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
