"""Keeps calls for the person, and brings them back into the forms they came from."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from datetime import datetime
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from patchbay.core.calls.run import RunKind
from patchbay.core.calls.saved import SavedCall
from patchbay.core.calls.saved_calls import Removed
from patchbay.core.calls.uri_templates import variables
from patchbay.core.errors import AppError
from patchbay.core.sessions.catalog import Catalog
from patchbay.core.sessions.session import Session
from patchbay.core.workspace import Workspace
from patchbay.ui.catalog_page import CatalogPage
from patchbay.ui.dialogs.name_call import Naming, ask_call_name
from patchbay.ui.figures import counted
from patchbay.ui.notices import Notices
from patchbay.ui.tasks import listen, spawn
from patchbay.ui.window.call_names import suggested
from patchbay.ui.window.frame import Frame
from patchbay.ui.window.once import Once
from patchbay.ui.window.server_page import PageName

PAGES: Mapping[RunKind, PageName] = {
    RunKind.TOOL: "tools",
    RunKind.PROMPT: "prompts",
    RunKind.RESOURCE: "resources",
}


class CallKeeper:
    """Serves each page of tools, prompts or resources from when it is first in sight.

    Every failure is told in the window.
    """

    def __init__(self, window: Frame, workspace: Workspace, notices: Notices) -> None:
        self._window, self._notices = window, notices
        self._saved = workspace.saved_calls
        self._once = Once()
        self._is_loaded = False
        self._served: WeakKeyDictionary[CatalogPage, Session] = WeakKeyDictionary()
        self._filled: WeakKeyDictionary[CatalogPage, str] = WeakKeyDictionary()
        self._removed: WeakKeyDictionary[CatalogPage, Removed] = WeakKeyDictionary()
        window.shown_changed.connect(self._serve_shown)
        listen(window, self._saved.troubled, notices.show)

    def of(self, session: Session) -> tuple[SavedCall, ...]:
        """All that is saved for a server."""
        return self._saved.of(session.entry.file, session.entry.name)

    def save(self, page: CatalogPage) -> None:
        """Ask for a name for what a page holds, and save it."""
        if (session := self._served.get(page)) is not None:
            self._begin(self._save(page, session))

    def show_in_form(self, call: SavedCall) -> None:
        """Go to what a saved call of the server in sight is about, with the form filled."""
        if (shown := self._window.page) is None:
            return
        shown.show_page(PAGES[call.kind])
        page = shown.current()
        if isinstance(page, CatalogPage):
            self._fill(page, call)

    def _serve_shown(self) -> None:
        if (shown := self._window.page) is None:
            return
        if not self._is_loaded:
            self._is_loaded = True
            self._load()
        page = shown.current()
        if isinstance(page, CatalogPage) and page not in self._served:
            self._serve(page, shown.session)

    def _serve(self, page: CatalogPage, session: Session) -> None:
        self._served[page] = session
        button = page.pane.saved
        button.opened.connect(self._load)
        button.save_wanted.connect(partial(self.save, page))
        button.fill_wanted.connect(partial(self._fill, page))
        button.run_wanted.connect(partial(_run, page))
        button.rename_wanted.connect(partial(self._rename_soon, session))
        button.remove_wanted.connect(partial(self._remove_soon, page, session))
        button.undo_wanted.connect(lambda: self._begin(self._put_back(page, session)))
        listen(page, self._saved.changed, lambda _: self._follow(page, session))
        self._follow(page, session)

    def _follow(self, page: CatalogPage, session: Session) -> None:
        removed = self._removed.get(page)
        calls = [call for call in self.of(session) if call.kind is page.kind]
        page.pane.saved.show_calls(calls, removed.call.name if removed else "")

    def _load(self) -> None:
        """Another Patchbay may have saved some."""
        self._begin(self._saved.load())

    def _fill(self, page: CatalogPage, call: SavedCall) -> None:
        if page.fill(call.target, call.arguments):
            self._filled[page] = call.name
            page.focus_form()

    async def _save(self, page: CatalogPage, session: Session) -> None:
        found = page.to_save() if page.list.key else None
        if found is None:
            return
        key, arguments = found
        naming = self._naming(page, session, key, arguments)
        name = await self._once.ask("name", partial(ask_call_name, self._window, naming), "")
        if name:
            at = datetime.now().astimezone()
            call = SavedCall(name, page.kind, key, arguments, at)
            await self._saved.save(session.entry.file, session.entry.name, call)
            self._filled[page] = name

    def _naming(
        self, page: CatalogPage, session: Session, key: str, arguments: Mapping[str, Any]
    ) -> Naming:
        taken = {call.name: call.target for call in self.of(session)}
        title = page.subject(key).name
        before = self._filled.get(page, "")
        again = taken.get(before) == key  # most likely the same call, a little changed
        name = before if again else suggested(title, arguments, _secret_names(page), taken)
        count = counted(len(arguments), "argument") if arguments else "no arguments"
        what = f"{title} of {session.entry.name}, with {count}"
        return Naming("Save this call", what, name, taken, self._saved.path)

    def _rename_soon(self, session: Session, call: SavedCall) -> None:
        self._begin(self._rename(session, call))

    async def _rename(self, session: Session, call: SavedCall) -> None:
        taken = {each.name: each.target for each in self.of(session) if each.name != call.name}
        naming = Naming("Rename the saved call", f"A call of {call.target}", call.name, taken)
        name = await self._once.ask("name", partial(ask_call_name, self._window, naming), "")
        if name and name != call.name:
            await self._saved.rename(session.entry.file, session.entry.name, call.name, name)

    def _remove_soon(self, page: CatalogPage, session: Session, call: SavedCall) -> None:
        self._begin(self._remove(page, session, call))

    async def _remove(self, page: CatalogPage, session: Session, call: SavedCall) -> None:
        removed = await self._saved.remove(session.entry.file, session.entry.name, call.name)
        if removed is not None:
            self._removed[page] = removed
            self._follow(page, session)

    async def _put_back(self, page: CatalogPage, session: Session) -> None:
        if (removed := self._removed.pop(page, None)) is not None:
            try:
                await self._saved.put_back(session.entry.file, session.entry.name, removed)
            except AppError:
                self._removed[page] = removed
                raise
            self._follow(page, session)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        spawn(self._window, self._told(work))

    async def _told(self, work: Awaitable[None]) -> None:
        try:
            await work
        except AppError as error:
            self._notices.show(error)


def lacking_in(catalog: Catalog) -> Callable[[SavedCall], str]:
    """Tells why there is no form for a saved call just now; nothing where there is one."""
    offered = {
        RunKind.TOOL: {tool.name for tool in catalog.tools},
        RunKind.PROMPT: {prompt.name for prompt in catalog.prompts},
        RunKind.RESOURCE: {resource.uri for resource in catalog.resources},
    }
    why = "not offered now" if catalog.listed_at else "needs the server to be started"

    def lacking(call: SavedCall) -> str:
        is_address = call.kind is RunKind.RESOURCE and not variables(call.target)
        return "" if is_address or call.target in offered[call.kind] else why

    return lacking


def _run(page: CatalogPage, call: SavedCall) -> None:
    page.ask(call.target, call.arguments)


def _secret_names(page: CatalogPage) -> Callable[[str], bool]:
    form = page.pane.form
    secret = {field.name for field in form.root.fields if field.secret} if form else set[str]()
    return secret.__contains__
