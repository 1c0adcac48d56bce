"""What a screen reader finds: every control on every page has a name, every row has words."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from patchbay.core.paths import standard_paths
from patchbay.core.sessions.states import Ready
from patchbay.core.trust.question import Consent, ConsentQuestion
from patchbay.core.workspace import build_workspace
from patchbay.ui.dialogs import ConsentDialog
from patchbay.ui.notices import Notices
from patchbay.ui.window import Window
from patchbay.ui.window.layout import Layout
from patchbay.ui.window.server_page import PAGES, PageName
from tests.ui.page_stories import blocked, changed_question, docker_question, remote_question
from tests.ui.waiting import until

LONG = 20.0
SPEAKING = {
    QAccessible.Role.ListItem,
    QAccessible.Role.PageTab,
    QAccessible.Role.TreeItem,
    QAccessible.Role.MenuItem,
}
NAMED = {
    QAccessible.Role.Button,
    QAccessible.Role.CheckBox,
    QAccessible.Role.RadioButton,
    QAccessible.Role.ComboBox,
    QAccessible.Role.EditableText,
    QAccessible.Role.SpinBox,
    QAccessible.Role.List,
    QAccessible.Role.Tree,
    QAccessible.Role.Table,
    QAccessible.Role.PageTabList,
    QAccessible.Role.ProgressBar,
}


async def refuse(question: ConsentQuestion) -> Consent:
    del question
    return Consent.REFUSED


@pytest.fixture
async def window(qapp: QApplication) -> AsyncIterator[Window]:
    """The window before anything is open."""
    before = qapp.quitOnLastWindowClosed()
    qapp.setQuitOnLastWindowClosed(False)
    workspace = build_workspace(standard_paths(), refuse, login_shell=False)
    window = Window(workspace, Notices(), Layout(standard_paths().layout_file))
    window.resize(1280, 800)
    window.show()
    yield window
    await workspace.close()
    window.hide()
    window.deleteLater()
    await asyncio.sleep(0)
    qapp.setQuitOnLastWindowClosed(before)


@pytest.fixture
async def demo(window: Window) -> Window:
    """The window with the demo server, all of its fields in sight, and a result of every kind."""
    session = window.open_demo()
    await until(lambda: isinstance(session.state, Ready), LONG)
    assert window.page is not None
    window.page.tools.choose("harbour_log")
    window.page.tools.run()
    await until(lambda: session.runs and session.runs[-1].took is not None, LONG)
    await until(lambda: window.settled, LONG)
    return window


def walk(found: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """The tree as a screen reader goes through it; what is hidden is left out."""
    if found.state().invisible:  # pyright: ignore - the stub lacks the flags
        return
    yield found
    for place in range(min(found.childCount(), 300)):
        child = found.child(place)
        if child.isValid():
            yield from walk(child)


def name(found: QAccessibleInterface) -> str:
    widget = found.object()
    if isinstance(widget, QComboBox):
        return widget.accessibleName()  # Qt on Linux tells the chosen value instead
    return found.text(QAccessible.Text.Name)


def nameless(root: QWidget) -> list[str]:
    """What can be reached or pressed and has no name."""
    tree = list(walk(QAccessible.queryAccessibleInterface(root)))
    assert len(tree) > 10, "there is nothing to walk through"
    return [_described(each) for each in tree if _needs_name(each) and not name(each).strip()]


def _needs_name(found: QAccessibleInterface) -> bool:
    widget = found.object()
    if isinstance(widget, QWidget):
        reachable = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        inner = widget.objectName().startswith("qt_")  # parts of Qt's own widgets
        return not inner and (reachable or found.role() in NAMED)
    return found.role() in SPEAKING


def _described(found: QAccessibleInterface) -> str:
    widget = found.object()
    chain: list[str] = []
    while isinstance(widget, QWidget):
        chain.append(type(widget).__name__)
        widget = widget.parent()
    return f"{found.role()} {' < '.join(chain[:5])}"


async def test_everything_has_a_name_before_a_config_is_open(window: Window) -> None:
    assert nameless(window) == []


async def test_everything_on_every_page_has_a_name(demo: Window) -> None:
    assert demo.page is not None
    found: dict[str, list[str]] = {}
    for page in PAGES:
        demo.page.show_page(page)
        await until(lambda: demo.settled, LONG)
        found[page] = nameless(demo)

    assert found == {page: [] for page in PAGES}


async def test_everything_has_a_name_in_a_small_window(demo: Window) -> None:
    for size in ((900, 600), (720, 480)):
        demo.resize(*size)
        assert nameless(demo) == [], size


async def test_every_kind_of_field_has_a_name(demo: Window) -> None:
    assert demo.page is not None
    tools = demo.page.tools
    tools.choose("all_inputs")
    form = tools.pane.form
    assert form is not None
    form.set_arguments(
        {
            "name": "Tern",
            "cargo": ["salt", "rope"],
            "stops": [{"quay": "north"}],
            "vessel": {"captain": {"name": "Ada"}},
            "labels": {"a": "b"},
            "contact": ["x"],
        }
    )

    await until(form.isVisible)
    assert nameless(demo) == []


async def test_a_failed_server_and_a_running_call_have_names(demo: Window) -> None:
    assert demo.page is not None
    session, tools = demo.page.session, demo.page.tools
    tools.choose("sweep_channel")
    tools.run()
    await until(lambda: session.runs[-1].progress, LONG)
    assert nameless(demo) == []

    tools.choose("abandon_ship")
    tools.run()
    await until(lambda: not session.is_live, LONG)
    assert nameless(demo) == []


@pytest.mark.parametrize(
    "question", [docker_question(), changed_question(), remote_question()], ids=lambda _: ""
)
async def test_everything_in_a_consent_has_a_name(
    window: Window, question: ConsentQuestion
) -> None:
    dialog = ConsentDialog(question, window)
    dialog.open()
    await asyncio.sleep(0)

    assert nameless(dialog) == []
    assert name(QAccessible.queryAccessibleInterface(dialog))
    dialog.close()


async def test_everything_about_a_blocked_program_has_a_name(window: Window) -> None:
    dialog = blocked("python3", "/usr/bin/python3.12")
    dialog.setParent(window, dialog.windowFlags())
    dialog.open()
    await asyncio.sleep(0)

    assert nameless(dialog) == []
    assert "python3" in name(QAccessible.queryAccessibleInterface(dialog))
    dialog.close()


async def test_a_row_of_the_sidebar_tells_name_state_transport_and_tools(demo: Window) -> None:
    said = [name(each) for each in walk(QAccessible.queryAccessibleInterface(demo.sidebar.list))]

    assert any(each.startswith("demo, running, stdio, ") for each in said), said


SENDS: dict[PageName, str] = {"tools": "Run", "prompts": "Get", "resources": "Read"}


async def test_tab_reaches_the_button_that_sends(demo: Window) -> None:
    assert demo.page is not None
    demo.activateWindow()
    await until(demo.isActiveWindow)
    for page, wanted in SENDS.items():
        demo.page.show_page(page)
        demo.filter_items()
        reached: list[str] = []
        while wanted not in reached and len(reached) < 40:
            QTest.keyClick(demo.focusWidget(), Qt.Key.Key_Tab)
            reached.append(name(QAccessible.queryAccessibleInterface(demo.focusWidget())))
        assert reached[-1] == wanted, page
