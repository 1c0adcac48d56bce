"""No secret of a config is anywhere in the window, on the clipboard or in a file it writes.

Exceptions: a result that a tool gave without an error, for a person asked for it; and the question
for a consent, which shows the command line as the file has it.
"""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QTextEdit,
    QTreeView,
    QWidget,
)

from patchbay.core.paths import standard_paths
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed
from patchbay.ui.log import LogPage
from patchbay.ui.traffic import TrafficPage
from patchbay.ui.window.server_page import PAGES
from tests.end_to_end.canaries import LOCAL, VARIABLES, Nest, kept_files, leaks, telling_socket
from tests.end_to_end.processes import marked
from tests.end_to_end.window.conftest import OpenWindow
from tests.end_to_end.window.person import Person, until
from tests.keychain import FakeKeychain
from tests.remote import StartProxy, StartWeb

_KEPT = "NEST_ENV"
"""The one that is in the keychain; the others are in the environment."""
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


async def test_nothing_of_the_window_gives_a_secret_away(
    open_window: OpenWindow,
    web: StartWeb,
    proxy: StartProxy,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mark: str,
    keychain: FakeKeychain,
) -> None:
    for name in VARIABLES.keys() - {_KEPT}:
        monkeypatch.setenv(name, VARIABLES[name])
    seen: dict[str, str] = {}
    with telling_socket() as socket:
        file = tmp_path / "mcp.json"
        file.write_text(json.dumps({"mcpServers": Nest(tmp_path, web, proxy, socket).servers}))
        async with open_window() as person:
            await person.workspace.secrets.keep(_KEPT, VARIABLES[_KEPT])
            person.drop(file)
            for session in person.workspace.pool.sessions:
                await person.workspace.gate.trust(session.entry)
                await _live(person, session)
                seen |= command_lines(mark)
                seen |= await _look(person, session, tmp_path)
                if session.entry.name == "local":
                    seen |= await _tell_all(person, session)
                    seen |= await _look(person, session, tmp_path)
            for session in person.workspace.pool.sessions:
                assert isinstance(session.state, Failed), session.entry.name
            seen["spool"] = "\n".join(map(str, standard_paths().cache.rglob("*")))

    paths = standard_paths()
    seen |= kept_files(paths.config, ())
    seen |= kept_files(paths.data, (paths.versions, paths.journal))
    found = leaks(seen)
    assert not found, "\n".join(found)


async def _live(person: Person, session: Session) -> None:
    person.choose_server(session.entry.name)
    await person.press("F5")
    await until(lambda: session.is_live)
    async with asyncio.timeout(30):
        await session.settled()


async def _tell_all(person: Person, session: Session) -> dict[str, str]:
    """Let the server tell what it knows in results, errors and progress; then it dies of it."""
    seen: dict[str, str] = {}
    large = session.call_tool("large", {})
    await until(lambda: large.took is not None)
    person.choose_page("Tools")
    for tool in ("hurry", "fail", "refuse"):
        run = await person.run(tool)
        seen[f"progress of {tool}"] = repr(run.progress)
        seen |= words(f"results of {tool}", person.window)
        seen |= copies(f"results of {tool}", person.page.tools)
    last = session.call_tool("die", {})
    await until(lambda: isinstance(session.state, Failed))
    return {**seen, "call that it died of": str(last.error)}


async def _look(person: Person, session: Session, folder: Path) -> dict[str, str]:
    """Every page of a server, and what can be copied and exported there."""
    name = session.entry.name
    seen = {f"report of {name}": person.page.failure.report}
    for page in PAGES:
        shown = person.choose_page(page.capitalize())
        await person.settled()
        if isinstance(shown, (LogPage, TrafficPage)):
            for row in range(shown.table.model().rowCount()):
                shown.table.selectRow(row)
                if isinstance(shown, TrafficPage):
                    seen |= words(f"{page} of {name}, row {row}", shown.detail)
                    seen |= copies(f"{page} of {name}, row {row}", shown.detail)
            seen[f"export of {page} of {name}"] = await _export(shown, folder / f"{name}.{page}")
        seen |= words(f"{page} of {name}", person.window)
        seen |= copies(f"{page} of {name}", person.page)
    return seen


async def _export(page: LogPage | TrafficPage, target: Path) -> str:
    page.export()
    dialog = page.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(target))
    await until(target.exists)
    dialog.close()
    return target.read_text()


def words(place: str, root: QWidget) -> dict[str, str]:
    """Every text of every widget, hidden ones included, and of the titles of windows."""
    widgets = [root, *root.findChildren(QWidget), *QApplication.topLevelWidgets()]
    told = (f"[{type(each).__name__}]" + "\n".join(_texts(each)) for each in widgets)
    return {place: "\n".join(told)}


def _texts(widget: QWidget) -> Iterator[str]:
    yield from (widget.windowTitle(), widget.toolTip(), widget.statusTip(), widget.whatsThis())
    yield from (widget.accessibleName(), widget.accessibleDescription())
    spoken = QAccessible.queryAccessibleInterface(widget)
    yield from map(spoken.text, (QAccessible.Text.Name, QAccessible.Text.Value))
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QLineEdit():
            yield f"{widget.displayText()} {widget.placeholderText()}"
        case QComboBox():
            yield widget.currentText()
        case QPlainTextEdit() | QTextEdit():
            yield widget.toPlainText()
        case QAbstractItemView():
            yield from _cells(widget, QModelIndex())
        case _:
            pass


def _cells(view: QAbstractItemView, root: QModelIndex) -> Iterator[str]:
    model = view.model()
    for row in range(min(model.rowCount(root), 1_000)):
        for column in range(1 if isinstance(view, QListView) else model.columnCount(root)):
            index = model.index(row, column, root)
            yield from (str(index.data(role)) for role in _ROLES)
        if isinstance(view, QTreeView):
            yield from _cells(view, model.index(row, 0, root))


def copies(place: str, root: QWidget) -> dict[str, str]:
    """What every button that copies puts on the clipboard."""
    clipboard, found = QGuiApplication.clipboard(), dict[str, str]()
    for button in root.findChildren(QAbstractButton):
        name = button.text() or button.accessibleName()
        if name.startswith("Copy") and button.isVisible() and button.isEnabled():
            button.click()
            found[f"{name} in {place}"] = clipboard.text()
    return found


def command_lines(mark: str) -> dict[str, str]:
    """Those of Patchbay's own helpers; that of a server says what its entry says."""
    found: dict[str, str] = {}
    for process in marked(mark):
        line = Path(f"/proc/{process}/cmdline").read_bytes().decode()
        if str(LOCAL) not in line:
            found[f"command line {process}"] = line
    return found
