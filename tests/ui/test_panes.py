"""The three panes of a page in windows of different width."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from patchbay.ui.controls import column, frame
from patchbay.ui.listing import Item, ItemList
from patchbay.ui.panes import ListFormResult


@pytest.fixture
def parts(qtbot: QtBot) -> tuple[ListFormResult, ItemList, QWidget, QWidget]:
    items = ItemList("Filter tools", "Tools")
    items.show_items((Item("a", "alpha"), Item("b", "beta")))
    form = frame("surface", column(items.chooser, None))
    result = QWidget()
    panes = ListFormResult(items, items.chooser, form, result)
    qtbot.addWidget(panes)
    panes.resize(1016, 600)
    panes.show()
    return panes, items, form, result


Parts = tuple[ListFormResult, ItemList, QWidget, QWidget]


def test_a_wide_window_shows_three_columns(parts: Parts) -> None:
    _, items, form, result = parts

    assert (items.width(), form.width(), result.width()) == (224, 372, 418)
    assert items.chooser.isHidden()


def test_the_result_is_the_last_to_give_room(parts: Parts) -> None:
    panes, items, form, result = parts

    panes.resize(916, 600)

    assert result.width() == 380
    assert items.width() + form.width() == 534


def test_in_a_medium_window_the_list_becomes_a_drop_down(parts: Parts) -> None:
    panes, items, form, result = parts

    panes.set_width_class("medium")
    panes.resize(696, 600)

    assert not items.isVisible()
    assert items.chooser.isVisible()
    assert (form.width(), result.width()) == (320, 375)


def test_in_a_narrow_window_form_and_result_are_tabs(parts: Parts) -> None:
    panes, _, form, result = parts

    panes.set_width_class("narrow")
    assert panes.shown_panes() == (form,)
    assert form.width() == panes.width()

    panes.show_result()
    assert panes.shown_panes() == (result,)
    assert result.width() == panes.width()

    panes.set_width_class("wide")
    assert len(panes.shown_panes()) == 3


def test_the_line_between_panes_can_be_grabbed_beside_it(parts: Parts) -> None:
    panes, items, _, _ = parts
    moved: list[bool] = []
    panes.widths_changed.connect(lambda: moved.append(True))
    for beside in (-4, 4):
        hit = panes.childAt(QPoint(items.width() + beside, 300))
        assert hit is not None
        assert hit.cursor().shape() is Qt.CursorShape.SplitHCursor
    handle = panes.childAt(QPoint(items.width() - 4, 300))
    assert handle is not None

    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(1, 300))
    QTest.mouseMove(handle, QPoint(31, 300))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(31, 300))

    assert moved
    assert panes.widths()[0] == items.width() > 240


def test_widths_come_back_as_they_were_left(parts: Parts) -> None:
    panes, items, form, _ = parts

    panes.set_widths(200, 400, 330)

    assert (items.width(), form.width()) == (200, 400)
    assert panes.widths() == (200, 400, 330)


def test_finding_an_item_works_with_and_without_the_list(parts: Parts) -> None:
    panes, items, _, _ = parts
    panes.find_item()
    assert panes.focusWidget() is items.search

    panes.set_width_class("narrow")
    panes.show_result()
    panes.find_item()
    assert items.chooser.isVisible()
    assert items.chooser.view().isVisible()
    items.chooser.hidePopup()
