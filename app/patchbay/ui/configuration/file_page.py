"""The page of a file without servers, or of one that could not be understood."""

import asyncio

from PySide6.QtWidgets import QFrame, QWidget

from patchbay.core.config.model import ConfigFile
from patchbay.ui.configuration.file_text import file_text
from patchbay.ui.configuration.head import FileHead
from patchbay.ui.configuration.problem_list import ProblemList
from patchbay.ui.configuration.text_pane import TextPane
from patchbay.ui.controls import IconLabel, Label, column, frame, row
from patchbay.ui.tasks import spawn


class FileProblemsPage(QWidget):
    """Shows the problems of one file and its text; there is nothing to start in it."""

    def __init__(self, file: ConfigFile) -> None:
        super().__init__()
        self._file = file
        self.problems = ProblemList()
        self.text = TextPane(file)
        head = FileHead(file)
        head.say_problems(file.problems)
        said = [] if file.parsed else [row(_unreadable(), margins=(16, 12, 16, 12))]
        self.setLayout(column(head, *said, self.problems, (self.text, 1), gap=0))
        self.problems.show_problems(file.problems)
        self.problems.place_wanted.connect(self.text.go_to)
        self._showing = spawn(self, self._show_text())

    @property
    def settled(self) -> bool:
        """Whether the text is shown."""
        return self._showing.done()

    async def _show_text(self) -> None:
        text = await asyncio.to_thread(file_text, self._file)
        self.text.show_text(text, self._file.problems)
        place = next((problem.place for problem in self._file.problems if problem.place), None)
        if place is not None:
            self.text.go_to(place)


def _unreadable() -> QFrame:
    words = column(
        Label("Patchbay could not read this file", "strong", wrap=True),
        Label(
            "None of its servers can be shown or started, and Patchbay will not"
            " write it. Correct it in an editor, then open it again.",
            "small",
            wrap=True,
        ),
        gap=0,
    )
    icon = IconLabel("circle-x", "danger")
    return frame("danger", row(icon, (words, 1), margins=(12, 8, 12, 8), gap=10))
