"""The window as a person has it before them: things to see, to click on and to type into."""

import asyncio
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QKeyCombination, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QTextDocument,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QScrollArea,
    QTabBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import Shiboken

from patchbay.core.calls.run import Run
from patchbay.core.drafts.draft import Draft
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Ready, Stopped
from patchbay.core.values import is_object
from patchbay.core.workspace import Workspace
from patchbay.ui.dialogs.blocked import BlockedDialog
from patchbay.ui.dialogs.consent import ConsentDialog
from patchbay.ui.dialogs.unsaved import UnsavedDialog
from patchbay.ui.editor import CodeEditor
from patchbay.ui.form.row import Row
from patchbay.ui.servers.delegate import ServerDelegate
from patchbay.ui.window import Window
from patchbay.ui.window.server_page import PAGES, ServerPage

W = TypeVar("W", bound=QWidget)
SOON = 20.0
LEFT = Qt.MouseButton.LeftButton


async def until(condition: Callable[[], object], seconds: float = SOON, what: str = "it") -> None:
    """Let the loop run until `condition` holds; fail when it does not within `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"{what} did not happen in time"
        await asyncio.sleep(0.005)


class Person:
    """One real window and the hands before it. Acts only on what can be seen and reached."""

    def __init__(self, window: Window) -> None:
        self.window = window

    @property
    def workspace(self) -> Workspace:
        return self.window.workspace

    @property
    def page(self) -> ServerPage:
        page = self.window.page
        assert page is not None, "no server's page is shown"
        return page

    def session(self, name: str) -> Session:
        return next(each for each in self.workspace.pool.sessions if each.entry.name == name)

    def drop(self, *paths: Path) -> None:
        """Drop files from elsewhere into the middle of the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        under: QWidget | None = self.window.childAt(self.window.rect().center())
        while under is not None and not _takes(under, data):
            under = under.parentWidget()
        assert under is not None, "nothing there takes files"
        copy, plain = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
        middle = QPointF(under.rect().center())
        QApplication.sendEvent(under, QDropEvent(middle, copy, data, LEFT, plain))

    def click(self, widget: QWidget) -> None:
        """Press where the widget can be seen; it must be enabled and not covered or cut off."""
        assert widget.isVisible(), f"{widget} is hidden"
        assert widget.isEnabled(), f"{widget} is off"
        seen = widget.visibleRegion().boundingRect()
        assert not seen.isEmpty(), f"{widget} is out of sight"
        QTest.mouseClick(widget, LEFT, pos=seen.center())

    async def press(self, *keys: str) -> None:
        """Press keys, such as `Ctrl+Return`, where the focus is."""
        for combination in keys:
            pressed = _combination(combination)
            QTest.keyClick(await _focus(), pressed.key(), pressed.keyboardModifiers())

    async def write(self, words: str) -> None:
        QTest.keyClicks(await _focus(), words)

    def find(self, kind: type[W], name: str = "", within: QWidget | None = None) -> W:
        """The one visible widget of a kind whose words, name or tip begin with `name`."""
        found = self.all(kind, name, within)
        assert len(found) == 1, f"{len(found)} of {kind.__name__} “{name}”: {found}"
        return found[0]

    def all(self, kind: type[W], name: str = "", within: QWidget | None = None) -> list[W]:
        among = (within or self.window).findChildren(kind)
        return [each for each in among if each.isVisible() and _called(each, name)]

    def button(self, name: str, within: QWidget | None = None) -> QAbstractButton:
        return self.find(QAbstractButton, name, within)

    def press_button(self, name: str, within: QWidget | None = None) -> None:
        self.click(self.button(name, within))

    def reads(self, within: QWidget | None = None) -> str:
        """Every word that can be read there."""
        root = within or self.window
        return "\n".join(
            _words(each) for each in (root, *root.findChildren(QWidget)) if _seen(each)
        )

    def row_of(self, name: str) -> QRect:
        """Where the sidebar has a file or a server of this name."""
        rows = self.window.sidebar.list
        model = rows.model()
        for place in range(model.rowCount()):
            index = model.index(place, 0)
            if index.data() == name:
                return rows.visualRect(index)
        raise AssertionError(f"the sidebar has no row {name}")

    def rows(self) -> list[str]:
        model = self.window.sidebar.list.model()
        return [str(model.index(place, 0).data()) for place in range(model.rowCount())]

    def click_row(self, name: str) -> None:
        room = self.row_of(name)
        at = QPoint(room.left() + 60, room.center().y())
        QTest.mouseClick(self.window.sidebar.list.viewport(), LEFT, pos=at)

    def choose_server(self, name: str) -> Session:
        self.click_row(name)
        return self.session(name)

    def context_menu_of(self, name: str) -> QMenu:
        """That of a row of the sidebar."""
        rows = self.window.sidebar.list
        return self.context_menu(rows.viewport(), self.row_of(name).center())

    def context_menu(self, widget: QWidget, at: QPoint | None = None) -> QMenu:
        at = at or widget.rect().center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at))
        QApplication.sendEvent(widget, event)
        return self.find(QMenu)

    def click_in_menu(self, words: str, menu: QMenu) -> None:
        action = next(each for each in menu.actions() if each.text() == words)
        assert action.isEnabled()
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())

    def toggle_server(self, name: str) -> None:
        """The start or stop at the end of a server's row."""
        at = ServerDelegate.button_room(self.row_of(name)).center()
        QTest.mouseClick(self.window.sidebar.list.viewport(), LEFT, pos=at)

    def choose_page(self, name: str) -> QWidget:
        place = [page.capitalize() for page in PAGES].index(name)
        self.choose_tab(self.page.tabs, place)
        return self.page.current()

    def choose_tab(self, tabs: QTabBar, place: int) -> None:
        assert tabs.isVisible()
        QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(place).center())

    def choose_item(self, name: str, view: QAbstractItemView | None = None) -> None:
        """A row of the list of tools, or of another list."""
        view = view or self.page.tools.list.view
        model = view.model()
        for place in range(model.rowCount()):
            index = model.index(place, 0)
            if index.data() == name:
                view.scrollTo(index)
                QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center())
                return
        raise AssertionError(f"no row {name}")

    def field(self, name: str) -> QWidget:
        """The part of the shown form that takes the value of a field."""
        return self.form_row(name).editor.target()

    def form_row(self, name: str) -> Row:
        form = self.page.tools.pane.form
        assert form is not None
        return next(row for row in form.findChildren(Row) if row.field.name == name)

    async def configure(self, name: str) -> Draft:
        """Go to a server's configuration by keys, and wait until all of it is shown."""
        self.choose_server(name)
        await self.press("Ctrl+6")
        await self.settled()
        return self.draft

    @property
    def draft(self) -> Draft:
        draft = self.window.draft
        assert draft is not None, "no config is in sight"
        return draft

    @property
    def text(self) -> CodeEditor:
        """The text editor in sight."""
        side = self.window.text_side
        assert side is not None, "no text is in sight"
        return side.pane.editor

    def line(self, name: str, within: QWidget | None = None) -> QWidget:
        """The field to type into that is called exactly so; it is scrolled into sight."""
        found = self._lines(name, within)
        assert len(found) == 1, f"{len(found)} fields “{name}”"
        _scroll_to(found[0])
        return found[0]

    async def fill(self, name: str, words: str, within: QWidget | None = None) -> None:
        """Click into a field and write these words instead of what is there."""
        self.click(self.line(name, within))
        await self.press("Ctrl+A")
        await self.write(words)

    async def reads_back(self, name: str, words: str) -> None:
        """Wait until a field of the form shows these words."""

        def is_there() -> bool:
            return [_words(each) for each in self._lines(name)] == [words]

        await until(is_there, what=f"“{words}” in {name}")

    def _lines(self, name: str, within: QWidget | None = None) -> list[QWidget]:
        kinds = (*self.all(QLineEdit, name, within), *self.all(QPlainTextEdit, name, within))
        return [each for each in kinds if each.accessibleName() == name]

    async def becomes(self, text: str) -> None:
        """Wait until the config in sight has this text."""
        await until(lambda: self.draft.text == text, what="this text of the config")

    async def save(self) -> None:
        """Save the config in sight with Ctrl+S and wait until it is."""
        draft = self.draft
        before = draft.on_disk
        await self.press("Ctrl+S")
        await until(lambda: draft.on_disk is not before, what="the save")

    def press_scrolled(self, name: str, within: QWidget | None = None) -> None:
        """Press a button that may have to be scrolled into sight."""
        button = self.button(name, within)
        _scroll_to(button)
        self.click(button)

    def put_cursor_behind(self, words: str) -> None:
        """Click into the text right behind the first place where it says so."""
        found = self.text.document().find(words, 0, QTextDocument.FindFlag.FindCaseSensitively)
        assert not found.isNull(), f"the text does not say “{words}”"
        found.setPosition(found.selectionEnd())
        room = self.text.cursorRect(found)
        assert self.text.viewport().rect().contains(room.center()), f"{words} is out of sight"
        QTest.mouseClick(self.text.viewport(), LEFT, pos=room.center())

    async def choose_in_menu(self, words: str) -> None:
        """By the menu of the window."""
        await self.press("Alt+M")
        self.click_in_menu(words, self.find(QMenu))

    def arguments(self) -> object:
        """What the shown form would send."""
        form = self.page.tools.pane.form
        assert form is not None
        return form.arguments()

    async def consent(self) -> ConsentDialog:
        return await self.dialog(ConsentDialog)

    async def blocked(self) -> BlockedDialog:
        return await self.dialog(BlockedDialog)

    async def dialog(self, kind: type[W]) -> W:
        """Wait for a dialog that can be answered."""
        await until(lambda: self.all(kind) and _is_active(self.all(kind)[0]), what=kind.__name__)
        return self.find(kind)

    async def start(self, name: str) -> Session:
        """Start a server as a person does, and agree once if asked."""
        session = self.choose_server(name)
        await self.press("F5")
        await until(lambda: isinstance(session.state, Ready) or self.all(ConsentDialog))
        if self.all(ConsentDialog):
            self.click((await self.consent()).once)
        await self.ready(session)
        return session

    async def ready(self, session: Session) -> None:
        def is_up_or_lost() -> bool:
            state = session.state
            lost = isinstance(state, Failed) or (isinstance(state, Stopped) and state.blocked)
            return isinstance(state, Ready) or bool(lost)

        await until(is_up_or_lost, what="the start")
        assert isinstance(session.state, Ready), session.state

    async def run(self, tool: str) -> Run:
        """Choose a tool and run it with what its form holds; wait for the end and for its page."""
        self.choose_item(tool)
        return await self.run_chosen()

    async def run_chosen(self) -> Run:
        session = self.page.session
        before = len(session.runs)
        await self.press("Ctrl+Return")
        await until(lambda: len(session.runs) > before, what="a new run")
        run = session.runs[-1]
        await until(lambda: run.took is not None, what="the end of the run")
        await self.settled()
        return run

    async def settled(self) -> None:
        await until(lambda: self.window.settled, what="all of the page")

    async def leave(self, program: "asyncio.Task[int]") -> None:
        """Close the window; edits that a test left unsaved are given up."""
        self.window.close()
        await until(
            lambda: not Shiboken.isValid(self.window) or self.all(UnsavedDialog), what="the end"
        )
        if Shiboken.isValid(self.window):
            self.click((await self.dialog(UnsavedDialog)).discard)


