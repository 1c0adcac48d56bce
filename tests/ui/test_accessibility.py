"""What a screen reader finds: every control on every page has a name, every row has words."""

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QWidget

from patchbay.core.trust.question import ConsentQuestion
from patchbay.ui.dialogs import ConsentDialog
from patchbay.ui.palette import Palette
from patchbay.ui.window import Window
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


async def test_everything_on_every_page_has_a_name(demo_window: Window) -> None:
    assert demo_window.page is not None
    found: dict[str, list[str]] = {}
    for page in PAGES:
        demo_window.page.show_page(page)
        await until(lambda: demo_window.settled, LONG)
        found[page] = nameless(demo_window)

    assert found == {page: [] for page in PAGES}


async def test_everything_has_a_name_in_a_small_window(demo_window: Window) -> None:
    for size in ((900, 600), (720, 480)):
        demo_window.resize(*size)
        assert nameless(demo_window) == [], size


async def test_every_kind_of_field_has_a_name(demo_window: Window) -> None:
    assert demo_window.page is not None
    tools = demo_window.page.tools
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
    assert nameless(demo_window) == []


async def test_a_failed_server_and_a_running_call_have_names(demo_window: Window) -> None:
    assert demo_window.page is not None
    session, tools = demo_window.page.session, demo_window.page.tools
    tools.choose("sweep_channel")
    tools.run()
    await until(lambda: session.runs[-1].progress, LONG)
    assert nameless(demo_window) == []

    tools.choose("abandon_ship")
    tools.run()
    await until(lambda: not session.is_live, LONG)
    assert nameless(demo_window) == []


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


async def test_everything_else_that_can_be_opened_has_names(demo_window: Window) -> None:
    found: dict[str, list[str]] = {}
    for opened in ("settings", "keys", "palette", "about", "add-server"):
        demo_window.commands.run(opened)
        await until(lambda opened=opened: opened not in DIALOGS or dialogs(demo_window), LONG)
        await asyncio.sleep(0)
        found[opened] = nameless(demo_window)
        for dialog in dialogs(demo_window):
            assert name(QAccessible.queryAccessibleInterface(dialog))
            found[opened] += nameless(dialog)
            dialog.close()
        for palette in demo_window.findChildren(Palette):
            palette.leave()

    assert found == {opened: [] for opened in found}


def dialogs(window: Window) -> list[QDialog]:
    return [each for each in window.findChildren(QDialog) if each.isVisible()]


async def test_rows_of_the_palette_tell_words_reasons_and_keys(demo_window: Window) -> None:
    demo_window.commands.run("palette")
    palette = demo_window.findChildren(Palette)[0]
    palette.field.setText(">sto")

    said = [name(each) for each in walk(QAccessible.queryAccessibleInterface(palette.list))]

    assert "Stop, demo, Shift+F5" in said
    palette.leave()


async def test_a_row_of_the_sidebar_tells_name_state_transport_and_tools(
    demo_window: Window,
) -> None:
    said = [
        name(each) for each in walk(QAccessible.queryAccessibleInterface(demo_window.sidebar.list))
    ]

    assert any(each.startswith("demo, running, stdio, ") for each in said), said


DIALOGS = ("about", "add-server")
SENDS: dict[PageName, str] = {"tools": "Run", "prompts": "Get", "resources": "Read"}


async def test_tab_reaches_the_button_that_sends(demo_window: Window) -> None:
    assert demo_window.page is not None
    demo_window.activateWindow()
    await until(demo_window.isActiveWindow)
    for page, wanted in SENDS.items():
        demo_window.page.show_page(page)
        demo_window.filter_items()
        reached: list[str] = []
        while wanted not in reached and len(reached) < 40:
            QTest.keyClick(demo_window.focusWidget(), Qt.Key.Key_Tab)
            reached.append(name(QAccessible.queryAccessibleInterface(demo_window.focusWidget())))
        assert reached[-1] == wanted, page
