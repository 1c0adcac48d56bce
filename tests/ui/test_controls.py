"""Buttons, labels, tabs and fields."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui import theme
from patchbay.ui.controls import (
    Button,
    ElidedLabel,
    IconButton,
    Label,
    SearchField,
    Segments,
    StateMark,
    Tabs,
    column,
    frame,
)
from tests.ui import stories


def test_every_button_has_a_name_and_is_large_enough_to_hit(qtbot: QtBot, tmp_path: Path) -> None:
    for story in stories.STORIES[:1]:
        widget = story.make(tmp_path)
        qtbot.addWidget(widget)
        for button in widget.findChildren(Button):
            assert button.accessibleName() or button.text()
            assert button.sizeHint().height() >= 24
            assert button.sizeHint().width() >= 24


@pytest.mark.parametrize("kind", ["primary", "secondary", "ghost", "link", "chip", "segment"])
def test_the_focus_is_visible_on_every_kind_of_button(kind: str, qtbot: QtBot) -> None:
    page, button = QWidget(), Button("Run", kind)  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.setLayout(column(Label("above"), button))
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.setFocus()
    before = button.grab().toImage()

    button.setFocus(Qt.FocusReason.TabFocusReason)

    assert button.hasFocus()
    assert button.grab().toImage() != before


def test_a_mouse_click_leaves_the_focus_in_the_field(qtbot: QtBot) -> None:
    page, field, button = QWidget(), SearchField("Filter"), Button("Run")
    qtbot.addWidget(page)
    page.setLayout(column(field, button))
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    field.setFocus()

    QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    assert field.hasFocus()


def test_a_narrow_button_keeps_its_words_as_its_tip() -> None:
    button = Button("Restart", "ghost", icon="rotate-cw", keys="Ctrl+R")
    wide = button.sizeHint().width()

    button.set_wide(wide=False)

    assert button.sizeHint().width() < wide
    assert button.toolTip() == "Restart (Ctrl+R)"
    assert button.accessibleName() == "Restart"


def test_a_button_without_an_icon_never_loses_its_words() -> None:
    button = Button("Reset", "ghost")
    wide = button.sizeHint()
    button.set_wide(wide=False)
    assert button.sizeHint() == wide


def test_keys_take_room_in_the_button_and_in_the_tip_of_an_icon() -> None:
    assert (
        Button("Run", keys="Ctrl+Enter").sizeHint().width() > Button("Run").sizeHint().width() + 40
    )
    assert IconButton("copy", "Copy", keys="Ctrl+C").toolTip() == "Copy (Ctrl+C)"


def test_what_does_not_fit_is_elided_and_told_by_the_tip(qtbot: QtBot) -> None:
    label = ElidedLabel("a word that is much too long for the room it has", "hint")
    qtbot.addWidget(label)
    label.resize(60, 20)
    label.grab()
    assert label.toolTip() == label.text()

    label.resize(900, 20)
    label.grab()
    assert label.toolTip() == ""


def test_words_of_a_server_are_never_markup(qtbot: QtBot) -> None:
    label = Label("<img src='file:///etc/passwd'><b>bold</b>", wrap=True)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText


def test_tabs_show_counts_and_alarm(qtbot: QtBot) -> None:
    tabs = Tabs("Tools", "Log")
    qtbot.addWidget(tabs)
    tabs.show()
    narrow = tabs.tabRect(1).width()

    tabs.set_count(1, 41, alarm=True)

    assert tabs.tabRect(1).width() > narrow
    assert tabs.accessibleTabName(1) == "Log 41"
    assert theme.colour("danger") in colours_in(tabs, tabs.tabRect(1))
    tabs.set_count(1, 0)
    assert tabs.tabRect(1).width() == narrow


def test_one_segment_is_chosen_at_a_time(qtbot: QtBot) -> None:
    segments, told = Segments("Form", "JSON"), list[int]()
    qtbot.addWidget(segments)
    segments.chosen.connect(told.append)

    segments.button(1).click()
    segments.choose(0)

    assert told == [1]
    assert segments.place == 0


def test_the_keys_of_a_search_field_make_room_for_words(qtbot: QtBot) -> None:
    field = SearchField("Filter servers", "Ctrl+L")
    qtbot.addWidget(field)
    empty = field.textMargins().right()
    field.setText("charts")
    assert field.textMargins().right() < empty


def test_states_differ_in_shape_and_not_only_in_colour(qtbot: QtBot) -> None:
    shapes = set[bytes]()
    marks = ("running", "stopped", "failed", "attention", "blocked", "asks", "starting")
    for mark in marks:
        widget = StateMark(mark)
        qtbot.addWidget(widget)
        image = widget.grab().toImage()
        shapes.add(
            bytes(
                image.pixelColor(x, y) != image.pixelColor(0, 0)
                for x in range(image.width())
                for y in range(image.height())
            )
        )
    assert len(shapes) == len(marks)


def colours_in(widget: QWidget, room: QRect) -> list[object]:
    image = widget.grab(room).toImage()
    return [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]


def test_undo_goes_on_to_the_window_from_a_search_field_with_nothing_to_take_back(
    qtbot: QtBot,
) -> None:
    window, field, undone = QWidget(), SearchField("Filter"), list[str]()
    window.setLayout(column(field))
    action = QAction("Undo", window)
    action.setShortcut(QKeySequence("Ctrl+Z"))
    action.triggered.connect(lambda: undone.append("step"))
    window.addAction(action)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    field.setFocus()

    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == ["step"]
    QTest.keyClicks(field, "words")
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert undone == ["step"]
    assert not field.text()


def test_a_bar_is_as_tall_as_the_size_of_text_wants_it(qtbot: QtBot, qapp: QApplication) -> None:
    page, bar = QWidget(), frame("bar", height=28)
    page.setLayout(column(bar))
    qtbot.addWidget(page)
    page.show()
    assert bar.height() == 28
    try:
        theme.apply(qapp, "light", 150)
        assert bar.height() == 42
    finally:
        theme.apply(qapp, "light")