def structured(run: Run) -> Mapping[str, Any]:
    """The structured content of a small result."""
    assert run.result is not None, run.error
    assert run.result.structured is not None
    found = run.result.structured.value
    assert is_object(found)
    return found


def entry(program: str, *words: str, **more: Any) -> dict[str, Any]:
    """A config entry for one of the test servers, run by this very Python."""
    path = Path(__file__).parents[2] / "servers" / program
    return {"command": sys.executable, "args": [str(path), *words], **more}


def _combination(keys: str) -> QKeyCombination:
    return QKeySequence(keys)[0]  # pyright: ignore - the stub lacks the index


async def _focus() -> QWidget:
    """Where keys go; waits while one window closes and the next becomes active."""
    await until(QApplication.activeWindow, what="an active window")
    widget = QApplication.focusWidget() or QApplication.activeWindow()
    assert widget is not None
    return widget


def _scroll_to(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        above.ensureWidgetVisible(widget, 0, 24)


def _takes(widget: QWidget, data: QMimeData) -> bool:
    """Whether it lets something be dropped; what it refuses goes on to what it is a part of."""
    copy, plain = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    event = QDragEnterEvent(widget.rect().center(), copy, data, LEFT, plain)
    event.ignore()
    return widget.acceptDrops() and QApplication.sendEvent(widget, event) and event.isAccepted()


def _is_active(widget: QWidget) -> bool:
    return widget is QApplication.activeWindow()


def _called(widget: QWidget, name: str) -> bool:
    if not name:
        return True
    text = widget.text() if isinstance(widget, (QAbstractButton, QLabel)) else ""
    names = (text, widget.accessibleName(), widget.toolTip())
    return any(each.startswith(name) for each in names)


def _seen(widget: QWidget) -> bool:
    return widget.isVisible()


def _words(widget: QWidget) -> str:
    match widget:
        case QLabel() | QAbstractButton():
            return widget.text()
        case QPlainTextEdit() | QTextEdit():
            return widget.toPlainText()
        case QLineEdit() | QComboBox():
            return _value(widget)
        case QAbstractItemView():
            return "\n".join(_cells(widget))
        case _:
            return ""


def _value(field: QLineEdit | QComboBox) -> str:
    if isinstance(field, QComboBox):
        return field.currentText()
    return field.text() or field.placeholderText()


def _cells(view: QAbstractItemView) -> list[str]:
    """What is in the first rows, and what a screen reader says of each."""
    model, root = view.model(), view.rootIndex()
    places = range(min(model.rowCount(root), 500))
    columns = 1 if isinstance(view, QListView) else model.columnCount(root)
    cells = [model.index(row, column, root) for row in places for column in range(columns)]
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
    return [str(cell.data(role)) for cell in cells for role in roles if cell.data(role)]
