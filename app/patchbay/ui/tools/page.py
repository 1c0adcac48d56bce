"""The tools of one server: list, form and result side by side."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from patchbay.core.calls.run import Run, RunKind
from patchbay.core.sessions.catalog import Catalog, Tool
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready, Starting, Stopping
from patchbay.core.values import JsonObject
from patchbay.ui.controls import Label, column
from patchbay.ui.listing import ItemList
from patchbay.ui.panes import ListFormResult, WidthClass
from patchbay.ui.results.opening import Opener
from patchbay.ui.results.view import ResultView
from patchbay.ui.tasks import listen, spawn
from patchbay.ui.tools.items import item
from patchbay.ui.tools.pane import ToolPane


class ToolsPage(QWidget):
    """Everything about the tools of one session; keeps it all when the server goes."""

    resource_wanted = Signal(str)

    def __init__(self, session: Session, opener: Opener) -> None:
        super().__init__()
        self._session = session
        self._tools: dict[str, Tool] = {}
        self.list = ItemList("Filter tools", "Tools")
        self.pane = ToolPane(self.list.chooser)
        self.results = ResultView(opener)
        self.panes = ListFormResult(self.list, self.list.chooser, self.pane, self.results)
        self._nothing = Label("", "hint", wrap=True)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.panes)
        self._stack.addWidget(_centred(self._nothing))
        self.setLayout(column(self._stack, gap=0))
        self._connect()
        self._take_catalog(session.catalog)
        self._follow_state()

    def set_width_class(self, width_class: WidthClass) -> None:
        self.panes.set_width_class(width_class)
        self.pane.set_wide(wide=width_class == "wide")

    def choose(self, name: str) -> None:
        """Show this tool, with its newest run."""
        if name in self._tools:
            self.list.choose(name)
            self._show(name)

    def run(self) -> None:
        """Run the chosen tool with what the form holds; starts the server first if need be."""
        tool, arguments = self.pane.tool, self.pane.arguments()
        if tool is None or arguments is None:
            self.panes.show_form()
            return
        spawn(self, self._run(tool.name, arguments))

    def run_again(self) -> None:
        """Run the shown run once more, with its own arguments."""
        run = self.results.run
        if run is not None:
            spawn(self, self._run(run.name, run.arguments))

    def cancel(self) -> None:
        self.results.cancel()

    def _connect(self) -> None:
        session = self._session
        self.list.chosen.connect(self._show)
        self.pane.run_wanted.connect(self.run)
        self.results.cancel_wanted.connect(Run.cancel)
        self.results.use_arguments_wanted.connect(self._use_arguments)
        self.results.run_again_wanted.connect(self.run_again)
        self.results.link_opened.connect(self.resource_wanted)
        listen(self, session.catalog_changed, self._take_catalog)
        listen(self, session.changed, lambda _: self._follow_state())
        listen(self, session.run_added, self._take_run)

    def _take_catalog(self, catalog: Catalog) -> None:
        self._tools = {tool.name: tool for tool in catalog.tools}
        self._show_items()
        if self.list.key:
            self.pane.show_tool(self._tools[self.list.key])
        elif self._tools:
            self.choose(next(iter(self._tools)))
        self._follow_state()

    def _use_arguments(self, run: Run) -> None:
        self.pane.use(run.arguments)

    def _take_run(self, run: Run) -> None:
        if run.kind is RunKind.TOOL:
            listen(self, run.changed, lambda _: self._follow_run(run))
            self._follow_run(run)

    def _follow_run(self, run: Run) -> None:
        self._show_items()
        if run.name == self.list.key:
            self.results.set_runs(self._runs_of(run.name))
        self._follow_state()

    def _show_items(self) -> None:
        newest = {run.name: run for run in self._session.runs if run.kind is RunKind.TOOL}
        self.list.show_items([item(tool, newest.get(name)) for name, tool in self._tools.items()])

    def _show(self, name: str) -> None:
        self.pane.show_tool(self._tools[name])
        runs = self._runs_of(name)
        self.results.set_runs(runs)
        self.results.show_run(runs[-1] if runs else None)

    def _runs_of(self, name: str) -> list[Run]:
        runs = self._session.runs
        return [run for run in runs if run.kind is RunKind.TOOL and run.name == name]

    async def _run(self, name: str, arguments: JsonObject) -> None:
        session = self._session
        if not isinstance(session.state, Ready):
            session.start()
            if not isinstance(await session.settled(), Ready):
                return
        run = session.call_tool(name, arguments)
        if name != self.list.key:
            self.choose(name)
        self.results.set_runs(self._runs_of(name))
        self.results.show_run(run)
        self.panes.show_result()

    def _follow_state(self) -> None:
        state, tools = self._session.state, self._tools
        newest = self.results.run
        self.pane.show_state(
            running=newest is not None and newest.took is None,
            server_runs=isinstance(state, Ready),
            start_blocked=isinstance(state, (Starting, Stopping)),
        )
        at = self._session.catalog.listed_at
        stale = bool(tools) and at is not None and not isinstance(state, Ready)
        self.list.set_note(f"As listed at {at:%H:%M}, before the server stopped" if stale else "")
        self._stack.setCurrentIndex(0 if tools else 1)
        self._nothing.setText(_why_empty(self._session))


def _why_empty(session: Session) -> str:
    if isinstance(session.state, Ready):
        return "No tools.\nThe server is running and offers none."
    if isinstance(session.state, Starting):
        return "Starting.\nIts tools appear here once it has listed them."
    return "Not started yet.\nStart the server to see its tools, prompts and resources."


def _centred(label: Label) -> QWidget:
    page = QWidget()
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    page.setLayout(column(None, label, None, margins=(24, 24, 24, 24)))
    return page
