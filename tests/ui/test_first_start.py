"""What is there before any config is open."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from patchbay.core.config.discovery import FoundConfig
from patchbay.core.sessions.runners import Runner
from patchbay.ui.first_start import FirstStart
from patchbay.ui.window import Window

HOME = Path("/home/ada")
RUNNERS = (
    Runner("npx", Path("/usr/bin/npx"), "11.19.0"),
    Runner("uvx", advice="install uv, which brings it"),
    Runner(
        "docker",
        Path("/usr/bin/docker"),
        advice="it is not on the allow-list, so no server can use it",
    ),
)


@pytest.fixture
def page(qtbot: QtBot) -> FirstStart:
    page = FirstStart()
    qtbot.addWidget(page)
    page.resize(800, 600)
    page.show()
    return page


def test_each_row_asks_for_what_it_says(page: FirstStart) -> None:
    asked: list[str] = []
    page.open_wanted.connect(lambda: asked.append("open"))
    page.paste_wanted.connect(lambda: asked.append("paste"))
    page.demo_wanted.connect(lambda: asked.append("demo"))

    QTest.mouseClick(page.open_config, Qt.MouseButton.LeftButton)
    QTest.mouseClick(page.paste, Qt.MouseButton.LeftButton)
    QTest.mouseClick(page.demo, Qt.MouseButton.LeftButton)

    assert asked == ["open", "paste", "demo"]


def test_the_space_key_presses_a_row(page: FirstStart) -> None:
    asked: list[bool] = []
    page.demo_wanted.connect(lambda: asked.append(True))

    QTest.keyClick(page.demo, Qt.Key.Key_Space)

    assert asked == [True]


def test_a_dropped_file_is_told(page: FirstStart, tmp_path: Path) -> None:
    told: list[Path] = []
    page.file_dropped.connect(told.append)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "mcp.json"))])
    copy, left, plain = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )

    enter = QDragEnterEvent(QPoint(10, 10), copy, data, left, plain)
    page.dragEnterEvent(enter)
    page.dropEvent(QDropEvent(QPointF(10, 10), copy, data, left, plain))

    assert enter.isAccepted()
    assert told == [tmp_path / "mcp.json"]


def test_a_dropped_text_is_not_taken(page: FirstStart) -> None:
    data = QMimeData()
    data.setText("npx -y something")
    enter = QDragEnterEvent(
        QPoint(10, 10),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )

    enter.setAccepted(False)
    page.dragEnterEvent(enter)

    assert not enter.isAccepted()


CONFIGS = (
    FoundConfig("Claude Desktop", HOME / ".config/Claude/claude_desktop_config.json", 4),
    FoundConfig("Cursor", HOME / ".cursor/mcp.json", 1),
    FoundConfig(
        "VS Code", Path("/srv/project/.vscode/mcp.json"), None, "Line 3: A comma is missing."
    ),
)


def words(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def buttons(widget: QWidget) -> dict[str, QAbstractButton]:
    found = widget.findChildren(QAbstractButton)
    return {each.accessibleName() or each.text(): each for each in found if each.isVisible()}


def test_each_config_that_was_found_has_a_row(page: FirstStart) -> None:
    page.show_found(CONFIGS, HOME)

    assert words(page.found) == [
        "Found on this computer",
        *("Claude Desktop", "~/.config/Claude/claude_desktop_config.json", "4 servers"),
        *("Cursor", "~/.cursor/mcp.json", "1 server"),
        *("VS Code", "/srv/project/.vscode/mcp.json", "Line 3: A comma is missing.", ""),
    ]
    assert list(buttons(page.found)) == [
        "Open all 5 servers",
        "Open Claude Desktop",
        "Open Cursor",
        "Open VS Code",
    ]


def test_a_row_opens_its_file_and_all_opens_what_can_be_used(page: FirstStart) -> None:
    asked: list[object] = []
    page.file_wanted.connect(asked.append)
    page.files_wanted.connect(asked.append)
    page.show_found(CONFIGS, HOME)

    QTest.mouseClick(buttons(page.found)["Open VS Code"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(page.found.open_all, Qt.MouseButton.LeftButton)

    assert asked == [CONFIGS[2].path, (CONFIGS[0].path, CONFIGS[1].path)]


def test_where_servers_were_not_counted_all_counts_files(page: FirstStart) -> None:
    page.show_found((CONFIGS[0], FoundConfig("Claude Code", HOME / ".claude.json")), HOME)

    assert page.found.open_all.text() == "Open all 2 files"


def test_one_config_needs_no_button_for_all(page: FirstStart) -> None:
    page.show_found(CONFIGS[:1], HOME)

    assert page.found.open_all.isHidden()


def test_without_any_config_there_is_no_list(page: FirstStart) -> None:
    page.show_found(CONFIGS, HOME)
    page.show_found((), HOME)

    assert page.found.isHidden()


def test_configs_opened_before_are_listed_unless_they_were_found(page: FirstStart) -> None:
    page.show_found(CONFIGS, HOME)
    page.set_recent((CONFIGS[1].path, HOME / "work/mcp.json"), HOME)

    assert words(page.recent)[:3] == ["Opened before", "mcp.json", "~/work"]
    assert list(buttons(page.recent)) == ["Open mcp.json"]


def test_runners_are_told_with_what_to_do_about_those_that_are_missing(page: FirstStart) -> None:
    page.show_runners(RUNNERS)

    assert words(page.runners)[1:] == [
        "npx 11.19.0 found",
        "uvx not found: install uv, which brings it",
        "docker found: it is not on the allow-list, so no server can use it",
    ]


def test_everything_can_be_reached_in_a_small_window(page: FirstStart, qtbot: QtBot) -> None:
    page.show_found(CONFIGS * 3, HOME)
    page.show_runners(RUNNERS)
    page.resize(500, 300)
    area = page.findChildren(QScrollArea)[0]
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)

    for _ in range(page.findChildren(QAbstractButton).index(page.demo) + 2):
        if page.demo.hasFocus():
            break
        QTest.keyClick(page.focusWidget() or page, Qt.Key.Key_Tab)

    assert page.demo.hasFocus()
    assert page.demo.visibleRegion().boundingRect().height() == page.demo.height()


async def test_the_sidebar_says_that_there_are_no_servers_yet(window: Window) -> None:
    assert "No servers yet" in words(window.sidebar)

    window.workspace.open_demo()
    assert "No servers yet" not in words(window.sidebar)
    window.sidebar.search.setText("charts")
    assert "No server is called so" in words(window.sidebar)

    window.resize(800, 600)
    assert not {"No servers yet", "No server is called so"} & set(words(window.sidebar))
