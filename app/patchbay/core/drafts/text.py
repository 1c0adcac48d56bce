"""The text of one config, what is parked of it, and every step that led there."""

import time
from collections.abc import Collection, Sequence

from patchbay.core.config.document import Span
from patchbay.core.drafts.history import History, Step, done, undone
from patchbay.core.drafts.parking import Kept
from patchbay.core.editing.splice import Splice, difference


class DraftText:
    """What a person works on; knows neither what the text says nor what is on the disk."""

    def __init__(self, text: str, parked: Kept) -> None:
        self.text = text
        self.parked = parked
        self.marked: Span | None = None
        """Where the last step that was not typed wrote."""
        self.revision = 0
        """Counts the changes."""
        self._saved = (text, parked)
        self._saved_depth = 0
        self._history: History[Kept] = History()

    @property
    def is_changed(self) -> bool:
        return (self.text, self.parked) != self._saved

    @property
    def unsaved(self) -> int:
        """How many steps lie between the text and what is saved."""
        return max(1, abs(self._history.depth - self._saved_depth)) if self.is_changed else 0

    @property
    def saved_text(self) -> str:
        return self._saved[0]

    @property
    def saved_parked(self) -> Kept:
        return self._saved[1]

    @property
    def undo_label(self) -> str:
        return self._history.undo_label

    @property
    def redo_label(self) -> str:
        return self._history.redo_label

    def type(self, splices: Sequence[Splice], *, merges: str) -> None:
        """Change the text by hand; the splices follow one another."""
        if not splices:
            return
        self._add(Step("typing", tuple(splices), self.parked, self.parked, merges))
        self._become(done(self.text, splices), self.parked, None)

    def take(self, text: str, parked: Kept, label: str, merges: str = "") -> None:
        """Another text, and what is parked with it, as one step."""
        if (text, parked) == (self.text, self.parked):
            return
        splice = difference(self.text, text)
        self._add(Step(label, (splice,), self.parked, parked, merges))
        self._become(text, parked, splice.written)

    def undo(self) -> None:
        if (step := self._history.undo()) is not None:
            text = undone(self.text, step.splices)
            self._become(text, step.before, step.splices[0].inverse.written)

    def redo(self) -> None:
        if (step := self._history.redo()) is not None:
            text = done(self.text, step.splices)
            self._become(text, step.after, step.splices[-1].written)

    def saved(self, text: str, parked: Kept, depth: int) -> None:
        """These were written to the disk; `depth` is what it was when they were current."""
        self._saved, self._saved_depth = (text, parked), depth
        self._history.close_step()

    def rebase(self, text: str) -> None:
        """The disk has another text than the one that was read: what is unsaved differs from it."""
        self._saved, self._saved_depth = (text, self.saved_parked), -1

    def end_parking(self, names: Collection[str]) -> None:
        """These stand in the file: they are parked no more; a step back may bring that again."""
        self.parked = tuple(each for each in self.parked if each.name not in names)

    @property
    def depth(self) -> int:
        return self._history.depth

    def start_anew(self, text: str, parked: Kept) -> None:
        """The text is what the disk says now, and there is no way back."""
        self._history.clear()
        self.saved(text, parked, 0)
        self._become(text, parked, None)

    def _add(self, step: "Step[Kept]") -> None:
        if self._history.depth < self._saved_depth:
            self._saved_depth = -1  # what was saved lies on a way that was left
        self._history.add(step, time.monotonic())

    def _become(self, text: str, parked: Kept, marked: Span | None) -> None:
        self.text, self.parked, self.marked = text, parked, marked
        self.revision += 1
