"""Texts too large for a text widget."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from patchbay.ui.results.large_body import LargeTextBody
from patchbay.ui.results.large_text import LargeText
from patchbay.ui.results.lines import (
    HARD_WRAP,
    Lines,
    find_in_file,
    find_in_text,
    lines_of_file,
    lines_of_text,
)
from tests.ui.samples import BrokenOpener, FileOpener, spooled
from tests.ui.waiting import until


def test_rows_are_the_lines_of_the_text() -> None:
    lines = lines_of_text("one\ntwo\r\n\nfour")
    assert [lines[row] for row in range(len(lines))] == ["one", "two", "", "four"]


def test_an_empty_text_has_no_rows() -> None:
    assert len(lines_of_text("")) == 0


def test_a_line_without_an_end_is_wrapped_between_characters() -> None:
    text = "ä" * (HARD_WRAP * 2)
    lines = lines_of_text(text)
    assert len(lines) > 3
    assert "".join(lines[row] for row in range(len(lines))) == text


async def test_the_rows_of_a_file_are_those_the_decoder_wrote(tmp_path: Path) -> None:
    text = "\n".join(f"line {number}" for number in range(5_000)) + "\n" + "x" * 10_000
    opener = FileOpener(tmp_path)
    written = await opener.text(spooled(text, tmp_path))

    lines = lines_of_file(written)

    assert len(lines) == written.lines
    assert lines[4_321] == "line 4321"
    assert lines.text(10, 12, 1_000) == "line 10\nline 11\nline 12"
    assert lines.text(0, 4_000, 11) == "line 0\nline"
    assert "".join(lines[row] for row in range(5_000, len(lines))) == "x" * 10_000


async def test_words_are_found_from_a_row_on(tmp_path: Path) -> None:
    opener = FileOpener(tmp_path)
    written = await opener.text(spooled("one\nTWO\nthree\ntwo", tmp_path))
    lines = lines_of_file(written)
    find = find_in_file(written, lines, opener)

    assert await find("two", 0) == 1
    assert await find("two", 2) == 3
    assert await find("four", 0) is None
    assert await find_in_text(lines)("three", 0) == 2


def a_view(lines: Lines, qtbot: QtBot) -> LargeText:
    view = LargeText(lines, find_in_text(lines))
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.show()
    return view


async def test_the_next_hit_is_chosen_and_shown_going_round(qtbot: QtBot) -> None:
    lines = lines_of_text("\n".join(f"line {number}" for number in range(10_000)))
    view = a_view(lines, qtbot)

    assert await view.find_next("line 77")
    first = view.selected()
    assert await view.find_next("line 77")
    second = view.selected()
    assert await view.find_next("line 9999")
    assert await view.find_next("line 77")

    assert first == (77, 77)
    assert second == (770, 770)
    assert view.selected() == (77, 77)
    assert view.verticalScrollBar().value() <= 77
    assert not await view.find_next("nothing of the kind")


def test_rows_are_chosen_with_the_mouse_and_copied(qtbot: QtBot) -> None:
    view = a_view(lines_of_text("one\ntwo\nthree\nfour"), qtbot)
    room, line = view.viewport(), view.fontMetrics().lineSpacing()

    QTest.mousePress(
        room, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(20, 12)
    )
    QTest.mouseMove(room, QPoint(20, 12 + 2 * line))
    QTest.mousePress(
        room,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
        QPoint(20, 10 + 2 * line),
    )
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    chosen = view.selected()
    assert chosen is not None
    assert chosen[0] == 0
    assert QGuiApplication.clipboard().text().startswith("one\ntwo")


def test_all_rows_can_be_reached_by_keys(qtbot: QtBot) -> None:
    view = a_view(lines_of_text("\n".join(map(str, range(1_000)))), qtbot)

    QTest.keyClick(view, Qt.Key.Key_End)
    bottom = view.verticalScrollBar().value()
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    above = view.verticalScrollBar().value()
    QTest.keyClick(view, Qt.Key.Key_Home)

    assert bottom == view.verticalScrollBar().maximum() > 900
    assert above < bottom
    assert view.verticalScrollBar().value() == 0


async def test_a_text_that_cannot_be_opened_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    opener = BrokenOpener(tmp_path)
    body = LargeTextBody()
    qtbot.addWidget(body)

    await body.load_file(opener.text(spooled("words", tmp_path)), opener)

    assert body.settled
    assert body.view is None
    assert "damaged" in words_in(body)


async def test_a_text_in_memory_is_shown_in_the_same_way(qtbot: QtBot) -> None:
    body = LargeTextBody()
    qtbot.addWidget(body)
    await body.load_text(lambda: "one\ntwo")
    await until(lambda: body.settled)
    assert body.view is not None
    assert body.extent()[1] < 120


def words_in(body: LargeTextBody) -> str:

    return " ".join(label.text() for label in body.findChildren(QLabel))
