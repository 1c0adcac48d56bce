"""The page that shows what a server and Patchbay say to each other."""

from typing import Protocol

from PySide6.QtCore import QItemSelectionModel, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from patchbay.core.config.model import Entry
from patchbay.core.sessions.traffic import CAPACITY, Exchange
from patchbay.ui import theme
from patchbay.ui.controls import Button, IconButton, SearchField, column, hline
from patchbay.ui.figures import counted
from patchbay.ui.panes import WidthClass, fits_beside
from patchbay.ui.results.saving import save
from patchbay.ui.rows import RowsModel
from patchbay.ui.tables import (
    Chips,
    FilterBar,
    Following,
    Nothing,
    RowTable,
    at_most_ten_a_second,
)
from patchbay.ui.tasks import listen
from patchbay.ui.traffic.detail import ExchangeDetail
from patchbay.ui.traffic.exchanges import COLUMNS, Filter, Kind, as_lines, counts, waits
from patchbay.ui.traffic.foot import TrafficFoot
from patchbay.ui.traffic.painting import ROOMS, ROW, ExchangePainter
from patchbay.ui.traffic.panes import ListAndDetail
from patchbay.ui.traffic.sending import Sender, SendingSession
from patchbay.ui.traffic.view import View

_KINDS = tuple(Kind)
_BESIDE_FROM = 796
"""Pixels of the page from which on the detail stands beside the list: a window of 1,000."""
_CLOCK_MS = 500


class TalkingSession(SendingSession, Protocol):
    """What the page needs of a session."""

    @property
    def entry(self) -> Entry: ...


