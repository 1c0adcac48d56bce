"""The arrangement of the window: sidebar, pages, bars, and what gives way when it gets narrow."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget
from typing_extensions import override

from patchbay.core.config.model import ConfigFile
from patchbay.core.drafts.draft import Draft
from patchbay.core.errors import AppError, Remedy
from patchbay.core.sessions.session import Session
from patchbay.core.trust.visible import visible
from patchbay.core.workspace import Workspace
from patchbay.ui import theme
from patchbay.ui.configuration import (
    ConfigurationPage,
    FileProblemsPage,
    Inspector,
    TextSide,
    built_in,
)
from patchbay.ui.controls import column
from patchbay.ui.figures import counted
from patchbay.ui.first_start import FirstStart
from patchbay.ui.notices import Notices
from patchbay.ui.panes import Splitter, WidthClass
from patchbay.ui.results.block import Body
from patchbay.ui.results.compare import Comparison
from patchbay.ui.servers import STRIP, Sidebar
from patchbay.ui.tasks import listen, spawn
from patchbay.ui.window.activity import ActivityBar
from patchbay.ui.window.editing import Editing
from patchbay.ui.window.layout import Layout
from patchbay.ui.window.news_bar import NewsBar
from patchbay.ui.window.notice_bar import NoticeBar
from patchbay.ui.window.own_page import OwnPage, OwnPages
from patchbay.ui.window.pane_steps import parts_of
from patchbay.ui.window.questions import Questions
from patchbay.ui.window.reading_bar import ReadingBar
from patchbay.ui.window.server_page import PageName, ServerPage
from patchbay.ui.window.watch import FileWatch

_log = logging.getLogger(__name__)
WIDE, MEDIUM = 1180, 900
_SIDEBAR_IN_MEDIUM = 204


class Frame(QMainWindow):
    """Shows one page at a time beside the sidebar; what is to be done goes up by signals."""

    closed = Signal()
    start_wanted = Signal(object)
    restart_wanted = Signal(object)
    allow_wanted = Signal(object, object)
    """A session, and the refusal that the person wants to lift."""
    remedy_wanted = Signal(object, object)
    """The page of a session, and what the person wants done about its failure."""
    menu_wanted = Signal(str, QPoint)
    file_dropped = Signal(Path)
    shown_changed = Signal()
    """Another page is in sight."""

    def __init__(self, workspace: Workspace, notices: Notices, layout: Layout) -> None:
        super().__init__()
        self.setWindowTitle("Patchbay")
        self.setMinimumSize(720, 480)
        self.setAcceptDrops(True)
        self.workspace = workspace
        self.notices = notices
        self._layout = layout
        self.editing = Editing(self, workspace, notices, self.show_server)
        self._inspector = Inspector(workspace.allow, workspace.surroundings)
        self._sidebar_turned = False
        self._leaving: asyncio.Task[None] | None = None
        self._pages: dict[Session, ServerPage] = {}
        self._problems: dict[Path, FileProblemsPage] = {}
        self.sidebar = Sidebar(workspace.pool)
        self.activity = ActivityBar(workspace.pool)
        self.first_start = FirstStart()
        self._notice_bar = NoticeBar(notices)
        self.news = NewsBar()
        self.reading_bar = ReadingBar()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.first_start)
        self._stack.currentChanged.connect(self._tell_shown)
        self._own_pages = OwnPages(self._stack)
        self._arrange()
        FileWatch(workspace.drafts, notices, self)
        self.questions = Questions(self, workspace.pool)
        listen(self, workspace.pool.changed, lambda _: self._drop_gone_pages())
        self.resize(*layout.size)

    def _arrange(self) -> None:
        main = QWidget()
        parts = (self._notice_bar, self.news, (self._stack, 1), self.reading_bar, self.activity)
        main.setLayout(column(*parts, gap=0))
        self._splitter = Splitter(self.sidebar, main)
        self._splitter.setStretchFactor(1, 1)
        self.setCentralWidget(self._splitter)

    @property
    def page(self) -> ServerPage | None:
        """The page in sight, if it is a server's."""
        current = self._stack.currentWidget()
        return current if isinstance(current, ServerPage) else None

    @property
    def session(self) -> Session | None:
        return self.page.session if self.page else None

    @property
    def draft(self) -> Draft | None:
        """The draft of the config in sight; the demo has none."""
        current = self._stack.currentWidget()
        if isinstance(current, FileProblemsPage):
            return current.draft
        session = self.session
        return self.workspace.drafts.find(session.entry.file) if session is not None else None

    @property
    def text_side(self) -> TextSide | None:
        """The text in sight."""
        current = self._stack.currentWidget()
        page = current.current() if isinstance(current, ServerPage) else current
        return page.text if isinstance(page, ConfigurationPage | FileProblemsPage) else None

    @property
    def parts(self) -> Sequence[QWidget]:
        """What stands in the window, in the order it is read."""
        current = self._stack.currentWidget()
        shown = current.parts if isinstance(current, ServerPage) else parts_of(current)
        return self._notice_bar, self.news, self.sidebar, *shown, self.activity

    @property
    def settled(self) -> bool:
        """Nothing in sight still waits for its picture or its text."""
        waiting = (
            *self.findChildren(Body),
            *self.findChildren(Comparison),
            *self.findChildren(ConfigurationPage),
            *self.findChildren(FileProblemsPage),
        )
        return all(part.settled for part in waiting if part.isVisible())

    def show_leaving(self) -> None:
        """From now on the window only tells which servers are still being stopped."""
        self.setEnabled(False)
        running = sum(session.is_live for session in self.workspace.pool.sessions)
        if running:
            self.setWindowTitle(f"Stopping {counted(running, 'server')} - Patchbay")

    def show_session(self, session: Session) -> ServerPage:
        before = self.page
        page = self._pages.get(session)
        if page is None:
            page = self._make_page(session, before.page_name if before else "tools")
        self._stack.setCurrentWidget(page)
        if before is not None and before is not page:
            page.show_page(before.page_name)
        self.sidebar.show_current(session)
        self.activity.shown_session_is(session)
        self._entitle()
        self._fit()
        return page

    def show_server(self, path: Path, name: str) -> None:
        """The server of this name, if the file has it."""
        session = self.workspace.pool.find(path, name)
        if session is not None:
            self.show_session(session)

    def show_problems(self, file: ConfigFile) -> None:
        """The page of a file without servers: what is wrong with it, and its text."""
        if (before := self._problems.pop(file.path, None)) is not None:
            self._drop(before)
        draft = self.workspace.drafts.find(file.path)
        if draft is None:
            return
        page = self._problems[file.path] = FileProblemsPage(draft, self.editing.actions)
        self._stack.addWidget(page)
        self._stack.setCurrentWidget(page)
        self.sidebar.show_current(None)
        self.activity.shown_session_is(None)
        self.setWindowTitle(f"{file.path.name} - Patchbay")

    def show_first_start(self) -> None:
        """The ways to get servers; whatever is open stays open."""
        self._stack.setCurrentWidget(self.first_start)
        self.sidebar.show_current(None)
        self.activity.shown_session_is(None)
        self.setWindowTitle("Patchbay")

    @property
    def own_page(self) -> OwnPage | None:
        """The page in sight, if it is one that belongs to no server."""
        return self._own_pages.shown

    def show_page_of_its_own(self, title: str, content: QWidget) -> None:
        """Put a page that is no server's in the place of what is shown, until that is left."""
        page = self._own_pages.show(title, content)
        page.left.connect(self.leave_own_page)
        self.sidebar.show_current(None)
        self.activity.shown_session_is(None)
        self.setWindowTitle(f"{title} - Patchbay")

    def leave_own_page(self) -> None:
        """Show again what was shown before."""
        before = self._own_pages.before
        if isinstance(before, ServerPage):
            self.show_session(before.session)
        elif isinstance(before, FileProblemsPage):
            self.show_problems(before.draft.file)
        else:
            self._show_another(None)

    def finish_typing(self) -> None:
        """Ask now for what is being typed into a form; it is made a moment later."""
        page = self.page.current() if self.page else None
        if isinstance(page, ConfigurationPage):
            page.form.finish()

    def toggle_sidebar(self) -> None:
        """Between the full sidebar and the strip of marks."""
        self._sidebar_turned = not self._sidebar_turned
        self._fit()

    def remember_layout(self) -> None:
        full = not self.sidebar.search.isHidden()
        self._layout.remember(
            (self.width(), self.height()), self._splitter.sizes()[0] if full else 0
        )

    def _make_page(self, session: Session, first: PageName) -> ServerPage:
        page = ServerPage(
            session,
            self.workspace.decoder,
            self._layout,
            lambda: self._configuration_of(session),
            first,
        )
        page.start_wanted.connect(lambda: self.start_wanted.emit(session))
        page.restart_wanted.connect(lambda: self.restart_wanted.emit(session))
        page.allow_wanted.connect(partial(self._pass_on_refusal, session))
        page.remedy_wanted.connect(partial(self._pass_on_remedy, page))
        page.menu_wanted.connect(self._pass_on_menu)
        page.tabs.currentChanged.connect(self._tell_shown)
        listen(page, session.changed, lambda _: self._entitle())
        self._pages[session] = page
        self._stack.addWidget(page)
        return page

    def _tell_shown(self, _place: int) -> None:
        self.shown_changed.emit()

    def _entitle(self) -> None:
        """Say which server is shown; on the way out the window says something else."""
        if self.session is not None and self.isEnabled():
            self.setWindowTitle(f"{visible(self.session.entry.name)} - Patchbay")

    def _pass_on_refusal(self, session: Session, error: AppError) -> None:
        self.allow_wanted.emit(session, error)

    def _pass_on_remedy(self, page: ServerPage, remedy: Remedy) -> None:
        self.remedy_wanted.emit(page, remedy)

    def _pass_on_menu(self, at: QPoint) -> None:
        self.menu_wanted.emit("server", at)

    def _configuration_of(self, session: Session) -> QWidget:
        draft = self.workspace.drafts.find(session.entry.file)
        if draft is None:  # the demo stands in no file
            return built_in(session.entry)
        actions, habits = self.editing.actions, self.workspace.habits
        return ConfigurationPage(session, draft, self._inspector, actions, habits)

    def _drop_gone_pages(self) -> None:
        """Let go of what belongs to a closed file, and show something that is still there."""
        pool, shown = self.workspace.pool, self._stack.currentWidget()
        alive, paths = set(pool.sessions), {file.path for file in pool.files}
        gone = [self._pages.pop(session) for session in tuple(self._pages) if session not in alive]
        left = [self._problems.pop(path) for path in tuple(self._problems) if path not in paths]
        if shown in gone and isinstance(shown, ServerPage):
            self._show_instead_of(shown.session.entry.file)
        elif shown in left:
            self._show_instead_of(None)
        for page in (*gone, *left):
            self._drop(page)

    def _show_instead_of(self, path: Path | None) -> None:
        """The first server of the file whose page went, else that file, else any other server."""
        before, draft = self.text_side, self.draft
        typed_in = before if before is not None and before.is_typed_in else None
        self._show_another(path)
        after = self.text_side
        if typed_in is not None and after is not None and self.draft is draft:
            after.go_on_as(typed_in)

    def _show_another(self, path: Path | None) -> None:
        pool = self.workspace.pool
        file = next((file for file in pool.files if file.path == path), None)
        sessions = pool.sessions_of(file) if file is not None else ()
        if sessions or (file is None and pool.sessions):
            self.show_session((*sessions, *pool.sessions)[0])
        elif file is not None:
            self.show_problems(file)
        else:
            self.show_first_start()

    def _drop(self, page: QWidget) -> None:
        self._stack.removeWidget(page)
        page.deleteLater()

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
        if self._leaving is None or self._leaving.done():
            self.finish_typing()
            self._leaving = spawn(self, self._leave())

    async def _leave(self) -> None:
        """Go, unless somebody would rather stay with edits that are not saved."""
        if not await self.editing.files.may_close(self.workspace.drafts.all, quits=True):
            return
        try:
            self.remember_layout()
        except OSError as error:
            _log.warning("The layout of the window could not be kept: %s", error)
        self.closed.emit()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                self.file_dropped.emit(Path(url.toLocalFile()))
