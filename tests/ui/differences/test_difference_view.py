"""The difference of two texts, as it is counted, gone through, copied and kept secret."""

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from patchbay.core.store.differences import LineKind
from patchbay.ui import theme
from patchbay.ui.differences import DifferenceView, MaskedText, masked
from patchbay.ui.differences.rows import compared
from tests.ui.waiting import until

CONFIG = Path("/srv/work/mcp.json")


def plain(text: str) -> MaskedText:
    return MaskedText(text, text)


def numbered(*changed: int, count: int = 40) -> str:
    return "".join(f"line {at}{' new' if at in changed else ''}\n" for at in range(1, count + 1))


async def view_of(before: MaskedText, after: MaskedText, qtbot: QtBot) -> DifferenceView:
    view = DifferenceView()
    qtbot.addWidget(view)
    view.resize(520, 200)
    view.show()
    view.compare(before, after)
    await until(lambda: view.settled)
    return view


def copied(view: DifferenceView) -> str:
    QTest.keyClick(view.lines, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    return QGuiApplication.clipboard().text()


def test_what_is_left_out_is_counted_before_between_and_after_changes() -> None:
    rows = compared(plain(numbered()), plain(numbered(10, 30)), 3).all

    assert [row.open for row in rows if row.kind is LineKind.GAP] == [
        "… 6 unchanged lines …",
        "… 13 unchanged lines …",
        "… 7 unchanged lines …",
    ]
    told = [(row.sign, row.old, row.new, row.open) for row in rows[1:6]]
    assert told == [
        (" ", 7, 7, "line 7"),
        (" ", 8, 8, "line 8"),
        (" ", 9, 9, "line 9"),
        ("-", 10, None, "line 10"),
        ("+", None, 10, "line 10 new"),
    ]


def test_added_lines_move_the_numbers_after_them() -> None:
    before = numbered()
    after = before.replace("line 2\n", "line 2\nadded a\nadded b\n")

    rows = compared(plain(before), plain(after), 1)

    assert [(row.old, row.new) for row in rows.all] == [
        (None, None),
        (2, 2),
        (None, 3),
        (None, 4),
        (3, 5),
        (None, None),
    ]
    assert rows.all[-1].open == "… 37 unchanged lines …"
    assert rows.words == "2 lines added"


def test_a_missing_line_end_is_told_in_words() -> None:
    rows = compared(plain("a\nb\n"), plain("a\nb"), 3).all

    assert "No newline at end of file" in [row.open for row in rows]


def test_the_whole_text_is_shown_with_enough_around() -> None:
    rows = compared(plain(numbered()), plain(numbered(10)), 10_000_000).all

    assert len(rows) == 41
    assert not any(row.kind is LineKind.GAP for row in rows)


async def test_the_name_tells_how_much_changed(qtbot: QtBot) -> None:
    view = await view_of(plain("a\nb\n"), plain("a\nc\nd\ne\n"), qtbot)

    assert view.lines.accessibleName() == "3 lines added, 1 removed"


async def test_where_nothing_differs_that_is_said(qtbot: QtBot) -> None:
    view = await view_of(plain("a\n"), plain("a\n"), qtbot)

    assert view.rows.all == ()
    assert not view.lines.isVisible()
    assert not view.later.isVisible()


async def test_secrets_are_dots_until_the_eye_is_held(qtbot: QtBot) -> None:
    before = '{"mcpServers": {"a": {"command": "x", "env": {"API_KEY": "abcdef123"}}}}\n'
    after = before.replace("abcdef123", "ghijkl456")
    view = await view_of(await masked(CONFIG, before), await masked(CONFIG, after), qtbot)
    view.lines.select(0, 10)
    assert view.eye.isVisible()
    assert "abcdef123" not in copied(view)
    assert "ghijkl456" not in copied(view)
    assert "•••••••••" in copied(view)

    QTest.mousePress(view.eye, Qt.MouseButton.LeftButton)
    assert "-" + before.strip() in copied(view)
    assert "ghijkl456" in copied(view)

    QTest.mouseRelease(view.eye, Qt.MouseButton.LeftButton)
    assert "ghijkl456" not in copied(view)


async def test_a_changed_secret_is_a_change_though_the_dots_are_the_same(qtbot: QtBot) -> None:
    view = await view_of(
        MaskedText("k: abc\n", "k: •••\n"), MaskedText("k: xyz\n", "k: •••\n"), qtbot
    )

    assert view.rows.words == "1 line added, 1 removed"


async def test_f7_goes_from_change_to_change_and_reads_them_out(qtbot: QtBot) -> None:
    view = await view_of(plain(numbered(count=300)), plain(numbered(10, 250, count=300)), qtbot)

    QTest.keyClick(view.lines, Qt.Key.Key_F7)
    assert view.lines.accessibleDescription() == "-line 10\n+line 10 new"
    QTest.keyClick(view.lines, Qt.Key.Key_F7)
    assert view.lines.accessibleDescription() == "-line 250\n+line 250 new"
    QTest.keyClick(view.lines, Qt.Key.Key_F7)
    assert view.lines.accessibleDescription() == "-line 10\n+line 10 new"
    QTest.keyClick(view.lines, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert view.lines.accessibleDescription() == "-line 250\n+line 250 new"
    assert copied(view) == "-line 250\n+line 250 new"


async def test_it_shows_that_it_has_the_focus_though_rows_reach_to_its_edges(
    qtbot: QtBot,
) -> None:
    view = await view_of(plain("a\n"), plain("b\n"), qtbot)
    view.activateWindow()
    view.lines.setFocus()
    await until(view.lines.hasFocus)
    focused = view.lines.grab().toImage()

    view.lines.clearFocus()

    assert view.lines.grab().toImage() != focused
    assert focused.pixelColor(0, 40) == theme.colour("accent")


async def test_keys_scroll_through_a_long_difference(qtbot: QtBot) -> None:
    view = await view_of(plain(""), plain(numbered(count=400)), qtbot)
    bar = view.lines.verticalScrollBar()

    QTest.keyClick(view.lines, Qt.Key.Key_Down)
    assert bar.value() == 1
    QTest.keyClick(view.lines, Qt.Key.Key_PageDown)
    assert bar.value() > 5
    QTest.keyClick(view.lines, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    QTest.keyClick(view.lines, Qt.Key.Key_Home)
    assert bar.value() == 0


async def test_clicks_select_whole_lines(qtbot: QtBot) -> None:
    view = await view_of(plain("a\nb\nc\n"), plain("a\nB\nc\n"), qtbot)
    port, shift = view.lines.viewport(), Qt.KeyboardModifier.ShiftModifier
    tall = QFontMetrics(theme.font(12, mono=True)).lineSpacing()

    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=QPoint(200, tall // 2))
    assert copied(view) == " a"
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, shift, pos=QPoint(200, 2 * tall + 8))
    assert copied(view) == " a\n-b\n+B"


async def test_what_is_invisible_in_a_line_is_painted_as_an_escape(qtbot: QtBot) -> None:
    view = await view_of(plain(""), plain("a\u202eb\n"), qtbot)

    assert view.rows.all[0].shown(is_open=True) == "a\\u202eb"


@pytest.mark.parametrize("size", [90, 150])
async def test_ten_thousand_changed_lines_are_painted_at_once(
    size: int, qapp: QApplication, qtbot: QtBot
) -> None:
    before = "".join(f"before {at}\n" for at in range(10_000))
    after = "".join(f"after {at}\n" for at in range(10_000))
    theme.apply(qapp, "dark", size)
    try:
        view = await view_of(plain(before), plain(after), qtbot)
        assert view.rows.added == view.rows.removed == 10_000
        start = time.perf_counter()
        for _ in range(20):
            QTest.keyClick(view.lines, Qt.Key.Key_PageDown)
            view.lines.viewport().repaint()
        assert time.perf_counter() - start < 2
    finally:
        theme.apply(qapp, "light")


async def test_only_the_last_of_several_differences_is_shown(qtbot: QtBot) -> None:
    view = await view_of(plain(""), plain("one\n"), qtbot)
    long = plain(numbered(count=20_000))

    view.compare(plain(""), long)
    view.compare(plain(""), plain("two\n"))
    await until(lambda: view.settled)

    assert [row.open for row in view.rows.all] == ["two"]
