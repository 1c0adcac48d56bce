"""The main window."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QResizeEvent,
)
from PySide6.QtWidgets import QFileDialog, QMainWindow, QStackedWidget, QWidget
from typing_extensions import override

from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.errors import AppError
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready, Stopped
from patchbay.core.workspace import Workspace
from patchbay.ui import theme
from patchbay.ui.commands import Commands
from patchbay.ui.configuration import ConfigurationPage, FileProblemsPage, Inspector
from patchbay.ui.controls import column
from patchbay.ui.figures import counted
from patchbay.ui.first_start import FirstStart
from patchbay.ui.log import LogPage
from patchbay.ui.notices import Notices
from patchbay.ui.panes import Splitter, WidthClass
from patchbay.ui.prompts import PromptsPage
from patchbay.ui.resources import ResourcesPage
from patchbay.ui.results.block import Body
from patchbay.ui.servers import STRIP, Sidebar
from patchbay.ui.tasks import listen, spawn
from patchbay.ui.tools import ToolsPage
from patchbay.ui.traffic import TrafficPage
from patchbay.ui.window.activity import ActivityBar
from patchbay.ui.window.layout import Layout
from patchbay.ui.window.notice_bar import NoticeBar
from patchbay.ui.window.permission import can_be_allowed, offer_to_allow
from patchbay.ui.window.server_page import ServerPage
from patchbay.ui.window.table import window_commands

WIDE, MEDIUM = 1180, 900
_SIDEBAR, _SIDEBAR_IN_MEDIUM = 264, 204


class Window(QMainWindow):
    """Shows the workspace; decides nothing. Closing it asks the application to quit."""

    closed = Signal()

    def __init__(self, workspace: Workspace, notices: Notices, layout: Layout) -> None:
        super().__init__()
        self.setWindowTitle("Patchbay")
        self.setMinimumSize(720, 480)
        self.setAcceptDrops(True)
        self.workspace = workspace
        self.notices = notices
        self._layout = layout
        self._inspector = Inspector(workspace.allow, workspace.surroundings)
        self._sidebar_turned = False
        self._pages: dict[Session, ServerPage] = {}
        self.sidebar = Sidebar(workspace.pool)
        self.activity = ActivityBar(workspace.pool)
        self.first_start = FirstStart()
        self._notice_bar = NoticeBar(notices)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.first_start)
        main = QWidget()
        main.setLayout(column(self._notice_bar, (self._stack, 1), self.activity, gap=0))
        self._splitter = Splitter(self.sidebar, main)
        self._splitter.setStretchFactor(1, 1)
        self.setCentralWidget(self._splitter)
        self.commands = Commands(self, window_commands(self))
        self._connect()
        self.resize(*layout.size)

    @property
    def page(self) -> ServerPage | None:
        """The page in sight, if it is a server's."""
        current = self._stack.currentWidget()
        return current if isinstance(current, ServerPage) else None

    @property
    def session(self) -> Session | None:
        return self.page.session if self.page else None

    @property
    def settled(self) -> bool:
        """Nothing in sight still waits for its picture or its text."""
        return all(body.settled for body in self.findChildren(Body) if body.isVisible())

    def show_leaving(self) -> None:
        """From now on the window only tells which servers are still being stopped."""
        self.setEnabled(False)
        running = sum(session.is_live for session in self.workspace.pool.sessions)
        if running:
            self.setWindowTitle(f"Stopping {counted(running, 'server')} - Patchbay")

    def open_file(self, path: Path) -> ConfigFile | None:
        """Read a config and show its first server, or its problems."""
        try:
            file = self.workspace.open(path)
        except AppError as error:
            self.notices.show(error)
            return None
        sessions = self.workspace.pool.sessions_of(file)
        if sessions:
            self.show_session(sessions[0])
        else:
            self.show_problems(file)
        return file

    def show_session(self, session: Session) -> ServerPage:
        page = self._pages.get(session)
        if page is None:
            page = self._make_page(session)
        before = self.page
        self._stack.setCurrentWidget(page)
        if before is not None and before is not page:
            page.show_page(before.page_name)
        self.sidebar.show_current(session)
        self.activity.shown_session_is(session)
        self.setWindowTitle(f"{session.entry.name} - Patchbay")
        self._fit()
        return page

    def close_file(self, file: ConfigFile) -> None:
        """Stop the servers of a file and take it out of the window; the file itself stays."""
        spawn(self, self.workspace.pool.remove(file.path))

    def show_problems(self, file: ConfigFile) -> None:
        page = FileProblemsPage(file)
        self._stack.addWidget(page)
        self._stack.setCurrentWidget(page)
        self.sidebar.show_current(None)
        self.activity.shown_session_is(None)

    def start(self, session: Session) -> None:
        """Start a server because a person asked for it; a blocked one gets its explanation."""
        if not session.is_live:
            session.start()
            spawn(self, self._explain_block(session))

    def restart(self, session: Session) -> None:
        if session.is_live:
            spawn(self, session.restart())
        else:
            self.start(session)

    def restart_all(self) -> None:
        for session in self.workspace.pool.sessions:
            if isinstance(session.state, Ready):
                spawn(self, session.restart())

    def toggle(self, session: Session) -> None:
        """Start what is stopped, stop what is not."""
        self.show_session(session)
        if session.is_live:
            spawn(self, session.stop())
        else:
            self.start(session)

    def step(self, rows: int) -> None:
        """Show the server so many rows below."""
        if (session := self.sidebar.neighbour(rows)) is not None:
            self.show_session(session)

    def run_current(self) -> None:
        """Run, get or read what the page in sight is about."""
        page = self.page.current() if self.page else None
        if isinstance(page, (ToolsPage, PromptsPage, ResourcesPage)):
            page.run()

    def cancel_current(self) -> None:
        page = self.page.current() if self.page else None
        if isinstance(page, (ToolsPage, PromptsPage, ResourcesPage)):
            page.cancel()

    def copy_report(self) -> None:
        if self.page is not None and (report := self.page.failure.report):
            QGuiApplication.clipboard().setText(report)

    def filter_servers(self) -> None:
        if self.sidebar.search.isHidden():
            self.toggle_sidebar()
        self.sidebar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.sidebar.search.selectAll()

    def filter_items(self) -> None:
        page = self.page.current() if self.page else None
        if isinstance(page, (ToolsPage, PromptsPage, ResourcesPage)):
            page.panes.find_item()

    def find_words(self) -> None:
        page = self.page.current() if self.page else None
        if isinstance(page, (LogPage, TrafficPage)):
            page.focus_filter()
        else:
            self.filter_items()

    def show_configuration_of(self, entry: Entry) -> None:
        session = self.workspace.pool.find(entry.file, entry.name)
        if session is not None:
            self.show_configuration(session)

    def show_configuration(self, session: Session) -> None:
        self.show_session(session).show_page("configuration")

    def toggle_sidebar(self) -> None:
        """Between the full sidebar and the strip of marks."""
        self._sidebar_turned = not self._sidebar_turned
        self._fit()

    def open_dialog(self) -> None:
        dialog = QFileDialog(self, "Open a config")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(["Configs (*.json *.jsonc *.yaml *.yml)", "All files (*)"])
        dialog.fileSelected.connect(self._open_named)
        dialog.open()

    def _open_named(self, name: str) -> None:
        self.open_file(Path(name))

    def open_demo(self) -> Session:
        session = self.workspace.open_demo()
        self.show_session(session)
        self.start(session)
        return session

    def show_menu(self, at: QPoint) -> None:
        self.commands.menu("file", "server", "call", "view", "quit").popup(at)

    def remember_layout(self) -> None:
        full = not self.sidebar.search.isHidden()
        self._layout.remember(
            (self.width(), self.height()), self._splitter.sizes()[0] if full else 0
        )

    def _make_page(self, session: Session) -> ServerPage:
        page = ServerPage(session, self.workspace.decoder, lambda: self._configuration_of(session))
        page.start_wanted.connect(lambda: self.start(session))
        page.allow_wanted.connect(partial(self._offer_to_allow, session))
        page.menu_wanted.connect(partial(self._popup, "server"))
        self._pages[session] = page
        self._stack.addWidget(page)
        return page

    async def _explain_block(self, session: Session) -> None:
        state = await session.settled()
        if isinstance(state, Stopped) and state.blocked and can_be_allowed(state.blocked):
            await offer_to_allow(self, self.workspace, session, state.blocked)

    def _popup(self, group: str, at: QPoint) -> None:
        self.commands.menu(group).popup(at)

    def _configuration_of(self, session: Session) -> ConfigurationPage:
        file = next(file for file in self.workspace.pool.files if file.path == session.entry.file)
        return ConfigurationPage(session, file, self._inspector)

    def _offer_to_allow(self, session: Session, error: AppError) -> None:
        spawn(self, offer_to_allow(self, self.workspace, session, error))

    def _connect(self) -> None:
        self.sidebar.chosen.connect(self.show_session)
        self.sidebar.file_chosen.connect(self.show_problems)
        self.sidebar.toggled.connect(self.toggle)
        self.sidebar.open_wanted.connect(self.open_dialog)
        self.sidebar.menu_wanted.connect(self.show_menu)
        self.sidebar.close_file_wanted.connect(self.close_file)
        self.activity.show_wanted.connect(self.show_session)
        self.first_start.open_wanted.connect(self.open_dialog)
        self.first_start.demo_wanted.connect(self.open_demo)
        self.first_start.file_dropped.connect(self.open_file)
        listen(self, self.workspace.pool.changed, lambda _: self._drop_gone_pages())

    def _drop_gone_pages(self) -> None:
        alive = set(self.workspace.pool.sessions)
        for session in [gone for gone in self._pages if gone not in alive]:
            page = self._pages.pop(session)
            self._stack.removeWidget(page)
            page.deleteLater()
        if self.page is None and not alive:
            self._stack.setCurrentWidget(self.first_start)

    def _fit(self) -> None:
        width = self.width() * 100 // theme.current().text_size
        width_class: WidthClass = (
            "wide" if width >= WIDE else "medium" if width >= MEDIUM else "narrow"
        )
        self._fit_sidebar(width_class)
        if self.page is not None:
            self.page.set_width_class(width_class)

    def _fit_sidebar(self, width_class: WidthClass) -> None:
        """Full, in short words, or as a strip of marks; the person may turn it the other way."""
        strip = (width_class == "narrow") is not self._sidebar_turned
        wide = width_class == "wide"
        self.sidebar.set_marks_only(on=strip)
        self.sidebar.set_compact(compact=not wide)
        side = self._layout.sidebar if wide else _SIDEBAR_IN_MEDIUM
        least, most = (STRIP, STRIP) if strip else (200, 360) if wide else (180, 264)
        side = min(max(side, least), most)
        self.sidebar.setMinimumWidth(theme.px(least))
        self.sidebar.setMaximumWidth(theme.px(most))
        self._splitter.setSizes([theme.px(side), max(self.width() - theme.px(side), 1)])

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        # The servers are stopped first; the application closes the window for good after that.
        event.ignore()
        self.remember_layout()
        self.closed.emit()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                self.open_file(Path(url.toLocalFile()))
