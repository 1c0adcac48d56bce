"""The text of a draft beside its form, and what is wrong in it."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.config.document import Span
from patchbay.core.config.model import Entry, Place, Problem
from patchbay.core.drafts.draft import Draft
from patchbay.core.drafts.live_reading import in_thread_if_long
from patchbay.core.editing.splice import Splice
from patchbay.ui import theme
from patchbay.ui.configuration.hiding import Hiding, found_in
from patchbay.ui.configuration.problem_list import ProblemList
from patchbay.ui.controls import column
from patchbay.ui.editor import TextPane, shown_text
from patchbay.ui.tasks import listen, spawn

_KINDS = {".yaml": "YAML", ".yml": "YAML", ".toml": "TOML"}
_LEAST_LINES, _AROUND_LINES = 3, 12
_NO_TEXT = "This file is no text that Patchbay can change."


class TextSide(QWidget):
    """Shows what the draft says, and tells it what is typed; the draft alone holds the text.

    Of a very large text it begins with the slice around `line`.
    """

    settled = Signal()

    def __init__(self, draft: Draft, line: int = 1) -> None:
        super().__init__()
        self._draft = draft
        self._entry: Entry | None = None
        self._goes_on = self._is_behind = False
        self._read, self._hiding = draft.file, Hiding()
        self._wanted_line: int | None = None
        self._marked: Span | None = None
        # In a turn of its own: the secrets of a large file take longer than the form beside it.
        self._masking = QTimer(self)
        self._masking.setSingleShot(True)
        self._masking.setInterval(0)
        self._masking.timeout.connect(self._mask)
        kind = _KINDS.get(draft.path.suffix.lower(), "JSON with comments")
        self.pane = TextPane(kind, _encoding(draft), yaml=kind == "YAML")
        self.problems = ProblemList()
        self._column = column((self.pane, 1), self.problems, gap=0)
        self.setLayout(self._column)
        self._connect()
        if not draft.is_settled:
            self.pane.show_text(self._hiding.guess(shown_text(draft.text), draft))
        self._show_around(line)
        self._say()
        if not draft.is_editable:
            self.pane.set_read_only(_NO_TEXT)

    def show_entry(self, entry: Entry, problems: Sequence[Problem], *, jump: bool) -> None:
        """Mark the lines of a server, and go there if the person has not been there yet."""
        self._entry = entry
        jump = jump and not self._goes_on
        if jump and not entry.parked:
            self._reach(entry.place.line)
        self._mark_entry()
        self.show_problems(problems)
        if jump and not entry.parked:
            self._column.activate()  # the problems take their room before there is a way to go
            self.pane.go_to(entry.place)

    @property
    def is_typed_in(self) -> bool:
        return self.pane.editor.hasFocus()

    def go_on_as(self, before: "TextSide") -> None:
        """Take the place of another side under the fingers of somebody who is typing there."""
        self._goes_on = True
        offset = before.pane.editor.cursor_offset
        self.pane.editor.select((offset, offset))
        self.pane.editor.setFocus()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        self.problems.show_problems(problems)
        self.pane.set_problems(problems)

    def go_to(self, place: Place) -> None:
        self._reach(place.line)
        self.pane.go_to(place)

    def visit(self, place: Place) -> None:
        """Go there, to write."""
        self.go_to(place)
        self.pane.editor.setFocus()

    def step_problem(self, step: int) -> None:
        """Go to the next problem behind the cursor, or the one before it, around the end."""
        places = sorted({each.place for each in self.problems.problems if each.place})
        if not places:
            return
        shown = self.pane.editor.shown
        line = shown.line_at(self.pane.editor.cursor_offset)
        after = [place for place in places if place.line > line]
        before = [place for place in places if place.line < line]
        self.visit((after or places)[0] if step > 0 else (before or places)[-1])

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._measure()
        if self._is_behind:
            self._is_behind = False
            self._follow()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._measure()

    @override
    def minimumSizeHint(self) -> QSize:
        # The problems give way before the text does.
        return QSize(super().minimumSizeHint().width(), self.pane.minimumSizeHint().height())

    def _measure(self) -> None:
        editor = self.pane.editor
        lines = _LEAST_LINES * QFontMetrics(editor.font()).lineSpacing()
        editor.setMinimumHeight(lines + theme.px(_AROUND_LINES))
        self._share()

    def _share(self) -> None:
        self.problems.share(self.height(), self.pane.minimumSizeHint().height())

    def _connect(self) -> None:
        draft, editor = self._draft, self.pane.editor
        editor.edited.connect(self._typed)
        editor.edited_many.connect(self._replaced)
        editor.undo_wanted.connect(draft.undo)
        editor.redo_wanted.connect(draft.redo)
        editor.slice_wanted.connect(self._show_around)
        self.problems.place_wanted.connect(self.visit)
        listen(self, draft.changed, lambda _: self._follow_in_sight())

    def _typed(self, splice: Splice) -> None:
        self._draft.type((splice,))

    def _replaced(self, splices: Sequence[Splice]) -> None:
        # All mean the same text; from its end to its beginning they may follow one another.
        self._draft.type(tuple(reversed(splices)), merges="")

    def _follow_in_sight(self) -> None:
        """The text of every server that was looked at is there, and one of them is seen."""
        if self.isVisible():
            self._follow()
        else:
            self._is_behind = True

    def _follow(self) -> None:
        draft, shown = self._draft, self.pane.editor.shown
        if draft.text != shown.text:
            self.pane.show_text(self._hiding.follow(shown, draft.text))
        if draft.is_settled and draft.file is not self._read:
            self._read = draft.file
            self._masking.start()
            if self._wanted_line is not None:
                self._show_around(self._wanted_line)
            self.settled.emit()
        self._say()

    def _mask(self) -> None:
        if self._draft.is_settled:  # else it was changed once more, and will be read again
            spawn(self, self._mask_what_was_read())

    async def _mask_what_was_read(self) -> None:
        draft, shown = self._draft, self.pane.editor.shown
        file, within = draft.file, (shown.begin, shown.stop)
        spans = await in_thread_if_long(draft.text, partial(found_in, draft, within))
        now = self.pane.editor.shown
        if draft.file is file and draft.is_settled and (now.begin, now.stop) == within:
            self.pane.show_text(self._hiding.take(now, file, spans))
        else:
            self._masking.start()

    def _say(self) -> None:
        draft = self._draft
        self.pane.set_history(undo=bool(draft.undo_label), redo=bool(draft.redo_label))
        self.pane.set_encoding(_encoding(draft))
        if draft.marked != self._marked:
            self._marked = draft.marked
            self.pane.mark(draft.marked)
            self._bring_into_sight(draft.marked)

    def _bring_into_sight(self, marked: Span | None) -> None:
        """What the form has written is to be seen; who writes in the text stays where they are."""
        editor = self.pane.editor
        if marked is None or editor.hasFocus() or not self.isVisible():
            return
        line = editor.shown.line_at(marked[0])
        if not any(each.number == line for each in editor.lines_in_sight()):
            self.go_to(Place(line, 1))

    def _show_around(self, line: int) -> None:
        """The slice around a line, as soon as it is known what is secret there.

        Of most files that is the whole text.
        """
        is_known = self._draft.is_settled
        self._wanted_line = None if is_known else line
        if is_known:
            shown = shown_text(self._draft.text, line)
            self.pane.show_text(self._hiding.read(shown, self._draft))
            self._mark_entry()

    def _reach(self, line: int) -> None:
        shown = self.pane.editor.shown
        if not shown.first_line <= line <= shown.last_line:
            self._show_around(line)

    def _mark_entry(self) -> None:
        if not (self._draft.is_settled and self._draft.file.parsed):
            return  # the lines that are marked move along with the text
        entry = self._entry
        lines = None
        if entry is not None and not entry.parked:
            shown = self.pane.editor.shown
            written = self._draft.text[entry.span[0] : entry.span[1]].rstrip()
            last = shown.line_at(entry.span[0] + len(written))
            lines = entry.place.line, last
        self.pane.set_entry_lines(lines)


def _encoding(draft: Draft) -> str:
    decoded = draft.on_disk.decoded
    name = decoded.encoding.upper()
    return f"{name} with BOM" if decoded.has_mark and name == "UTF-8" else name
