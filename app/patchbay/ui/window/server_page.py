"""The pages of one server, below its header."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias, get_args

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from patchbay.core.calls.ask import Ask
from patchbay.core.calls.run import RunKind
from patchbay.core.errors import Action, Remedy
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.recorded import Recorded
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed
from patchbay.core.values import as_object, as_text
from patchbay.ui.asks import AskCard, AsksBar, is_loose
from patchbay.ui.catalog_page import CatalogPage
from patchbay.ui.configuration import ConfigurationPage
from patchbay.ui.controls import Tabs, column, frame, hline, row
from patchbay.ui.log import LogPage
from patchbay.ui.panes import WidthClass
from patchbay.ui.prompts import PromptsPage
from patchbay.ui.resources import ResourcesPage
from patchbay.ui.results.opening import Opener
from patchbay.ui.servers import FailurePanel, RetryBar, ServerHeader
from patchbay.ui.tasks import listen, spawn
from patchbay.ui.tools import ToolsPage
from patchbay.ui.traffic import TrafficPage
from patchbay.ui.window.layout import Layout
from patchbay.ui.window.pane_steps import parts_of

PageName: TypeAlias = Literal["tools", "prompts", "resources", "log", "traffic", "configuration"]
PAGES: Final[tuple[PageName, ...]] = get_args(PageName)
_PLACES: dict[str, PageName] = {name: name for name in PAGES}
_TITLES = tuple(name.capitalize() for name in PAGES)
_LOG = PAGES.index("log")
_FORMS: Final[dict[str, tuple[PageName, str]]] = {
    "tools/call": ("tools", "name"),
    "prompts/get": ("prompts", "name"),
    "resources/read": ("resources", "uri"),
}
"""The page with the form of a method, and the key of the params that chooses there."""
_OF_RUNS: Final[dict[RunKind, PageName]] = {
    RunKind.TOOL: "tools",
    RunKind.PROMPT: "prompts",
    RunKind.RESOURCE: "resources",
}
_COUNT_PAUSE = 100


class ServerPage(QWidget):
    """Everything about one session. A page is made when it is first looked at."""

    start_wanted = Signal()
    restart_wanted = Signal()
    allow_wanted = Signal(object)
    remedy_wanted = Signal(object)
    """A remedy that needs more than another page in sight."""
    menu_wanted = Signal(QPoint)

    def __init__(
        self,
        session: Session,
        opener: Opener,
        layout: Layout,
        configuration: Callable[[], QWidget],
        first: PageName = "tools",
    ) -> None:
        super().__init__()
        self.session = session
        self._opener = opener
        self._layout = layout
        self._configuration = configuration
        self._width_class: WidthClass = "wide"
        self._made: dict[PageName, QWidget] = {}
        self.header = ServerHeader(session)
        self.retry = RetryBar(session)
        self.failure = FailurePanel(session)
        self.asks = AsksBar(session.asks, self._is_in_sight)
        self.tabs = Tabs(*_TITLES)
        self.tabs.setAccessibleName("Pages")
        self._stack = QStackedWidget()
        bar = column(row(self.tabs, None, margins=(4, 0, 12, 0)), hline(), gap=0)
        tabs = frame("surface", bar)
        parts = (self.header, self.retry, self.failure, self.asks, tabs, (self._stack, 1))
        self.setLayout(column(*parts, gap=0))
        self._connect()
        self.show_page(first)
        self.asks.follow()
        self._count()

    @property
    def page_name(self) -> PageName:
        return PAGES[self.tabs.currentIndex()]

    @property
    def tools(self) -> ToolsPage:
        page = self._page("tools")
        assert isinstance(page, ToolsPage)  # made by the table below
        return page

    def show_page(self, name: PageName) -> None:
        self.tabs.setCurrentIndex(PAGES.index(name))
        self._stack.setCurrentWidget(self._page(name))

    def current(self) -> QWidget:
        return self._page(self.page_name)

    @property
    def parts(self) -> Sequence[QWidget]:
        """What stands on the page, in the order it is read."""
        above = (self.header, self.retry, self.failure, self.asks, self.tabs)
        return (*above, *parts_of(self.current()))

    def set_width_class(self, width_class: WidthClass) -> None:
        self._width_class = width_class
        self.header.set_wide(wide=width_class == "wide")
        self.failure.set_wide(wide=width_class == "wide")
        for page in self._made.values():
            _fit(page, width_class)

    def _page(self, name: PageName) -> QWidget:
        if name not in self._made:
            page = self._make(name)
            self._share_widths(page)
            _fit(page, self._width_class)
            self._made[name] = page
            self._stack.addWidget(page)
        return self._made[name]

    def _share_widths(self, page: QWidget) -> None:
        """The panes of all pages begin as wide as the person left the last ones."""
        if isinstance(page, CatalogPage):
            panes = page.panes
            panes.set_widths(*self._layout.panes)
            panes.widths_changed.connect(lambda: self._layout.take_panes(panes.widths()))

    def _make(self, name: PageName) -> QWidget:
        session, opener = self.session, self._opener
        match name:
            case "tools":
                tools = ToolsPage(session, opener)
                tools.resource_wanted.connect(self._read)
                tools.start_wanted.connect(self.start_wanted)
                return tools
            case "prompts":
                prompts = PromptsPage(session, opener)
                prompts.start_wanted.connect(self.start_wanted)
                return prompts
            case "resources":
                resources = ResourcesPage(session, opener)
                resources.start_wanted.connect(self.start_wanted)
                return resources
            case _:
                return self._make_record(name)

    def _make_record(self, name: PageName) -> QWidget:
        if name == "log":
            return LogPage(self.session)
        if name == "traffic":
            traffic = TrafficPage(self.session)
            traffic.start_wanted.connect(self.start_wanted)
            traffic.open_wanted.connect(self._open)
            return traffic
        return self._configuration()

    def _show_place(self, place: int) -> None:
        self.show_page(PAGES[place])

    def _read(self, uri: str) -> None:
        """A result points to a resource: read it on the resources page."""
        page = self._page("resources")
        assert isinstance(page, ResourcesPage)  # made by the table above
        self.show_page("resources")
        page.read(uri)

    def _open(self, request: Recorded) -> None:
        """Show the form of a recorded request, filled as it was."""
        name, key = _FORMS[request.method]
        page, traffic = self._page(name), self._page("traffic")
        assert isinstance(page, CatalogPage)  # made by the table above
        assert isinstance(traffic, TrafficPage)  # as above
        chosen = as_text(request.params.get(key))
        if page.fill(chosen, as_object(request.params.get("arguments"))):
            self.show_page(name)
        else:
            traffic.detail.say(f"The server lists no {name.removesuffix('s')} “{chosen}” now.")

    def show_ask(self, ask: Ask) -> None:
        """Bring a question into sight, with the call it belongs to, and let the person answer."""
        if ask.run is None or is_loose(ask):
            self.asks.open(ask)
            return
        name = _OF_RUNS[ask.run.kind]
        page = self._page(name)
        assert isinstance(page, CatalogPage)  # made by the table above
        self.show_page(name)
        page.show_run(ask.run)
        self.asks.follow()
        for card in page.results.findChildren(AskCard):
            if card.ask is ask:
                card.focus_first()

    def _is_in_sight(self, ask: Ask) -> bool:
        page = self._made.get(self.page_name)
        if ask.run is None or not isinstance(page, CatalogPage):
            return False
        return page.results.run is ask.run and page.results.isVisible()

    def edit_field(self, field: str) -> None:
        """Show the configuration with the focus in a field of the form."""
        self.show_page("configuration")
        page = self.current()
        if isinstance(page, ConfigurationPage):
            page.form.focus_on(field)

    def _take_remedy(self, remedy: Remedy) -> None:
        match remedy.action:
            case Action.SHOW_LOG:
                self.show_page("log")
            case Action.SHOW_TRAFFIC:
                self.show_page("traffic")
            case Action.EDIT:
                self.edit_field(remedy.value)
            case _:
                self.remedy_wanted.emit(remedy)

    def _connect(self) -> None:
        session = self.session
        self.tabs.currentChanged.connect(self._show_place)
        self.header.start_wanted.connect(self.start_wanted)
        self.header.stop_wanted.connect(lambda: spawn(self, session.stop()))
        self.header.restart_wanted.connect(self.restart_wanted)
        self.header.menu_wanted.connect(self.menu_wanted)
        self.retry.start_wanted.connect(self.start_wanted)
        self.failure.restart_wanted.connect(self.start_wanted)
        self.failure.log_wanted.connect(lambda: self.show_page("log"))
        self.failure.configuration_wanted.connect(lambda: self.show_page("configuration"))
        self.failure.allow_wanted.connect(self.allow_wanted)
        self.failure.remedy_wanted.connect(self._take_remedy)
        self.asks.show_wanted.connect(self.show_ask)
        listen(self, session.changed, lambda _: self._count())
        listen(self, session.catalog_changed, lambda _: self._count())
        # Counts follow a flood of messages at leisure, and cost nothing without one.
        self._counting = QTimer(self)
        self._counting.setSingleShot(True)
        self._counting.setInterval(_COUNT_PAUSE)
        self._counting.timeout.connect(self._count_records)
        listen(self, session.log.added, lambda _: self._count_soon())
        listen(self, session.traffic.added, lambda _: self._count_soon())

    def _count(self) -> None:
        catalog = self.session.catalog
        self.tabs.set_count(0, len(catalog.tools))
        self.tabs.set_count(1, len(catalog.prompts))
        self.tabs.set_count(2, len(catalog.resources))
        self._count_records()

    def _count_soon(self) -> None:
        if not self._counting.isActive():
            self._counting.start()

    def _count_records(self) -> None:
        failed = isinstance(self.session.state, Failed)
        exited = failed and bool(self.session.log.count(Source.STDERR))
        self.tabs.set_count(_LOG, self.session.log.total, alarm=failed or exited)
        self.tabs.set_count(_LOG + 1, self.session.traffic.total)


def page_name(text: str) -> PageName:
    """The page of this name; the tools where there is none."""
    return _PLACES.get(text, "tools")


def _fit(page: QWidget, width_class: WidthClass) -> None:
    if isinstance(page, (CatalogPage, TrafficPage, ConfigurationPage)):
        page.set_width_class(width_class)