class TrafficPage(QWidget):
    """Shows the kept exchanges of one server, newest last, and the messages of the chosen one.

    News wait while the page is hidden, and are taken ten times a second while it is not. Whoever
    shows it starts the server on `start_wanted`, and opens the form of a `Recorded` request on
    `open_wanted`.
    """

    start_wanted = Signal()
    open_wanted = Signal(object)

    def __init__(self, session: TalkingSession) -> None:
        super().__init__()
        self._session, self._traffic = session, session.traffic
        self._sender = Sender(session, self)
        self._view = View(session.traffic)
        self._shown: Exchange | None = None
        self._model = RowsModel(COLUMNS, limit=CAPACITY, parent=self)
        self.table = RowTable(self._model, ROOMS, ExchangePainter(), ROW)
        self.table.setAccessibleName("Messages")
        self.following, self._nothing = Following(self.table), Nothing(self.table)
        self.detail = ExchangeDetail()
        self.search = SearchField("Filter messages", "Ctrl+F")
        self.slow = Button("Slower than 100 ms", "chip")
        self.slow.setCheckable(True)
        self.chips = Chips([kind.value for kind in _KINDS], (self.slow,))
        self._export = IconButton("download", "Export as JSON lines…", keys="Ctrl+Shift+E")
        self._clear = IconButton("trash-2", "Clear the view", keys="Ctrl+Shift+L")
        self._foot = TrafficFoot()
        self._panes = ListAndDetail(self.table, self.detail)
        bar = FilterBar(self.search, self.chips, (self._export, self._clear))
        self.setLayout(column(bar, hline(), (self._panes, 1), self._foot, gap=0))
        self._ask = at_most_ten_a_second(self, self._take)
        self._ticks = QTimer(self)
        self._ticks.setInterval(_CLOCK_MS)
        self._ticks.timeout.connect(self._tick)
        self._connect()
        self._show_all()

    @property
    def rows(self) -> tuple[Exchange, ...]:
        """The exchanges in the table."""
        return tuple(self._model.rows)

    def focus_filter(self) -> None:
        self.search.take_keys()

    def clear_view(self) -> None:
        """Start with an empty table; the traffic itself is kept."""
        self._view.clear()
        self._show_all()

    def show_cleared(self) -> None:
        self._view.show_cleared()
        self._show_all()

    def export(self) -> None:
        """Ask for a file, then write every kept exchange into it."""
        exchanges = self._traffic.exchanges
        name = f"{self._session.entry.name} traffic.jsonl"
        save(self, name, lambda target: target.write_text(as_lines(exchanges), "utf-8", "replace"))

    def set_width_class(self, width_class: WidthClass) -> None:
        """Detail beside the list, or below it; between wide and narrow the page's width decides."""
        self._panes.turn(upright=not fits_beside(width_class, self.width(), _BESIDE_FROM))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._panes.turn(upright=self.width() < theme.px(_BESIDE_FROM))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._take()
        self._follow_clock()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ticks.stop()

    def _connect(self) -> None:
        listen(self, self._traffic.added, self._arrive)
        listen(self, self._traffic.changed, self._note_change)
        self.search.textChanged.connect(self._refilter)
        self.chips.chosen.connect(self._refilter)
        self.slow.toggled.connect(self._refilter)
        self._export.clicked.connect(self.export)
        self._clear.clicked.connect(self.clear_view)
        self._foot.cleared_wanted.connect(self.show_cleared)
        self.table.end_wanted.connect(self.following.resume)
        self.table.start_wanted.connect(self.table.scrollToTop)
        self.table.copy_wanted.connect(self.detail.copy)
        self.detail.send_wanted.connect(self._sender.send)
        self.detail.acts.open_wanted.connect(self.open_wanted)
        self.detail.acts.cancel_wanted.connect(self._cancel)
        self._sender.start_wanted.connect(self.start_wanted)
        self._sender.failed.connect(self.detail.say)
        self.table.selectionModel().selectionChanged.connect(self._choose)

    def _arrive(self, _exchange: Exchange) -> None:
        if self.isVisible():
            self._ask()

    def _note_change(self, exchange: Exchange) -> None:
        self._view.note_change(exchange)
        if self.isVisible():
            self._ask()

    def _take(self) -> None:
        """Let what is new and what has changed into the table."""
        news = self._view.news(self._model.rows)
        if news is None:
            return
        if news.is_large:
            self._show_all()
        else:
            self._append(news.new, news.changed)
        if own := self._sender.claim(news.fresh):
            self._reveal(own)
        elif self._shown is not None and self._shown.number in news.changed:
            self.detail.refresh(self._shown, is_ours=self._sender.is_running(self._shown))

    def _reveal(self, exchange: Exchange) -> None:
        """Choose what was just sent from here, and take away a filter that hides it."""
        if not self._view.filter.passes(exchange):
            self.search.clear()
            self.slow.setChecked(False)
            self.chips.choose(0)
        self._select(exchange)

    def _cancel(self) -> None:
        if self._shown is not None:
            self._sender.cancel(self._shown)

    def _append(self, new: list[Exchange], changed: set[int]) -> None:
        with self.following.held():
            leaving = max(0, len(self._model.rows) + len(new) - CAPACITY)
            self._model.append(new)
            self.following.shift(leaving)
        for place, exchange in enumerate(self._model.rows):
            if exchange.number in changed:
                self._model.refresh(place)
        self._say()

    def _refilter(self) -> None:
        self._view.filter = Filter(
            self.search.text().strip(), _KINDS[self.chips.place], self.slow.isChecked()
        )
        self._show_all()

    def _show_all(self) -> None:
        """Fill the table anew; what was chosen stays chosen if it is still there."""
        chosen = self._shown
        with self.following.held():
            self._model.set_rows(self._view.all())
            if chosen is not None:
                self._select(chosen)
        self._choose()
        self._say()

    def _select(self, exchange: Exchange) -> None:
        for place, each in enumerate(self._model.rows):
            if each is exchange:
                how = QItemSelectionModel.SelectionFlag
                self.table.selectionModel().setCurrentIndex(
                    self._model.index(place, 0), how.ClearAndSelect | how.Rows
                )
                return

    def _say(self) -> None:
        """Bring counts and hints up to date."""
        kept = self._view.uncleared
        for place, count in enumerate(counts(kept), 1):
            self.chips.set_count(place, count)
        self.search.setPlaceholderText(f"Filter {counted(len(kept), 'message')}")
        self._foot.say(kept, len(self._traffic.exchanges) - len(kept))
        self._nothing.say(*self._absence(len(kept)))
        self._follow_clock()

    def _absence(self, kept: int) -> tuple[str, str]:
        if self._model.rows:
            return "", ""
        if kept:
            return "No message fits", "Change the filter, or choose All."
        if self._traffic.total:
            return "The view was cleared", "New messages appear here."
        return "No messages yet", "Start the server to see what it and Patchbay say to each other."

    def _choose(self) -> None:
        chosen = self.table.chosen_rows()
        exchange = self._model.rows[chosen[-1]] if chosen else None
        if exchange is self._shown:
            return
        self._shown = exchange
        if exchange is None:
            self.detail.show_nothing()
        else:
            self.detail.show_exchange(exchange, is_ours=self._sender.is_running(exchange))
        self._panes.want_detail(wanted=exchange is not None)

    def _follow_clock(self) -> None:
        """Durations of exchanges that wait grow; the clock runs only while one can be seen."""
        if self.isVisible() and any(map(waits, self._model.rows)):
            self._ticks.start()
        else:
            self._ticks.stop()

    def _tick(self) -> None:
        self.table.viewport().update()
