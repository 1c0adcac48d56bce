"""The comparison of two runs, in the place of a single result."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLayout, QWidget
from shiboken6 import Shiboken
from typing_extensions import override

from patchbay.core.calls.comparable import MOST_COMPARED, MOST_LINES, Likeness, likeness
from patchbay.core.calls.comparing import ended
from patchbay.core.calls.run import Run, RunKind
from patchbay.core.errors import AppError
from patchbay.ui.controls import IconLabel, Label, column, row, scroll
from patchbay.ui.results.compare import reading
from patchbay.ui.results.compare.head import Head
from patchbay.ui.results.compare.pictures import Pictures
from patchbay.ui.results.compare.reading import Pair
from patchbay.ui.results.compare.section import Section
from patchbay.ui.results.opening import Opener
from patchbay.ui.tasks import spawn

_CUT = (
    f"Of each side the first {MOST_COMPARED:,} characters or {MOST_LINES:,} lines are compared "
    "line by line, the whole by its SHA-256 digest."
)


class Comparison(QWidget):
    """Shows what differs between two ended runs of one thing; the person chooses which.

    F7 and Shift+F7 go from change to change, Esc closes.
    """

    close_wanted = Signal()

    def __init__(self, runs: Sequence[Run], pair: tuple[Run, Run], opener: Opener) -> None:
        super().__init__()
        self._opener = opener
        self._runs = ended(runs)
        self._pair = pair
        self._before = QApplication.focusWidget()
        self.head = Head()
        self._icon, self.summary = IconLabel("circle-check", "ok"), Label("", "label", wrap=True)
        asked = "Address" if pair[0].kind is RunKind.RESOURCE else "Arguments"
        self.arguments, self.result = Section(asked), Section("Result")
        self.pictures = Pictures()
        self._note = Label("", "hint", wrap=True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName("Comparison of two runs")
        self.setLayout(column(self.head, self._said(), (scroll(self._content()), 1), gap=0))
        self.head.close_wanted.connect(self.close_wanted)
        self.head.chosen.connect(self._compare)
        self._work: asyncio.Task[None] | None = None
        self._compare(*pair)

    @property
    def runs(self) -> tuple[Run, Run]:
        """The older and the newer run."""
        return self._pair

    @property
    def settled(self) -> bool:
        """All that differs is shown."""
        is_read = self._work is None or self._work.done()
        return is_read and self.arguments.settled and self.result.settled

    def set_runs(self, runs: Sequence[Run]) -> None:
        """Say which runs there are now; without one of the two compared there is no comparison."""
        known = ended(runs)
        if not set(self._pair) <= set(known):
            self.close_wanted.emit()
        elif known != self._runs:
            self._runs = known
            self.head.show_pair(known, *self._pair)

    def give_focus_back(self) -> bool:
        """Give it to whoever had it before, if the comparison has it now."""
        before, has = self._before, QApplication.focusWidget()
        if has is None or not (has is self or self.isAncestorOf(has)):
            return True
        if before is None or not Shiboken.isValid(before) or not before.isVisible():
            return False
        before.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_wanted.emit()
        elif event.key() == Qt.Key.Key_F7 and (section := self._first_with_changes()):
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            section.difference.setFocus(Qt.FocusReason.ShortcutFocusReason)
            section.difference.lines.go_to_change(-1 if back else 1)
        else:
            super().keyPressEvent(event)

    def _said(self) -> QLayout:
        """What is said of both runs: it stays while the differences are scrolled."""
        line = row(column(self._icon, None, margins=(0, 1, 0, 0)), (self.summary, 1))
        return column(line, self._note, margins=(16, 10, 16, 0), gap=4)

    def _content(self) -> QWidget:
        content = QWidget()
        sections = (self.arguments, 1_000), (self.result, 2_000)
        box = column(*sections, self.pictures, None, margins=(16, 10, 16, 16), gap=12)
        content.setLayout(box)
        return content

    def _compare(self, older: Run, newer: Run) -> None:
        if self._work is not None:
            self._work.cancel()
        self._pair = older, newer
        self.head.show_pair(self._runs, older, newer)
        self._sum_up("loader", "text3", "Reading both runs")
        for section in (self.arguments, self.result):
            section.say("")
        self.pictures.clear()
        self._work = spawn(self, self._read(older, newer))

    async def _read(self, older: Run, newer: Run) -> None:
        try:
            asked = await reading.arguments(older, newer, self._opener)
            self.arguments.show_pair(asked)
            came = await reading.results(older, newer, self._opener)
        except AppError as error:
            self._sum_up("triangle-alert", "warn", error.title, error.cause)
            return
        self.result.show_pair(came)
        self.pictures.show_pair(came, f"#{older.number}", f"#{newer.number}")
        self._tell(asked, came)
        self._take_focus()

    def _tell(self, asked: Pair, came: Pair) -> None:
        found = likeness(asked.older, asked.newer), likeness(came.older, came.newer)
        look = ("git-compare", "accent") if Likeness.DIFFERENT in found else ("circle-check", "ok")
        note = _CUT if self.arguments.is_cut or self.result.is_cut else ""
        self._sum_up(*look, f"{self.arguments.title.text()} {_told(*found)}.", note)

    def _sum_up(self, icon: str, colour: str, words: str, note: str = "") -> None:
        self._icon.set_icon(icon, colour)
        self.summary.setText(words)
        self._show_note(note)

    def _show_note(self, note: str) -> None:
        self._note.setText(note)
        self._note.setVisible(bool(note))

    def _first_with_changes(self) -> Section | None:
        """What came back matters more than what was asked."""
        sections = (self.result, self.arguments)
        return next((section for section in sections if section.has_changes), None)

    def _take_focus(self) -> None:
        """The keys go to what can be gone through, unless the person went elsewhere."""
        if not self.hasFocus():
            return
        shown = [each for each in (self.result, self.arguments) if not each.difference.isHidden()]
        target = shown[0].difference if shown else self.head.newer.box
        target.setFocus(Qt.FocusReason.OtherFocusReason)


def _told(asked: Likeness, came: Likeness) -> str:
    """How both stand, to be said after the word for what was asked."""
    is_other = asked is Likeness.DIFFERENT, came is Likeness.DIFFERENT
    if is_other == (False, False):
        return f"and result {'are' if asked is came is Likeness.SAME else 'read'} the same"
    if is_other == (True, True):
        return "and result differ"
    return "different, results the same" if is_other[0] else "the same, results different"
