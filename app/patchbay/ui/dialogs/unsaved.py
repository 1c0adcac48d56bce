"""Asks what becomes of edits that were not saved, before files are closed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.drafts.draft import Draft
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Button, ElidedLabel, IconLabel, Kind, Label, column, frame, row
from patchbay.ui.dialogs.deciding import DecidingDialog
from patchbay.ui.dialogs.parts import words
from patchbay.ui.figures import counted

_WIDTH = 552


class Unsaved(Enum):
    """What becomes of the edits. Saving saves what can be saved, and gives up the rest."""

    SAVE = "save"
    DISCARD = "discard"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class UnsavedFile:
    """A file with edits; `problem` is why it cannot be saved, as the end of a sentence."""

    name: str
    edits: int
    problem: str = ""
    folder: str = ""


async def ask_about_unsaved(
    parent: QWidget | None, files: Sequence[UnsavedFile], *, quits: bool
) -> Unsaved:
    """What to do with the edits of `files`, which are closed, or all of Patchbay is."""
    dialog = UnsavedDialog(files, parent, quits=quits)
    dialog.open()
    return await dialog.answer()


async def unsaved_file(draft: Draft) -> UnsavedFile:
    """What there is to say of a draft, once what it says was read."""
    await draft.settled()
    return UnsavedFile(draft.path.name, draft.unsaved, _problem(draft), str(draft.path.parent))


class UnsavedDialog(DecidingDialog[Unsaved]):
    """Names every file; only what can be saved is offered to be."""

    def __init__(
        self, files: Sequence[UnsavedFile], parent: QWidget | None = None, *, quits: bool
    ) -> None:
        super().__init__(parent, _WIDTH, Unsaved.CANCEL)
        broken = [file for file in files if file.problem]
        self._is_safe = not broken
        self.cancel = Button("Cancel")
        self.discard = Button("Discard" if len(files) == 1 else "Discard all", "dangerline")
        self.save = Button(*_save_button(len(files), len(broken)))
        self.save.setVisible(len(broken) < len(files))
        self.main = self.save if self._is_safe else self.cancel
        title = _title(files, quits=quits)
        self.setAccessibleName(title)
        self.fill(_body(title, files), self._make_buttons())
        self.cancel.clicked.connect(lambda: self.give(Unsaved.CANCEL))
        self.discard.clicked.connect(lambda: self.give(Unsaved.DISCARD))
        self.save.clicked.connect(lambda: self.give(Unsaved.SAVE))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.main.setFocus(Qt.FocusReason.TabFocusReason)

    def _make_buttons(self) -> QWidget:
        buttons = QWidget()
        buttons.setLayout(row(self.discard, None, self.cancel, self.save))
        return buttons


def _save_button(files: int, broken: int) -> tuple[str, Kind]:
    if broken:
        return "Save the rest, discard what is broken", "dangerline"
    return "Save" if files == 1 else "Save all", "primary"


def _title(files: Sequence[UnsavedFile], *, quits: bool) -> str:
    before = "before Patchbay quits" if quits else "before closing"
    if all(file.problem for file in files):
        which = visible(files[0].name) if len(files) == 1 else counted(len(files), "file")
        return f"Discard the edits of {which}?"
    if len(files) == 1:
        return f"Save {visible(files[0].name)} {before}?"
    return f"Save {counted(len(files), 'file')} {before}?"


def _body(title: str, files: Sequence[UnsavedFile]) -> QWidget:
    body = QWidget()
    body.setLayout(
        column(
            Label(title, "h2", wrap=True),
            words("Edits that are discarded are gone.", "small"),
            6,
            *map(_row, files),
            gap=6,
        )
    )
    return body


def _row(file: UnsavedFile) -> QWidget:
    name = ElidedLabel(visible(file.name), "strong")
    folder = ElidedLabel(visible(file.folder), "hint", Qt.TextElideMode.ElideMiddle)
    edits = Label(f"{counted(file.edits, 'edit')} not saved", "small")
    lines = column(row((name, 1), edits), folder, gap=0)
    icon = IconLabel("file-braces")
    if file.problem:
        icon = IconLabel("triangle-alert", "danger")
        lines.addWidget(Label(f"Cannot be saved: {file.problem}.", "error", wrap=True))
    return frame("inset", row(icon, (lines, 1), margins=(12, 6, 12, 6), gap=10))


def _problem(draft: Draft) -> str:
    if draft.file.parsed:
        return ""
    place = draft.file.problems[0].place if draft.file.problems else None
    return f"its text is broken in line {place.line}" if place else "its text is broken"
