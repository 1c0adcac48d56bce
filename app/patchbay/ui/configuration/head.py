"""The bar that names a config and says what became of it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from patchbay.core.config.model import Problem, Severity
from patchbay.core.drafts.draft import Draft
from patchbay.ui import theme
from patchbay.ui.configuration.actions import FileActions
from patchbay.ui.controls import Badge, Button, ElidedLabel, IconButton, IconLabel, Label, row
from patchbay.ui.figures import counted
from patchbay.ui.tasks import listen

_HEIGHT = 44
_ROOMY, _LEAST = 880, 320
_BADGES_FROM = 680
"""Narrower than this, only what is not said elsewhere on the page is said here too."""
_TONES = {Severity.ERROR: "danger", Severity.WARNING: "warn", Severity.NOTE: "neutral"}


class FileHead(QFrame):
    """Which client's file it is and where, what was not saved, and what others did to it."""

    def __init__(self, draft: Draft, actions: FileActions) -> None:
        super().__init__()
        self.setProperty("ground", "topbar")
        self.setFixedHeight(theme.px(_HEIGHT))
        self._draft = draft
        self._has_problems = False
        self._label = Label(draft.file.label, "strong")
        self._path = ElidedLabel(str(draft.path), "mono", Qt.TextElideMode.ElideMiddle)
        self._problems, self._outside = Badge("", "warn"), Badge("", "warn")
        self._unsaved = Badge("", "accent")
        self._copy = IconButton("copy", "Copy the path of the file", small=True)
        self._versions = IconButton("history", "Versions of this file", small=True)
        self._review = Button("Review diff", icon="git-compare", tip="Ctrl+Shift+D")
        self._save = Button("Save", "primary", icon="save", keys="Ctrl+S")
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(str(draft.path)))
        self._versions.clicked.connect(lambda: actions.versions(draft))
        self._review.clicked.connect(lambda: actions.review(draft))
        self._save.clicked.connect(lambda: actions.save(draft))
        self._lay_out()
        listen(self, draft.changed, lambda _: self._follow())
        self._follow()

    def say_problems(self, problems: Sequence[Problem]) -> None:
        """Their number, in the colour of the worst."""
        worst = next((s for s in Severity if any(p.severity is s for p in problems)), Severity.NOTE)
        self._problems.set(counted(len(problems), "problem"), _TONES[worst])
        self._has_problems = bool(problems)
        self._fit()

    @override
    def minimumSizeHint(self) -> QSize:
        # Less than its parts need: some give way.
        return QSize(theme.px(_LEAST), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        roomy = self.width() >= theme.px(_ROOMY)
        for button in (self._review, self._save):
            button.set_wide(wide=roomy)
        self._copy.setVisible(roomy)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.setFixedHeight(theme.px(_HEIGHT))

    def _lay_out(self) -> None:
        self._problems.hide()
        self.setLayout(
            row(
                IconLabel("file-braces", "text2"),
                self._label,
                (self._path, 1),
                self._problems,
                self._outside,
                self._unsaved,
                self._copy,
                self._versions,
                self._review,
                self._save,
                margins=(16, 0, 12, 0),
            )
        )

    def _follow(self) -> None:
        draft = self._draft
        self._label.setText(draft.file.label)
        outside = draft.outside
        if outside is not None:
            self._outside.setText("deleted outside" if outside.data is None else "changed outside")
        self._fit()
        unsaved = draft.unsaved
        self._unsaved.setText(f"{counted(unsaved, 'edit')} not saved")
        self._unsaved.setVisible(bool(unsaved))
        self._review.setVisible(bool(unsaved))
        self._save.setVisible(draft.is_editable)
        self._save.setEnabled(bool(unsaved) or outside is not None)

    def _fit(self) -> None:
        has_room = self.width() >= theme.px(_BADGES_FROM)
        self._problems.setVisible(has_room and self._has_problems)
        self._outside.setVisible(has_room and self._draft.outside is not None)
