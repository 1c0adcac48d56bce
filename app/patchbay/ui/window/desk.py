"""Everything a person can have done in the window."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from typing_extensions import override

from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.drafts.draft import Draft
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Stopped
from patchbay.core.trust.refusals import NotAllowed
from patchbay.core.workspace import Workspace
from patchbay.ui.catalog_page import CatalogPage
from patchbay.ui.log import LogPage
from patchbay.ui.notices import Notices
from patchbay.ui.settings import SettingsPage
from patchbay.ui.tasks import spawn
from patchbay.ui.traffic import TrafficPage
from patchbay.ui.window.frame import Frame
from patchbay.ui.window.layout import Layout
from patchbay.ui.window.looks import Looks
from patchbay.ui.window.opening import Opening
from patchbay.ui.window.permission import ask_to_allow
from patchbay.ui.window.recent_menu import RecentMenu
from patchbay.ui.window.remedies import Remedies
from patchbay.ui.window.saved import CallKeeper
from patchbay.ui.window.together import Together
from patchbay.ui.window.visited import Visited
from patchbay.ui.window.welcome import Welcome


class Desk(Frame):
    """Carries out what the pages, the sidebar and the commands ask for."""

    def __init__(self, workspace: Workspace, notices: Notices, layout: Layout) -> None:
        super().__init__(workspace, notices, layout)
        self.together = Together(self, workspace)
        self.opening = Opening(self, workspace, notices)
        self.visited = Visited(self)
        self.keeper = CallKeeper(self, workspace, notices)
        self.recent = RecentMenu(self, workspace.recent, self.opening, notices)
        self.sidebar.chosen.connect(self.show_session)
        self.sidebar.file_chosen.connect(self.show_problems)
        self.sidebar.toggled.connect(self.toggle)
        self.sidebar.open_wanted.connect(self.opening.ask)
        self.sidebar.close_file_wanted.connect(self.close_file)
        self.sidebar.add_wanted.connect(self.add_server)
        self.sidebar.add_to_wanted.connect(self.add_server_to)
        self.sidebar.versions_wanted.connect(self._show_versions)
        self.sidebar.start_all_wanted.connect(self.start_all)
        self.sidebar.stop_all_wanted.connect(self.together.stop)
        self.sidebar.remove_wanted.connect(self.remove)
        self.sidebar.move_wanted.connect(self.move_server)
        self.sidebar.server_menu_wanted.connect(self._server_menu)
        self.activity.show_wanted.connect(self.show_session)
        self.first_start.paste_wanted.connect(self.paste_servers)
        self.first_start.demo_wanted.connect(self.open_demo)
        self.file_dropped.connect(self.opening.try_to_open)
        self.welcome = Welcome(self.first_start, workspace, self.opening)
        self.start_wanted.connect(self.start)
        self.restart_wanted.connect(self.restart)
        self.allow_wanted.connect(self.offer_to_allow)
        self._remedies = Remedies(self, workspace, self.editing, self.start)
        self.remedy_wanted.connect(self._remedies.take)
        self._looks = Looks(self, workspace.settings, self._fit)

    @property
    @override
    def settled(self) -> bool:
        return super().settled and self.welcome.settled

    def show_settings(self) -> None:
        """What is set for Patchbay as a whole; a change holds at once."""
        if self.own_page is None or not isinstance(self.own_page.content, SettingsPage):
            page = SettingsPage(self.workspace)
            page.secret_wanted.connect(self.editing.keep_secret)
            self.show_page_of_its_own("Settings", page)

    def close_file(self, file: ConfigFile) -> None:
        """Stop the servers of a file and take it out of the window; the file itself stays."""
        self.finish_typing()
        spawn(self, self._close_file(file.path))

    async def _close_file(self, path: Path) -> None:
        draft = self.workspace.drafts.find(path)
        if draft is None or await self.editing.files.may_close((draft,), quits=False):
            await self.workspace.close_file(path)

    def start(self, session: Session) -> None:
        """Start a server because a person asked for it; a blocked one gets its explanation."""
        self._once_edited(session, partial(self._start, session))

    def _start(self, session: Session) -> None:
        if not session.is_live:
            session.start()
            spawn(self, self._explain_block(session))

    def restart(self, session: Session) -> None:
        if session.is_live:
            self._once_edited(session, lambda: spawn(self, session.restart()))
        else:
            self.start(session)

    def _once_edited(self, session: Session, act: Callable[[], object]) -> None:
        """Act at once or, where its config is being changed, on what was typed there as well."""
        draft = self.workspace.drafts.find(session.entry.file)
        if draft is None or (self.text_side is None and draft.is_settled):
            act()
        else:
            self.finish_typing()
            spawn(self, _after(draft.edited(), act))

    def start_all(self, file: Path | None = None) -> None:
        """Start every server that can be, of one config or of all."""
        self.finish_typing()
        self.together.start(file)

    def toggle(self, session: Session) -> None:
        """Start what is stopped, stop what is not."""
        self.show_session(session)
        if session.is_live:
            spawn(self, session.stop())
        elif session.entry.blocked_by_problems:
            self.show_configuration(session)
        else:
            self.start(session)

    def step(self, rows: int) -> None:
        """Show the server so many rows below."""
        if (session := self.sidebar.neighbour(rows)) is not None:
            self.show_session(session)

    @property
    def catalog_page(self) -> CatalogPage | None:
        """The page in sight, if it is one of tools, prompts or resources."""
        page = self.page.current() if self.page else None
        return page if isinstance(page, CatalogPage) else None

    def show_question(self) -> None:
        """The question that has waited longest, whichever server asks it."""
        if (found := self.questions.oldest()) is not None:
            session, ask = found
            self.show_session(session).show_ask(ask)

    def copy_report(self) -> None:
        if self.page is not None and (report := self.page.failure.report):
            QGuiApplication.clipboard().setText(report)

    def filter_servers(self) -> None:
        if self.sidebar.search.isHidden():
            self.toggle_sidebar()
        self.sidebar.search.take_keys()

    def filter_items(self) -> None:
        if (page := self.catalog_page) is not None:
            page.panes.find_item()

    @property
    def record_page(self) -> LogPage | TrafficPage | None:
        """The page in sight, if it is the log or the traffic."""
        page = self.page.current() if self.page else None
        return page if isinstance(page, (LogPage, TrafficPage)) else None

    def save_draft(self, draft: Draft) -> None:
        """Save a config, with what is still being typed in its form."""
        self.finish_typing()
        self.editing.files.save(draft)

    def undo(self, draft: Draft) -> None:
        """Take the last step in a config back, where the person sees it."""
        self._show_config()
        self.finish_typing()
        spawn(self, draft.step_back())

    def redo(self, draft: Draft) -> None:
        self._show_config()
        self.finish_typing()
        spawn(self, draft.step_forward())

    def _show_config(self) -> None:
        if self.text_side is None and self.page is not None:
            self.page.show_page("configuration")

    def add_server(self) -> None:
        """Add one to the config in sight, or to another."""
        self.editing.add(self.draft)

    def add_server_to(self, file: ConfigFile) -> None:
        self.editing.add(self.workspace.drafts.find(file.path))

    def paste_servers(self) -> None:
        """Add what the clipboard holds: JSON, a command line, an address."""
        self.editing.add(self.draft, QGuiApplication.clipboard().text())

    def remove(self, session: Session) -> None:
        """Take a server out of its file; undo brings it back."""
        if (draft := self.workspace.drafts.find(session.entry.file)) is not None:
            self.editing.remove(draft, session.entry)

    def move_server(self, session: Session, rows: int) -> None:
        if (draft := self.workspace.drafts.find(session.entry.file)) is not None:
            self.editing.move(draft, session.entry, rows)

    def _show_versions(self, file: ConfigFile) -> None:
        if (draft := self.workspace.drafts.find(file.path)) is not None:
            self.editing.files.show_versions(draft)

    def _server_menu(self, session: Session, at: QPoint) -> None:
        self.show_session(session)
        self.menu_wanted.emit("server", at)

    def step_problem(self, step: int) -> None:
        """Go to the next problem of the text in sight, or the one before."""
        if (side := self.text_side) is not None:
            side.step_problem(step)

    def find_words(self) -> None:
        if (side := self.text_side) is not None:
            side.pane.open_find()
        elif (page := self.record_page) is not None:
            page.focus_filter()
        else:
            self.filter_items()

    def clear_view(self) -> None:
        """Empty what is shown of the log or the traffic; nothing is forgotten."""
        if (page := self.record_page) is not None:
            page.clear_view()

    def export(self) -> None:
        if (page := self.record_page) is not None:
            page.export()

    def show_configuration_of(self, entry: Entry) -> None:
        session = self.workspace.pool.find(entry.file, entry.name)
        if session is not None:
            self.show_configuration(session)

    def show_configuration(self, session: Session) -> None:
        self.show_session(session).show_page("configuration")

    def open_demo(self) -> Session:
        session = self.workspace.open_demo()
        self.show_session(session)
        self.start(session)
        return session

    def offer_to_allow(self, session: Session, error: NotAllowed) -> None:
        """Say why a program is blocked; allow it if the person says so, and start it then."""
        spawn(self, self._offer_to_allow(session, error))

    async def _offer_to_allow(self, session: Session, error: NotAllowed) -> None:
        rules = self.workspace.allow.rules()
        permission = await ask_to_allow(
            self, error, session.entry, rules, lambda: self.show_configuration(session)
        )
        if permission is not None:
            line = permission.this_line_only
            await self.workspace.gate.permit(session.entry, this_line_only=line)
            self.start(session)

    async def _explain_block(self, session: Session) -> None:
        state = await session.settled()
        if isinstance(state, Stopped) and isinstance(state.blocked, NotAllowed):
            await self._offer_to_allow(session, state.blocked)


async def _after(work: Awaitable[None], act: Callable[[], object]) -> None:
    await work
    act()
