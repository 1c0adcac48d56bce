"""The page on which a server's definition is changed, by form and by text."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.config.checks import unset_problem
from patchbay.core.config.model import ConfigFile, Entry, Problem, Severity
from patchbay.core.config.variables import Source
from patchbay.core.drafts.draft import Draft
from patchbay.core.editing.operations import Operation
from patchbay.core.errors import AppError
from patchbay.core.events import Event
from patchbay.core.sessions.habits import Habits
from patchbay.core.sessions.inspection import Inspection
from patchbay.core.sessions.states import State
from patchbay.core.trust.refusals import NotAllowed
from patchbay.core.values import JsonPath
from patchbay.ui import theme
from patchbay.ui.configuration.actions import FileActions
from patchbay.ui.configuration.child_table import ChildTable
from patchbay.ui.configuration.draft_bars import DraftBars
from patchbay.ui.configuration.habit_box import HabitBox
from patchbay.ui.configuration.head import FileHead
from patchbay.ui.configuration.text_side import TextSide
from patchbay.ui.controls import Button, IconLabel, Label, column, frame, row, scroll
from patchbay.ui.panes import Splitter, WidthClass, fits_beside
from patchbay.ui.server_form import ServerForm
from patchbay.ui.tasks import listen, spawn

_FORM = 496
_BESIDE_FROM = 796
Inspect: TypeAlias = Callable[[Entry], Awaitable[Inspection]]


class ConfiguredSession(Protocol):
    """What the page needs of a session."""

    @property
    def entry(self) -> Entry: ...
    @property
    def changed(self) -> Event[State]: ...


class ConfigurationPage(QWidget):
    """Shows one entry of a draft as form and as text, each following the other.

    It looks again whenever it is shown and when the entry was read again.
    """

    def __init__(
        self,
        session: ConfiguredSession,
        draft: Draft,
        inspect: Inspect,
        actions: FileActions,
        habits: Habits,
    ) -> None:
        super().__init__()
        self._session, self._draft, self._inspect = session, draft, inspect
        self._actions = actions
        self._entry = session.entry
        self._read = draft.file
        self._inspection: Inspection | None = None
        self._looking: asyncio.Task[None] | None = None
        self._overtaken: list[JsonPath] = []
        """Fields of which a change was refused because of what was typed in the text meanwhile."""
        self._has_jumped = False
        self.head = FileHead(draft, replace(actions, save=self._save))
        self.bars = DraftBars(draft, actions)
        self.form, self.habits, self._child = ServerForm(), HabitBox(habits), ChildTable()
        self._parked = _parked(lambda: actions.unpark(draft, self._entry))
        self.text = TextSide(draft, 1 if self._entry.parked else self._entry.place.line)
        self._build()
        self._connect()

    @property
    def inspection(self) -> Inspection | None:
        """What was found out last; nothing before the first look."""
        return self._inspection

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.text.problems.problems

    @property
    def settled(self) -> bool:
        """Whether all that was looked up is shown."""
        return self._draft.is_settled and (self._looking is None or self._looking.done())

    def set_width_class(self, width_class: WidthClass) -> None:
        """The text beside the form, or below it; in between the page's width decides."""
        self._turn(upright=not fits_beside(width_class, self.width(), _BESIDE_FROM))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._entry, self._read = self._session.entry, self._draft.file
        self._look()
        self._ask_again()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn(upright=self.width() < theme.px(_BESIDE_FROM))

    def _build(self) -> None:
        content = QWidget()
        content.setLayout(column(self.form, self.habits, self._child, None, gap=0))
        self._panes = Splitter(scroll(content), self.text)
        self._panes.setStretchFactor(1, 1)
        self._child.hide()
        room = QVBoxLayout(self)
        room.setContentsMargins(0, 0, 0, 0)
        room.setSpacing(0)
        for part in (self.head, self.bars, self._parked):
            room.addWidget(part)
        room.addWidget(self._panes, 1)
        self._share()

    def _connect(self) -> None:
        form, draft, actions = self.form, self._draft, self._actions
        form.operation_wanted.connect(self._edit)
        form.place_wanted.connect(self._go_to_field)
        form.allow_wanted.connect(self._offer_to_allow)
        form.move_secrets_wanted.connect(self._move_secrets)
        form.park_wanted.connect(lambda: actions.park(draft, self._entry))
        self.text.problems.value_wanted.connect(actions.set_value)
        form.command_line_wanted.connect(lambda: spawn(self, self._paste_command_line()))
        listen(self, self._session.changed, lambda _: self._follow())
        listen(self, draft.changed, lambda _: self._follow_draft())

    def _follow(self) -> None:
        if not self.isVisible():
            return  # it looks again when it is shown
        entry, file = self._session.entry, self._draft.file
        if entry is not self._entry or file is not self._read:
            self._entry = entry
            self._read = file
            self._look()
        self._ask_again()

    def _follow_draft(self) -> None:
        """The draft's text was read again: the entry may stand elsewhere, or read otherwise."""
        if self._draft.is_settled:
            self._follow()
        if self.isVisible():
            self.form.set_read_only(self._draft.why_not_by_form(self._entry))

    def _save(self, draft: Draft) -> None:
        self.form.finish()
        self._actions.save(draft)

    def _move_secrets(self) -> None:
        self.form.finish()
        self._actions.move_secrets(self._draft, self._entry)

    def _edit(self, operation: Operation, field: JsonPath) -> None:
        spawn(self, self._try_to_edit(operation, field, self._entry.name))

    async def _try_to_edit(self, operation: Operation, field: JsonPath, name: str) -> None:
        try:
            await self._draft.edit(operation)
        except AppError as error:
            self.form.show_refusal(error, field)
            file = self._draft.file
            if not file.parsed or all(entry.name != name for entry in file.entries):
                self._overtaken.append(field)
                self._ask_again()

    def _ask_again(self) -> None:
        """Ask once more for what typing in the text came in the way of, once that can be read."""
        file, overtaken = self._draft.file, self._overtaken
        if overtaken and self._draft.is_settled and file.parsed and self._entry in file.entries:
            self._overtaken = []
            for field in dict.fromkeys(overtaken):
                self.form.ask_again(field)

    def _offer_to_allow(self) -> None:
        program = self._inspection.program if self._inspection else None
        if program is not None and isinstance(program.refusal, NotAllowed):
            spawn(self, self._allow(program.refusal))

    async def _allow(self, refusal: NotAllowed) -> None:
        await self._actions.allow(self._entry, refusal)
        self._look()

    async def _paste_command_line(self) -> None:
        parsed = await self._actions.ask_for_command_line(self._entry)
        if parsed is not None:
            server = parsed.server
            self.form.take_command_line(server.command, server.args, server.env)

    def _go_to_field(self, field: JsonPath) -> None:
        self.text.visit(self._entry.places.get(field) or self._entry.place)

    def _look(self) -> None:
        self._parked.setVisible(self._entry.parked)
        self.form.show_entry(self._entry)
        self.habits.show_entry(self._entry)
        self.form.set_read_only(self._draft.why_not_by_form(self._entry))
        if self.isVisible():
            self._looking = spawn(self, self._show())

    async def _show(self) -> None:
        entry = self._entry
        inspection = await self._inspect(entry)
        if entry is not self._entry:
            return
        self._inspection = inspection
        problems = _problems(inspection, self._draft.file)
        self.head.say_problems(problems)
        self.form.show_inspection(inspection)
        self._child.show_inspection(inspection)
        self.text.show_entry(entry, problems, jump=not self._has_jumped)
        self._has_jumped = True

    def _turn(self, *, upright: bool) -> None:
        way = Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal
        if way is not self._panes.orientation():
            self._panes.setOrientation(way)
            self._share()

    def _share(self) -> None:
        upright = self._panes.orientation() is Qt.Orientation.Vertical
        # Beside the text the form keeps its width; above it both grow and shrink alike.
        self._panes.setStretchFactor(0, int(upright))
        if upright:
            self._panes.setSizes([1_000, 1_000])
        else:
            self._panes.setSizes([theme.px(_FORM), 1_000])


def _problems(inspection: Inspection, file: ConfigFile) -> list[Problem]:
    """The gravest first; among equals those of the entry, of its variables, of the whole file."""
    if not file.parsed:
        return list(file.problems)  # those of the entry are about a text that is no more
    entry = inspection.entry
    unset = [
        unset_problem(use, entry, Severity.ERROR)
        for use in inspection.uses
        if use.source is Source.UNSET
    ]
    # What was unset when the file was read may be set by now.
    own = [problem for problem in entry.problems if not problem.variable]
    others = [problem for problem in file.problems if problem not in entry.problems]
    order = list(Severity)
    found = [*own, *unset, *others]
    return sorted(found, key=lambda problem: order.index(problem.severity))


def _parked(put_back: Callable[[], object]) -> QFrame:
    words = Label(
        "This server is parked: Patchbay took it out of the file to disable it, and keeps it as"
        " it was written.",
        "small",
        wrap=True,
    )
    button = Button("Put it back")
    button.clicked.connect(put_back)
    icon = IconLabel("circle-pause", "text2")
    bar = frame("topbar", row(icon, (words, 1), button, margins=(16, 6, 12, 6), gap=10))
    bar.hide()
    return bar
