"""The palette, the map of all keys, and the commands they are made from."""

import time

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from patchbay.ui.commands import Command
from patchbay.ui.listing import Item
from patchbay.ui.palette import KeyMap, Offer, Palette, Section
from patchbay.ui.palette.sections import Heading, find, letters
from patchbay.ui.palette.spelling import spelled
from patchbay.ui.palette.view import said
from patchbay.ui.palette.widget_keys import PART_KEYS
from patchbay.ui.window.keys_first import KeysFirst

MANY = [Item(str(n), f"tool_{n}_list", f"Does number {n}") for n in range(10_000)]


def a_section(done: list[str], prefix: str = ">", title: str = "Actions") -> Section:
    names = ("Restart", "Review diff…", "Run", "Stop")
    offers = {
        name: Offer(name, lambda name=name: done.append(name), keys=("Ctrl+R",)) for name in names
    }
    offers["Stop"] = Offer("Stop", lambda: done.append("Stop"), lacking="needs a running server")
    items = [Item(name, name) for name in names]
    return Section(title, items, offers.__getitem__, prefix, last={"Stop"})


def tools(prefix: str = "#") -> Section:
    return Section("Tools", MANY, lambda key: Offer(f"tool_{key}_list"), prefix)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """An active window with a field that has the focus."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    field = QLineEdit(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    field.setFocus()
    return window


def a_palette(window: QWidget, *sections: Section) -> tuple[Palette, QLineEdit]:
    """Open over the window, and the field that had the focus before."""
    before = window.findChild(QLineEdit)
    assert before is not None
    palette = Palette(window, sections)
    palette.open()
    return palette, before


def words(palette: Palette) -> list[str]:
    return [row.text for row in palette.list.rows]


def test_rows_are_found_by_words_and_by_letters_below_the_heading_of_their_section() -> None:
    sections = [a_section([]), a_section([], "@", "Servers")]

    assert [row.text for row in find(sections, "rev")] == [
        "Actions",
        "Review diff…",
        "Servers",
        "Review diff…",
    ]
    assert [row.text for row in find(sections, ">rvd")] == ["Actions", "Review diff…"]
    assert find(sections, "nothing like it") == []


def test_a_prefix_leaves_one_section_and_shows_more_of_it() -> None:
    sections = [a_section([]), tools()]

    beside, alone = find(sections, "tool"), find(sections, "#tool")

    assert (len(beside), len(alone)) == (1 + 6, 1 + 50)
    assert beside[0] == Heading("Tools", "# shows more")
    assert alone[0] == Heading("Tools", "the first 50")


def test_what_cannot_be_done_now_comes_last_and_says_why() -> None:
    assert [row.text for row in find([a_section([])], "s")][-1] == "Stop"
    assert said(find([a_section([])], "stop")[1]) == "Stop, needs a running server"


def test_the_typed_letters_are_marked_in_a_name() -> None:
    assert letters("Restart all", "all re") == [(0, 2), (8, 11)]
    assert letters("Review diff", "rvd") == [(0, 1), (2, 3), (7, 8)]
    assert letters("Run", "zzz") == []


def test_arrows_pass_over_headings_and_enter_runs_with_the_focus_given_back(
    window: QWidget,
) -> None:
    done: list[str] = []
    palette, before = a_palette(window, a_section(done), a_section(done, "@", "Servers"))

    QTest.keyClicks(palette.field, "re")
    assert words(palette)[:3] == ["Actions", "Restart", "Review diff…"]
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() == words(palette).index("Servers") + 1
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)

    assert done == ["Review diff…"]
    assert palette.isHidden()
    assert before.hasFocus()


def test_pages_end_at_the_ends_and_steps_go_around(window: QWidget) -> None:
    palette, _ = a_palette(window, tools())
    rows = palette.list

    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    assert rows.currentIndex().row() == 50
    QTest.keyClick(palette.field, Qt.Key.Key_PageDown)
    assert rows.currentIndex().row() == 50
    for _ in range(9):
        QTest.keyClick(palette.field, Qt.Key.Key_PageUp)
    assert rows.currentIndex().row() == 1
    QTest.keyClick(palette.field, Qt.Key.Key_Tab)
    assert rows.currentIndex().row() == 2
    assert palette.field.accessibleDescription() == "tool_1_list"


def test_escape_and_a_click_beside_it_close_it_and_run_nothing(window: QWidget) -> None:
    done: list[str] = []
    palette, before = a_palette(window, a_section(done))
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert palette.isHidden()
    assert before.hasFocus()

    palette, before = a_palette(window, a_section(done))
    QTest.mouseClick(palette, Qt.MouseButton.LeftButton, pos=palette.rect().bottomLeft())
    assert palette.isHidden()
    assert done == []


def test_the_mouse_chooses_a_row_and_what_is_lacking_something_stays(window: QWidget) -> None:
    done: list[str] = []
    palette, _ = a_palette(window, a_section(done))
    rows = palette.list
    QTest.keyClicks(palette.field, "st")

    for name in ("Stop", "Restart"):
        at = rows.visualRect(rows.model().index(words(palette).index(name), 0)).center()
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert done == ["Restart"]


def test_another_place_for_the_focus_closes_it_without_taking_that_back(window: QWidget) -> None:
    palette, before = a_palette(window, a_section([]))
    other = QLineEdit(before.parentWidget())
    other.show()

    other.setFocus()

    assert palette.isHidden()
    assert other.hasFocus()


def test_it_stays_inside_a_small_window_and_follows_its_size(window: QWidget, qtbot: QtBot) -> None:
    palette, _ = a_palette(window, tools())
    panel = palette.panel
    assert (panel.width(), panel.y()) == (600, 72)

    palette.window().resize(420, 300)
    qtbot.waitUntil(lambda: palette.width() == 420)

    assert palette.rect().contains(panel.geometry())


def test_a_key_finds_among_ten_thousand_tools_at_once(window: QWidget) -> None:
    palette, _ = a_palette(window, a_section([]), tools())
    took: list[float] = []
    for letter in "#tool 99 li":
        began = time.process_time()
        palette.field.insert(letter)
        palette.list.viewport().grab()
        took.append(time.process_time() - began)

    assert min(took) < 0.016
    assert sorted(took)[len(took) // 2] < 0.048, "three times what it may take on a quiet machine"


class GreedyField(QLineEdit):
    """As under a desktop theme that cuts off the end of a line with Ctrl+K."""

    @override
    def event(self, arg__1: QEvent) -> bool:
        cuts = isinstance(arg__1, QKeyEvent) and arg__1.key() == Qt.Key.Key_K
        if cuts and arg__1.type() is QEvent.Type.ShortcutOverride:
            arg__1.accept()
            return True
        return super().event(arg__1)


@pytest.mark.parametrize(
    ("key", "for_field"),
    [(Qt.Key.Key_K, False), (Qt.Key.Key_Backspace, True), (Qt.Key.Key_J, False)],
)
def test_a_key_of_the_window_reaches_it_and_a_key_of_fields_does_not(
    key: Qt.Key, for_field: bool, window: QWidget
) -> None:
    field = GreedyField(window)
    field.show()
    keys_first = KeysFirst(window, ("Ctrl+K",), ("Ctrl+Backspace",))
    field.setFocus()
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.ControlModifier)
    event.ignore()

    QApplication.sendEvent(field, event)
    keys_first.deleteLater()

    assert event.isAccepted() is for_field


def test_the_map_lists_the_keys_of_all_commands_and_of_parts_and_is_searched(qtbot: QtBot) -> None:
    commands = (
        Command("run", "Run", lambda: None, "call", ("Ctrl+Return", "Ctrl+Enter")),
        Command("mute", "Without keys", lambda: None, "call"),
    )
    page = KeyMap(commands, {"call": "Calls", "help": "Help"})
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    titles = [row.text for row in page.rows if isinstance(row, Heading)]
    assert titles == ["Calls", *PART_KEYS]
    assert said(page.rows[1]) == "Run, Ctrl+Enter or Ctrl+Enter"
    assert "Without keys" not in [row.text for row in page.rows]

    QTest.keyClicks(page.search, "alt+up")

    assert [said(row) for row in page.rows] == [
        "In the list of servers",
        "Move the server, Alt+Up or Alt+Down",
        "In a form",
        "Move an item of a list, Alt+Up or Alt+Down",
    ]
    QTest.keyClick(page.search, Qt.Key.Key_Down)
    assert page.focusWidget() is page.list
    assert page.list.offer == page.rows[1]


def test_keys_are_real_and_spelled_as_on_the_keyboard() -> None:
    listed = [key for group in PART_KEYS.values() for _, keys in group for key in keys]
    assert [key for key in listed if QKeySequence(key).toString() != key] == []
    assert spelled("Ctrl+Shift+Return").endswith("+Shift+Enter")
    assert spelled("Ctrl+PgDown").endswith("+PgDn")
