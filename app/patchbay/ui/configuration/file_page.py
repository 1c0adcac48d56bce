"""The page of a file without servers, or of one that could not be understood."""

from PySide6.QtWidgets import QFrame, QWidget

from patchbay.core.drafts.draft import Draft
from patchbay.ui.configuration.actions import FileActions
from patchbay.ui.configuration.draft_bars import DraftBars
from patchbay.ui.configuration.head import FileHead
from patchbay.ui.configuration.text_side import TextSide
from patchbay.ui.controls import IconLabel, Label, column, frame, row


class FileProblemsPage(QWidget):
    """Shows the problems of one file and its text, in which they can be mended."""

    def __init__(self, draft: Draft, actions: FileActions) -> None:
        super().__init__()
        self.draft = draft
        self.head, self.text = FileHead(draft, actions), TextSide(draft)
        self.bars = DraftBars(draft, actions)
        self._unreadable = row(_unreadable(), margins=(16, 12, 16, 12))
        self._said = QWidget()
        self._said.setLayout(self._unreadable)
        self.setLayout(column(self.head, self.bars, self._said, (self.text, 1), gap=0))
        self.text.settled.connect(self._follow)
        self.text.problems.value_wanted.connect(actions.set_value)
        self._follow()
        place = next((each.place for each in draft.file.problems if each.place), None)
        if place is not None:
            self.text.go_to(place)

    @property
    def settled(self) -> bool:
        """Whether all that was found is shown."""
        return self.draft.is_settled

    def _follow(self) -> None:
        file = self.draft.file
        self.head.say_problems(file.problems)
        self.text.show_problems(file.problems)
        self._said.setVisible(not file.parsed)


def _unreadable() -> QFrame:
    words = column(
        Label("Patchbay could not understand this file", "strong", wrap=True),
        Label(
            "None of its servers can be shown or started, and it cannot be saved as it stands."
            " Correct it in the text below.",
            "small",
            wrap=True,
        ),
        gap=0,
    )
    icon = IconLabel("circle-x", "danger")
    return frame("danger", row(icon, (words, 1), margins=(12, 8, 12, 8), gap=10))
