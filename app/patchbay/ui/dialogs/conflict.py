"""Asks what becomes of edits when another program changed the file meanwhile."""

import asyncio
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget
from typing_extensions import override

from patchbay.core.errors import AppError
from patchbay.ui import theme
from patchbay.ui.controls import Button, Label, column, row
from patchbay.ui.dialogs.deciding import RoomyDialog
from patchbay.ui.dialogs.merge_rows import MergeRows
from patchbay.ui.dialogs.parts import words
from patchbay.ui.dialogs.resolution import Conflict, Exit, Resolution, Result, Way, exits
from patchbay.ui.differences import DifferenceView, in_thread_if_long, masked
from patchbay.ui.tasks import spawn

_WIDTH, _HEIGHT = 800, 680
_UNDER_RADIO = 26


async def ask_about_conflict(
    parent: QWidget | None, conflict: Conflict, result: Result
) -> Resolution:
    """What to do; `result` gives the text that merging or keeping mine would write."""
    dialog = ConflictDialog(conflict, result, parent)
    dialog.open()
    return await dialog.answer()


class ConflictDialog(RoomyDialog[Resolution]):
    """Offers the ways out and shows what each of them would do."""

    def __init__(self, conflict: Conflict, result: Result, parent: QWidget | None = None) -> None:
        super().__init__(parent, _WIDTH, _HEIGHT, Resolution(Way.CANCEL))
        self._conflict, self._result = conflict, result
        self._exits = exits(conflict)
        self._work: asyncio.Task[None] | None = None
        self._problem: AppError | None = None
        self.ways = [QRadioButton(each.name) for each in self._exits]
        self.merge_rows = MergeRows(conflict.differences or ())
        self.difference = DifferenceView("The file stays as it is.")
        self._heading = Label("", "section")
        self.cancel = Button("Decide later")
        self.main = Button("", "primary")
        self.setAccessibleName(conflict.title)
        self.fill(self._make_body(), self._make_buttons())
        self._connect()

    @property
    def chosen(self) -> Exit:
        place = next(place for place, way in enumerate(self.ways) if way.isChecked())
        return self._exits[place]

    @property
    def settled(self) -> bool:
        """Whether the difference is that of the chosen way."""
        return (self._work is None or self._work.done()) and self.difference.settled

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        next(way for way in self.ways if way.isChecked()).setFocus(Qt.FocusReason.TabFocusReason)

    def _make_body(self) -> QWidget:
        body = QWidget()
        body.setLayout(
            column(
                Label(self._conflict.title, "h2", wrap=True),
                words(self._conflict.told, "small"),
                2,
                *(
                    self._make_way(way, exit_)
                    for way, exit_ in zip(self.ways, self._exits, strict=True)
                ),
                4,
                self.merge_rows,
                4,
                self._heading,
                (self.difference, 1),
                gap=4,
            )
        )
        return body

    def _make_way(self, button: QRadioButton, exit_: Exit) -> QWidget:
        button.setEnabled(exit_.is_open)
        button.setAccessibleDescription(exit_.effect)
        effect = Label(exit_.effect, "hint", wrap=True)
        made = QWidget()
        under = row((effect, 1), margins=(theme.px(_UNDER_RADIO), 0, 0, 0))
        made.setLayout(column(row(button, None), under, gap=0))
        return made

    def _make_buttons(self) -> QWidget:
        buttons = QWidget()
        keeps = any(each.way is Way.CANCEL for each in self._exits)
        self.cancel.setVisible(not keeps)
        buttons.setLayout(row(None, self.cancel, self.main))
        return buttons

    def _connect(self) -> None:
        group = QButtonGroup(self)
        for way in self.ways:
            group.addButton(way)
        next(way for way in self.ways if way.isEnabled()).setChecked(True)
        group.buttonClicked.connect(self._follow)
        self.merge_rows.changed.connect(self._follow)
        self.cancel.clicked.connect(lambda: self.give(Resolution(Way.CANCEL)))
        self.main.clicked.connect(self._decide)
        self._follow()

    def _resolution(self) -> Resolution:
        way = self.chosen.way
        return Resolution(way, self.merge_rows.choices if way is Way.MERGE else {})

    def _decide(self) -> None:
        if self._problem is None:
            self.give(self._resolution())

    def _follow(self) -> None:
        chosen = self.chosen
        self.merge_rows.setVisible(chosen.way is Way.MERGE)
        self.main.setText(chosen.verb)
        reloads = chosen.way is Way.RELOAD
        self._heading.setText(
            "What changes in your text"
            if reloads
            else "What would be written, compared with the disk"
        )
        self._problem = None
        if self._work is not None:
            self._work.cancel()
        self._work = spawn(self, self._preview(self._resolution()))

    async def _preview(self, resolution: Resolution) -> None:
        conflict, theirs = self._conflict, self._conflict.theirs or ""
        if resolution.way is Way.CANCEL:
            self.difference.clear("Nothing is written.")
            return
        before, after = conflict.mine, theirs
        if resolution.way is not Way.RELOAD:
            length = len(conflict.mine) + len(theirs)
            try:
                after = await in_thread_if_long(length, partial(self._result, resolution))
            except AppError as error:
                self._problem = error
                self.difference.clear(str(error), is_problem=True)
                return
            before = theirs
        self.difference.compare(
            await masked(conflict.path, before), await masked(conflict.path, after)
        )
