"""What is there before any config is open."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from patchbay.ui.first_start import FirstStart


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
    page.demo_wanted.connect(lambda: asked.append("demo"))

    QTest.mouseClick(page.open_config, Qt.MouseButton.LeftButton)
    QTest.mouseClick(page.demo, Qt.MouseButton.LeftButton)

    assert asked == ["open", "demo"]


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
