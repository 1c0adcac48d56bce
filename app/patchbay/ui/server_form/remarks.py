"""What is said under a field: what is wrong with it, and what it comes to."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from patchbay.core.config.model import Problem, Severity
from patchbay.ui.controls import IconButton, column, row
from patchbay.ui.form.descriptions import Words, breakable

Tone: TypeAlias = Literal["hint", "ok", "warn", "error"]
"""`ok` reads as a hint; only its mark is green."""

_MARKS: dict[Tone, tuple[str, str]] = {
    "ok": ("circle-check", "ok"),
    "warn": ("triangle-alert", "warn"),
    "error": ("circle-x", "danger"),
}
_GRAVEST: tuple[Tone, ...] = ("error", "warn", "ok", "hint")


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to say."""

    text: str
    tone: Tone = "hint"


def remark_about(problem: Problem) -> Remark:
    tones: dict[Severity, Tone] = {Severity.ERROR: "error", Severity.WARNING: "warn"}
    words = f"{problem.message}. {problem.fix}" if problem.fix else problem.message
    return Remark(words, tones.get(problem.severity, "hint"))


class Mark(IconButton):
    """The gravest of what is said, as an icon that leads to the place in the text."""

    def __init__(self) -> None:
        super().__init__("circle-check", "Show in the text", small=True)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.hide()

    def show_tone(self, tone: Tone) -> None:
        """A problem is reached by Tab; that all is well needs no stop on the way."""
        if tone in _MARKS:
            self.set_icon(*_MARKS[tone])
            grave = tone in ("error", "warn")
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if grave else Qt.FocusPolicy.NoFocus)
        self.setVisible(tone in _MARKS)


class Remarks(QWidget):
    """The lines under a field: a fault of its own, problems of the file, a hint.

    `said` carries all of it in one text, for a screen reader. The mark stands in front of the
    lines, or where the one that is given stands.
    """

    place_wanted = Signal()
    said = Signal(str)

    def __init__(self, mark: Mark | None = None) -> None:
        super().__init__()
        self._fault: tuple[Remark, ...] = ()
        self._problems: tuple[Remark, ...] = ()
        self._hint: tuple[Remark, ...] = ()
        self._shown: tuple[Remark, ...] = ()
        self._lines: list[Words] = []
        self._mark = mark
        self._words = column(gap=2)
        self._line = row((self._words, 1), gap=2)
        if mark is not None:
            mark.clicked.connect(self.place_wanted)
        self.setLayout(self._line)
        self.hide()

    @property
    def all(self) -> tuple[Remark, ...]:
        return (*self._fault, *self._problems, *self._hint)

    @property
    def words(self) -> str:
        return " ".join(remark.text for remark in self.all)

    @property
    def fault(self) -> str:
        return self._fault[0].text if self._fault else ""

    def say_fault(self, text: str) -> None:
        """What is wrong with what was typed, or why it was refused; nothing takes it back."""
        self._fault = (Remark(text, "error"),) if text else ()
        self._follow()

    def say_problems(self, problems: tuple[Remark, ...]) -> None:
        self._problems = problems
        self._follow()

    def say_hint(self, hint: Remark | None) -> None:
        self._hint = (hint,) if hint else ()
        self._follow()

    def _follow(self) -> None:
        remarks = self.all
        if remarks == self._shown:
            return
        self._shown = remarks
        for place, remark in enumerate(remarks):
            if place == len(self._lines):
                self._lines.append(Words("", "hint"))
                self._words.addWidget(self._lines[place])
            line = self._lines[place]
            line.setText(breakable(remark.text))
            line.set_role("hint" if remark.tone == "ok" else remark.tone)
            line.show()
        for line in self._lines[len(remarks) :]:
            line.hide()
        self._show_tone(_gravest(remarks))
        self.setVisible(bool(remarks))
        self.said.emit(self.words)

    def _show_tone(self, tone: Tone) -> None:
        """Most fields never have a mark, so it is made when it is needed."""
        if self._mark is None and tone in _MARKS:
            self._mark = Mark()
            policy = self._mark.sizePolicy()
            policy.setRetainSizeWhenHidden(False)
            self._mark.setSizePolicy(policy)
            self._mark.clicked.connect(self.place_wanted)
            self._line.insertWidget(0, self._mark, 0, Qt.AlignmentFlag.AlignTop)
        if self._mark is not None:
            self._mark.show_tone(tone)


def _gravest(remarks: tuple[Remark, ...]) -> Tone:
    for tone in _GRAVEST:
        if any(remark.tone == tone for remark in remarks):
            return tone
    return "hint"
