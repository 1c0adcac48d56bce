"""Whatever has the focus looks different from when it has not, on every page and in dialogs."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from patchbay.ui.dialogs import ConsentDialog
from patchbay.ui.window import Window
from patchbay.ui.window.server_page import PAGES
from tests.ui.page_stories import blocked, docker_question
from tests.ui.waiting import until

LONG, MOST = 20.0, 200


async def walked(root: QWidget) -> tuple[list[QWidget], list[str]]:
    """All that Tab reaches, and what of it does not show that it has the focus."""
    root.activateWindow()
    await until(root.isActiveWindow, LONG)
    root.setFocus()
    reached: list[QWidget] = []
    unmarked: list[str] = []
    for _ in range(MOST):
        (QApplication.focusWidget() or root).focusNextPrevChild(True)
        now = QApplication.focusWidget()
        if now is None or now in reached:
            return reached, unmarked
        reached.append(now)
        await asyncio.sleep(0)  # what follows the focus, as scrolling does
        if not shows_focus(root, now):
            unmarked.append(f"{type(now).__name__} {now.accessibleName()!r}")
    raise AssertionError("Tab never comes around")


def shows_focus(root: QWidget, widget: QWidget) -> bool:
    focused = picture(root, widget)
    widget.clearFocus()
    left = picture(root, widget)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    return not widget.visibleRegion().isEmpty() and focused != left


def picture(root: QWidget, widget: QWidget) -> QImage:
    """It and a little around it, where a ring may be."""
    room = QRect(widget.mapTo(root, widget.rect().topLeft()), widget.size())
    return root.grab(room.adjusted(-4, -4, 4, 4)).toImage()


async def test_before_a_config_is_open(window: Window) -> None:
    reached, unmarked = await walked(window)

    assert len(reached) > 4
    assert unmarked == []


async def test_on_every_page_of_a_server(demo_window: Window) -> None:
    page = demo_window.page
    assert page is not None
    page.tools.choose("all_inputs")
    found: dict[str, list[str]] = {}
    for name in PAGES:
        page.show_page(name)
        await until(lambda: demo_window.settled, LONG)
        reached, found[name] = await walked(demo_window)
        assert any(page.current().isAncestorOf(each) for each in reached) or name == "configuration"

    assert found == {name: [] for name in PAGES}


async def test_on_a_result_and_a_failure(demo_window: Window) -> None:
    page = demo_window.page
    assert page is not None
    _, first = await walked(demo_window)
    page.tools.choose("abandon_ship")
    page.tools.run()
    await until(lambda: not page.session.is_live, LONG)

    _, second = await walked(demo_window)
    assert [*first, *second] == []


@pytest.mark.parametrize("name", ["settings", "keys"])
async def test_on_pages_of_their_own(name: str, demo_window: Window) -> None:
    demo_window.commands.run(name)

    reached, unmarked = await walked(demo_window)

    own = demo_window.own_page
    assert own is not None
    assert any(own.content.isAncestorOf(each) for each in reached)
    assert unmarked == []


async def test_on_the_configuration_of_a_server(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(
        '{"mcpServers": {"one": {"command": "npx", "args": ["-y", "some-server@1.2.3"],'
        ' "env": {"TOKEN": "abc"}, "timeout": 5}}}'
    )
    window.opening.try_to_open(path)
    assert window.page is not None
    window.page.show_page("configuration")
    await until(lambda: window.settled, LONG)

    assert (await walked(window))[1] == []


@pytest.mark.parametrize("kind", ["consent", "blocked"])
async def test_in_dialogs(kind: str, window: Window) -> None:
    dialog: QDialog = (
        ConsentDialog(docker_question(), window)
        if kind == "consent"
        else blocked("python3", "/usr/bin/python3.12")
    )
    dialog.setParent(window, dialog.windowFlags())
    dialog.open()

    _, unmarked = await walked(dialog)

    dialog.close()
    assert unmarked == []
