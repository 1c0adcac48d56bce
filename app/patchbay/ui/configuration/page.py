"""The page that shows a server's definition beside the text it was read from."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from patchbay.core.config.built_in import BUILT_IN
from patchbay.core.config.checks import unset_problem
from patchbay.core.config.model import ConfigFile, Entry, Problem, Severity
from patchbay.core.config.variables import Source
from patchbay.core.events import Event
from patchbay.core.sessions.inspection import Inspection
from patchbay.core.sessions.states import State
from patchbay.ui import theme
from patchbay.ui.configuration.built_in import built_in
from patchbay.ui.configuration.child_table import ChildTable
from patchbay.ui.configuration.definition import definition
from patchbay.ui.configuration.file_text import file_text
from patchbay.ui.configuration.head import FileHead
from patchbay.ui.configuration.problem_list import ProblemList
from patchbay.ui.configuration.text_pane import TextPane
from patchbay.ui.controls import clear, column, scroll
from patchbay.ui.panes import Splitter, WidthClass, fits_beside
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
    """Shows one entry: its problems, its definition, what it comes to here, and its text.

    It looks again whenever it is shown and when the entry was read again; it writes nothing.
    """

    def __init__(self, session: ConfiguredSession, file: ConfigFile, inspect: Inspect) -> None:
        super().__init__()
        self._session, self._file, self._inspect = session, file, inspect
        self._entry = session.entry
        self._inspection: Inspection | None = None
        self._looking: asyncio.Task[None] | None = None
        self._room = QVBoxLayout(self)
        self._room.setContentsMargins(0, 0, 0, 0)
        self._room.setSpacing(0)
        listen(self, session.changed, lambda _state: self._follow())
        self._build()

    @property
    def inspection(self) -> Inspection | None:
        """What was found out last; nothing before the first look."""
        return self._inspection

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self._problems.problems

    @property
    def text(self) -> TextPane:
        return self._text

    @property
    def settled(self) -> bool:
        """Whether all that was looked up is shown."""
        return self._looking is None or self._looking.done()

    def show_file(self, file: ConfigFile) -> None:
        """The file was read again."""
        self._file, self._entry = file, self._session.entry
        self._inspection = None
        self._build()
        self._look()

    def set_width_class(self, width_class: WidthClass) -> None:
        """The text beside the definition, or below it; in between the page's width decides."""
        self._turn(upright=not fits_beside(width_class, self.width(), _BESIDE_FROM))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn(upright=self.width() < theme.px(_BESIDE_FROM))

    def _build(self) -> None:
        clear(self._room)
        self._problems, self._text = ProblemList(), TextPane(self._file)
        self._head, self._child = FileHead(self._file), ChildTable()
        self._definition = column(gap=0)
        content = QWidget()
        content.setLayout(column(self._definition, self._child, None, gap=0))
        self._panes = Splitter(scroll(content), self._text)
        self._panes.setStretchFactor(1, 1)
        self._child.hide()
        if self._entry.dialect == BUILT_IN:
            self._room.addWidget(built_in(self._entry))
            for part in (self._panes, self._problems, self._head):
                part.setParent(self)
                part.hide()
            return
        for part in (self._head, self._problems):
            self._room.addWidget(part)
        self._room.addWidget(self._panes, 1)
        self._problems.place_wanted.connect(self._text.go_to)
        self._share()

    def _follow(self) -> None:
        if self._session.entry is not self._entry:
            self._entry = self._session.entry
            self._look()

    def _look(self) -> None:
        if self._entry.dialect != BUILT_IN and self.isVisible():
            self._looking = spawn(self, self._show())

    async def _show(self) -> None:
        entry = self._entry
        inspection = await self._inspect(entry)
        text = await asyncio.to_thread(file_text, self._file, entry)
        if entry is not self._entry:
            return
        first = self._inspection is None or self._inspection.entry is not entry
        self._inspection = inspection
        problems = _problems(inspection, self._file)
        self._problems.show_problems(problems)
        self._head.say_problems(problems)
        clear(self._definition)
        self._definition.addWidget(definition(inspection))
        self._child.show_variables(inspection.child)
        if first:
            self._text.show_text(text, problems)

    def _turn(self, *, upright: bool) -> None:
        way = Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal
        if way is not self._panes.orientation():
            self._panes.setOrientation(way)
            self._share()

    def _share(self) -> None:
        if self._panes.orientation() is Qt.Orientation.Vertical:
            self._panes.setSizes([340, 220])
        else:
            self._panes.setSizes([theme.px(_FORM), 1_000])


def _problems(inspection: Inspection, file: ConfigFile) -> list[Problem]:
    """The gravest first; among equals those of the entry, of its variables, of the whole file."""
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
