"""Structured content as a tree."""

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from patchbay.core.values import Json
from patchbay.ui.results import json_nodes
from patchbay.ui.results.json_model import JsonModel
from patchbay.ui.results.json_nodes import Node, Range
from patchbay.ui.results.json_tree import JsonBody
from tests.ui.samples import STRUCTURED, BrokenOpener, FileOpener, spooled
from tests.ui.waiting import until


def a_body(value: Json, folder: Path, qtbot: QtBot) -> JsonBody:
    body = JsonBody(value, FileOpener(folder))
    QAbstractItemModelTester(body.model, QAbstractItemModelTester.FailureReportingMode.Fatal, body)
    qtbot.addWidget(body)
    body.resize(400, 400)
    body.show()
    return body


def rows(model: JsonModel, parent: QModelIndex = QModelIndex()) -> list[str]:
    return [str(model.index(row, 0, parent).data()) for row in range(model.rowCount(parent))]


def test_two_levels_are_open_at_first(qtbot: QtBot, tmp_path: Path) -> None:
    body = a_body(STRUCTURED, tmp_path, qtbot)
    assert rows(body.model) == [
        'dataset: "orders"',
        "range: { }  3 keys",
        "series: [ ]  3 items",
        "truncated: false",
        "next: null",
    ]
    assert body.view.isExpanded(body.model.index(1, 0))
    assert not body.view.isExpanded(body.model.index(0, 0, body.model.index(2, 0)))
    assert body.view.rows_shown(100) == 11


def test_a_single_value_is_the_only_row(qtbot: QtBot, tmp_path: Path) -> None:
    assert rows(a_body("just words", tmp_path, qtbot).model) == ['"just words"']
    assert rows(a_body([], tmp_path, qtbot).model) == ["[ ]  0 items"]


def test_many_members_are_put_into_ranges(qtbot: QtBot, tmp_path: Path) -> None:
    body = a_body({"numbers": list(range(2_500))}, tmp_path, qtbot)
    model = body.model
    numbers = model.index(0, 0)

    body.view.expand(numbers)
    assert rows(model, numbers) == ["[0…999]", "[1,000…1,999]", "[2,000…2,499]"]

    last = model.index(2, 0, numbers)
    body.view.expand(last)
    assert model.rowCount(last) == 500
    assert rows(model, last)[0] == "2000: 2000"
    assert model.node(model.index(7, 0, last)).path == ("numbers", 2_007)


async def test_large_values_are_read_page_by_page(qtbot: QtBot, tmp_path: Path) -> None:
    value = {"rows": [{"id": number} for number in range(1_500)], "name": "orders", "ok": True}
    opener = FileOpener(tmp_path)
    body = JsonBody(spooled(value, tmp_path), opener)
    qtbot.addWidget(body)
    body.show()
    model = body.model

    await until(lambda: model.rowCount() == 3)
    assert rows(model)[1:] == ['name: "orders"', "ok: true"]

    many = model.index(0, 0)
    body.view.expand(many)
    await until(lambda: model.rowCount(many) == 2)
    await until(lambda: rows(model)[0] == "rows: [ ]  1,500 items")
    assert opener.asked[1][:2] == (0, 1_000)

    second = model.index(1, 0, many)
    body.view.expand(second)
    await until(lambda: model.rowCount(second) == 500)
    assert opener.asked[-1] == (1_000, 1_000)
    assert model.node(model.index(499, 0, second)).path == ("rows", 1_499)


async def test_a_value_that_cannot_be_opened_says_why_in_its_row(
    qtbot: QtBot, tmp_path: Path
) -> None:
    opener = BrokenOpener(tmp_path)
    body = JsonBody({"rows": spooled([1, 2, 3], tmp_path)}, opener)
    qtbot.addWidget(body)
    model = body.model
    body.view.expand(model.index(0, 0))
    await until(lambda: "damaged" in rows(model)[0])
    assert not model.hasChildren(model.index(0, 0))


def test_search_goes_through_closed_nodes_and_round(qtbot: QtBot, tmp_path: Path) -> None:
    body = a_body(STRUCTURED, tmp_path, qtbot)
    model = body.model

    first = model.found("NORTH", None)
    assert first is not None
    assert first.path == ("series", 0, "name")
    second = model.found("name", first)
    assert second is not None
    assert second.path == ("series", 1, "name")
    assert model.found("nowhere", second) is None
    assert model.found("dataset", second) is model.root.children[0]  # type: ignore[index]


def test_the_search_row_opens_and_shows_the_hit(qtbot: QtBot, tmp_path: Path) -> None:
    body = a_body(STRUCTURED, tmp_path, qtbot)
    body.toggle_search()

    QTest.keyClicks(body.field, "west")
    QTest.keyClick(body.field, Qt.Key.Key_Return)

    chosen = body.view.chosen()
    assert chosen is not None
    assert chosen.path == ("series", 2, "name")
    assert body.view.isExpanded(body.model.index(2, 0))


async def test_path_and_value_of_a_row_can_be_copied(qtbot: QtBot, tmp_path: Path) -> None:
    body = a_body({"odd key": [{"a": 1}]}, tmp_path, qtbot)
    node = body.model.found("a: 1", None)
    assert node is not None
    body.view.show_node(node)
    clipboard = QGuiApplication.clipboard()

    body.view.copy_path()
    assert clipboard.text() == '$["odd key"][0].a'

    QTest.keyClick(body.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: clipboard.text() == "1")


async def test_a_spooled_string_is_copied_whole(qtbot: QtBot, tmp_path: Path) -> None:
    words = "word " * 1_000
    body = JsonBody(spooled({"words": words}, tmp_path), FileOpener(tmp_path))
    qtbot.addWidget(body)
    await until(lambda: body.model.rowCount() == 1)
    assert rows(body.model)[0].endswith('…"  5 KB')
    body.view.setCurrentIndex(body.model.index(0, 0))

    body.view.copy_value()

    await until(lambda: QGuiApplication.clipboard().text() == words)


def test_long_texts_and_keys_are_cut_for_the_screen() -> None:
    node = Node("k" * 5_000, "v" * 5_000)
    assert len(json_nodes.words(node)) < 1_000
    assert json_nodes.words(Node(None, Range(0, 1_000))) == "[0…999]"
