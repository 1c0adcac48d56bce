"""The page that shows a server's log while it is written."""

from collections import deque
from typing import Protocol

from PySide6.QtCore import QItemSelection, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QWidget
from typing_extensions import override

from patchbay.core.config.model import Entry
from patchbay.core.sessions.log import CAPACITY, Log, LogLine, Source
from patchbay.ui.controls import IconButton, SearchField, column, hline
from patchbay.ui.log.detail import LineDetail
from patchbay.ui.log.foot import LogFoot
from patchbay.ui.log.lines import CHIPS, COLUMNS, LEAST_LEVELS, Filter, as_file, as_text
from patchbay.ui.log.noise import NoiseHint
from patchbay.ui.log.painting import ROOMS, ROW, LinePainter
from patchbay.ui.panes import Splitter
from patchbay.ui.results.saving import save
from patchbay.ui.rows import RowsModel
from patchbay.ui.tables import Chips, FilterBar, Following, Nothing, RowTable, at_most_ten_a_second
from patchbay.ui.tasks import listen

_SOURCES = tuple(source for _, source in CHIPS)


class LoggingSession(Protocol):
    """What the page needs of a session."""

    @property
    def entry(self) -> Entry: ...
    @property
    def log(self) -> Log: ...


class LogPage(QWidget):
    """Shows the kept lines of one server, newest last, filtered; changes nothing in the log.

    New lines wait while the page is hidden, and are taken ten times a second while it is not.
    """

    def __init__(self, session: LoggingSession) -> None:
        super().__init__()
        self._session, self._log = session, session.log
        self._cleared_at = 0
        self._filter = Filter()
        self._waiting: deque[LogLine] = deque(maxlen=CAPACITY)
        self._model = RowsModel(COLUMNS, limit=CAPACITY, parent=self)
        self.table = RowTable(self._model, ROOMS, LinePainter(), ROW)
        self.table.setAccessibleName("Log lines")
        self.following, self._nothing = Following(self.table), Nothing(self.table)
        self._detail, self._foot, self._noise = LineDetail(), LogFoot(), NoiseHint()
        self._detail.hide()
        self.search = SearchField("Filter lines", "Ctrl+F")
        self.chips = Chips([name for name, _ in CHIPS])
        self.level = _level_choice()
        self._copy = IconButton("copy", "Copy the lines", keys="Ctrl+C")
        self._export = IconButton("download", "Export the log…", keys="Ctrl+Shift+E")
        self._clear = IconButton("trash-2", "Clear the view", keys="Ctrl+Shift+L")
        tools = (self.level, self._copy, self._export, self._clear)
        self.bar = FilterBar(self.search, self.chips, tools)
        panes = Splitter(self.table, self._detail, upright=True)
        panes.setStretchFactor(0, 1)
        panes.setSizes([400, 132])
        self.setLayout(column(self.bar, self._noise, hline(), (panes, 1), self._foot, gap=0))
        self._ask = at_most_ten_a_second(self, self._take)
        self._connect()
        self._show_all()

    @property
    def rows(self) -> tuple[LogLine, ...]:
        """The lines in the table."""
        return tuple(self._model.rows)

    @property
    def detail_text(self) -> str:
        """The whole text of the chosen line; empty while none is shown."""
        return "" if self._detail.isHidden() else self._detail.text

    def focus_filter(self) -> None:
        self.search.take_keys()

    def clear_view(self) -> None:
        """Start with an empty table; the log itself keeps its lines."""
        self._cleared_at = self._log.total
        self._show_all()

    def show_cleared(self) -> None:
        self._cleared_at = 0
        self._show_all()

    def copy(self) -> None:
        """Put the chosen lines on the clipboard, or all in the table when none is chosen."""
        chosen = [self._model.rows[row] for row in self.table.chosen_rows()]
        QGuiApplication.clipboard().setText(as_text(chosen or self._model.rows))

    def export(self) -> None:
        """Ask for a file, then write every kept line into it."""
        lines = self._log.lines
        name = f"{self._session.entry.name} log.txt"
        save(self, name, lambda target: target.write_text(as_file(lines), "utf-8", "replace"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self._detail.isHidden():
            self._close_detail()
        else:
            super().keyPressEvent(event)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._take()

    def _connect(self) -> None:
        listen(self, self._log.added, self._arrive)
        self.search.textChanged.connect(self._refilter)
        self.chips.chosen.connect(self._refilter)
        self.level.currentIndexChanged.connect(self._refilter)
        self._copy.clicked.connect(self.copy)
        self._export.clicked.connect(self.export)
        self._clear.clicked.connect(self.clear_view)
        self._noise.show_wanted.connect(lambda: self.chips.choose(_SOURCES.index(Source.NOISE)))
        self._foot.follow_wanted.connect(self.following.resume)
        self._foot.cleared_wanted.connect(self.show_cleared)
        self._detail.closed.connect(self._close_detail)
        self.following.changed.connect(
            lambda: self._foot.say_following(following=self.following.is_on)
        )
        self.table.copy_wanted.connect(self.copy)
        self.table.end_wanted.connect(self.following.resume)
        self.table.start_wanted.connect(self.table.scrollToTop)
        self.table.selectionModel().selectionChanged.connect(self._choose)

    def _arrive(self, lines: tuple[LogLine, ...]) -> None:
        self._waiting.extend(lines)
        if self.isVisible():
            self._ask()

    def _take(self) -> None:
        """Let the lines that wait into the table."""
        if not self._waiting:
            return
        if self._log.is_full_of_text:
            self._show_all()  # else rows would hold lines that the log has let go
            return
        new = self._filter.apply(self._waiting)
        self._waiting.clear()
        leaving = max(0, len(self._model.rows) + len(new) - CAPACITY)
        with self.following.held():
            self._model.append(new)
            self.following.shift(leaving)
        self._say()

    def _refilter(self) -> None:
        self._filter = Filter(
            self.search.text().strip(),
            _SOURCES[self.chips.place],
            LEAST_LEVELS[self.level.currentIndex()][1],
        )
        self._show_all()

    def _show_all(self) -> None:
        """Fill the table anew from the log."""
        self._waiting.clear()
        with self.following.held():
            self._model.set_rows(self._filter.apply(self._uncleared()))
        self._say()

    def _uncleared(self) -> tuple[LogLine, ...]:
        lines = self._log.lines
        fresh = self._log.total - self._cleared_at
        return lines[max(0, len(lines) - fresh) :]

    def _say(self) -> None:
        """Bring counts and hints up to date."""
        for place, source in enumerate(_SOURCES[1:], 1):
            self.chips.set_count(place, self._log.count(source) if source else 0)
        self.search.setPlaceholderText(f"Filter {self._log.total:,} lines")
        self._noise.set_count(self._log.count(Source.NOISE))
        kept = min(self._log.total - self._log.forgotten, self._log.total - self._cleared_at)
        self._nothing.say(*self._absence(kept))
        cleared = self._log.total - self._log.forgotten - kept
        self._foot.say_shown(len(self._model.rows), kept, cleared, self._log.forgotten)

    def _absence(self, kept: int) -> tuple[str, str]:
        if self._model.rows:
            return "", ""
        if kept:
            return "No line fits", "Change the filter, or choose All."
        if self._log.total:
            return "The view was cleared", "New lines appear here."
        return "No lines yet", "What the server prints and what Patchbay does with it appears here."

    def _choose(self, _now: QItemSelection, _before: QItemSelection) -> None:
        chosen = self.table.chosen_rows()
        self._copy.set_name("Copy the chosen lines" if chosen else "Copy the lines", "Ctrl+C")
        if len(chosen) == 1:
            self._detail.show_line(self._model.rows[chosen[0]])
            self._detail.show()

    def _close_detail(self) -> None:
        self._detail.hide()
        self.table.clearSelection()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)


def _level_choice() -> QComboBox:
    choice = QComboBox()
    choice.addItems([name for name, _ in LEAST_LEVELS])
    choice.setAccessibleName("Least level")
    choice.setToolTip("Lines that carry no level are always shown")
    return choice
