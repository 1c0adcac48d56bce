"""The searchable list of tools, prompts and resources."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from patchbay.ui.controls import Label
from patchbay.ui.listing import Item, ItemList, Pill
from patchbay.ui.listing.items import Sieve
from patchbay.ui.listing.model import ItemModel

ITEMS = (
    Item("a", "render_chart", "Draw a chart from a dataset", (Pill("read-only", "ok"),)),
    Item("b", "list_datasets", "Names, sizes and last change"),
    Item("c", "chart_types", "What can be drawn"),
)


def a_list(qtbot: QtBot, items: tuple[Item, ...] = ITEMS) -> tuple[ItemList, list[str]]:
    shown = ItemList("Filter tools", "Tools")
    qtbot.addWidget(shown)
    shown.show_items(items)
    shown.resize(224, 400)
    shown.show()
    told: list[str] = []
    shown.chosen.connect(told.append)
    return shown, told


def names(shown: ItemList) -> list[str]:
    model = shown.view.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_words_are_found_in_names_first_and_then_in_details() -> None:
    assert [ITEMS[place].key for place in Sieve(ITEMS).places("chart")] == ["c", "a"]
    assert [ITEMS[place].key for place in Sieve(ITEMS).places("DATASET")] == ["b", "a"]
    assert [ITEMS[place].key for place in Sieve(ITEMS).places("dataset draw")] == ["a"]


def test_letters_in_their_order_find_a_name() -> None:
    assert [ITEMS[place].key for place in Sieve(ITEMS).places("rdc")] == ["a"]
    assert Sieve(ITEMS).places("cdr") == []


def test_characters_that_mean_something_to_a_pattern_are_plain_letters() -> None:
    odd = (Item("x", "a]b^c-d\\e"), Item("y", "abcde"))

    assert Sieve(odd).places("]^-\\") == [0]


def test_ten_thousand_items_are_sifted_by_name_and_description() -> None:
    many = [Item(str(n), f"tool_{n}_list", f"Does number {n}") for n in range(10_000)]
    sieve = Sieve(many)

    assert len(sieve.places("t")) == 10_000
    assert set(sieve.places("999")) == {n for n in range(10_000) if str(n).count("9") >= 3}
    assert sieve.places("zzz") == []


def test_the_model_keeps_the_rules_of_qt(qtbot: QtBot) -> None:
    shown, _ = a_list(qtbot)
    model = ItemModel(shown)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)

    model.show(ITEMS)
    assert model.rowCount() == len(ITEMS)
    model.narrow("chart")
    assert 0 < model.rowCount() < len(ITEMS)


def test_down_leads_from_the_search_into_the_list_and_up_leads_back(qtbot: QtBot) -> None:
    shown, told = a_list(qtbot)
    shown.focus_filter()

    QTest.keyClicks(shown.search, "chart")
    QTest.keyClick(shown.search, Qt.Key.Key_Down)
    assert told == ["c"]
    assert shown.focusWidget() is shown.view

    QTest.keyClick(shown.view, Qt.Key.Key_Down)
    QTest.keyClick(shown.view, Qt.Key.Key_Up)
    QTest.keyClick(shown.view, Qt.Key.Key_Up)
    assert told == ["c", "a", "c"]
    assert shown.focusWidget() is shown.search


def test_enter_in_the_search_takes_the_first_hit_and_escape_empties_it(qtbot: QtBot) -> None:
    shown, told = a_list(qtbot)

    QTest.keyClicks(shown.search, "names")
    QTest.keyClick(shown.search, Qt.Key.Key_Return)
    QTest.keyClick(shown.search, Qt.Key.Key_Escape)

    assert told == ["b"]
    assert len(names(shown)) == 3


def test_what_is_chosen_stays_chosen_while_the_list_is_filtered(qtbot: QtBot) -> None:
    shown, told = a_list(qtbot)
    shown.choose("b")

    shown.search.setText("chart")
    assert shown.key == "b"
    assert not shown.view.currentIndex().isValid()

    shown.search.clear()
    assert shown.view.currentIndex().row() == 1
    assert told == []


def test_a_choice_is_kept_by_its_key_when_other_items_arrive(qtbot: QtBot) -> None:
    shown, told = a_list(qtbot)
    shown.choose("b")

    shown.show_items((Item("z", "zoom"), *ITEMS))
    assert shown.key == "b"
    assert shown.view.currentIndex().row() == 2

    shown.show_items(ITEMS[2:])
    assert shown.key == ""
    assert told == []


def test_the_drop_down_follows_the_list_and_can_choose_too(qtbot: QtBot) -> None:
    shown, told = a_list(qtbot)
    shown.choose("c")
    assert shown.chooser.currentText() == "chart_types"

    shown.chooser.setFocus()
    QTest.keyClick(shown.chooser, Qt.Key.Key_Up)

    assert told == ["b"]
    assert shown.view.currentIndex().row() == 1


def test_many_items_are_shown_in_one_line_each(qtbot: QtBot) -> None:
    few, _ = a_list(qtbot)
    many, _ = a_list(qtbot, tuple(Item(str(n), f"tool {n}") for n in range(61)))

    assert few.view.sizeHintForRow(0) == 44
    assert many.view.sizeHintForRow(0) == 28


def test_a_filter_that_nothing_fits_says_so(qtbot: QtBot) -> None:
    shown, _ = a_list(qtbot)
    shown.search.setText("nothing like this")
    assert shown.view.isHidden()
    assert "Nothing found" in said(shown)


def test_a_row_reads_as_a_sentence_to_a_screen_reader(qtbot: QtBot) -> None:
    shown, _ = a_list(qtbot)
    index = shown.view.model().index(0, 0)

    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "render_chart, read-only"
    description = index.data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert description == "Draw a chart from a dataset"


def said(shown: ItemList) -> list[str]:
    return [label.text() for label in shown.findChildren(Label) if label.isVisible()]
