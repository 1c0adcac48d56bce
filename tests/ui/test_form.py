"""A form under the hands of a person."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from patchbay.core.calls.schema import form
from patchbay.core.values import Json, JsonObject
from patchbay.ui import theme
from patchbay.ui.form import Form
from patchbay.ui.form.heads import FoldHead
from patchbay.ui.form.row import Row
from tests.ui import form_samples
from tests.ui.waiting import until

W = TypeVar("W", bound=QWidget)
MakeForm = Callable[..., Form]


@pytest.fixture
def make(qtbot: QtBot) -> MakeForm:
    def make_form(properties: JsonObject, *required: str) -> Form:
        schema = {"type": "object", "properties": properties, "required": list(required)}
        made = Form(form(schema), schema)
        qtbot.addWidget(made)
        made.resize(372, 600)
        made.show()
        return made

    return make_form


def chart(make: MakeForm) -> Form:
    return make(form_samples.CHART["properties"], *form_samples.CHART["required"])


def part(within: QWidget, kind: type[W], name: str) -> W:
    found = [one for one in within.findChildren(kind) if one.accessibleName().startswith(name)]
    assert found, f"no {kind.__name__} called {name}"
    return found[0]


def shown_words(within: QWidget) -> list[str]:
    return [label.text() for label in within.findChildren(QLabel) if label.isVisible()]


def activate(made: Form, qtbot: QtBot) -> None:
    with qtbot.waitActive(made):
        made.activateWindow()


def test_what_nobody_touched_is_not_sent(make: MakeForm) -> None:
    made = make({"a": {"type": "string", "default": "x"}, "b": {"type": "integer"}})

    assert made.raw() == {}
    assert part(made, QLineEdit, "a").placeholderText() == "not sent, default x"


def test_a_required_field_starts_with_its_default(make: MakeForm) -> None:
    assert make({"a": {"type": "integer", "default": 10}}, "a").raw() == {"a": 10}


def test_not_sent_empty_and_null_are_three_different_things(make: MakeForm) -> None:
    made = make({"name": {"type": ["string", "null"]}})
    line = part(made, QLineEdit, "name")

    QTest.keyClicks(line, "x")
    QTest.keyClick(line, Qt.Key.Key_Backspace)
    assert made.raw() == {"name": ""}
    assert line.placeholderText() == "empty text"

    QTest.keyClick(line, Qt.Key.Key_Backspace)
    assert made.raw() == {}
    assert line.placeholderText() == "not sent"

    part(made, QAbstractButton, "null for name").click()
    assert made.raw() == {"name": None}
    assert not line.isVisible()

    part(made, QAbstractButton, "null for name").click()
    assert made.raw() == {}


def test_the_null_keys_work_from_inside_the_field(make: MakeForm, qtbot: QtBot) -> None:
    made = make({"name": {"type": ["string", "null"]}})
    activate(made, qtbot)
    part(made, QLineEdit, "name").setFocus()

    QTest.keyClick(
        part(made, QLineEdit, "name"),
        Qt.Key.Key_N,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )

    assert made.raw() == {"name": None}


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("12345678901234567890123", 12345678901234567890123),
        ("-7", -7),
        ("abc", "abc"),
        ("1.5", "1.5"),
    ],
)
def test_a_whole_number_stays_exact_and_bad_text_is_not_lost(
    make: MakeForm, typed: str, value: Json
) -> None:
    made = make({"n": {"type": "integer"}})

    QTest.keyClicks(part(made, QLineEdit, "n"), typed)

    assert made.raw() == {"n": value}
    again = make({"n": {"type": "integer"}})
    again.set_arguments(made.raw())
    assert part(again, QLineEdit, "n").text() == typed


def test_arrow_keys_step_a_whole_number_within_its_bounds(make: MakeForm) -> None:
    made = make({"n": {"type": "integer", "minimum": 5, "maximum": 11, "multipleOf": 5}})
    line = part(made, QLineEdit, "n")

    QTest.keyClick(line, Qt.Key.Key_Up)
    assert made.raw() == {"n": 5}
    QTest.keyClick(line, Qt.Key.Key_Up)
    QTest.keyClick(line, Qt.Key.Key_Up)
    assert made.raw() == {"n": 11}
    for _ in range(3):
        QTest.keyClick(line, Qt.Key.Key_Down)
    assert made.raw() == {"n": 5}


def test_a_fault_is_shown_after_leaving_the_field_and_goes_while_it_is_mended(
    make: MakeForm, qtbot: QtBot
) -> None:
    made = make({"n": {"type": "integer", "maximum": 9}, "b": {"type": "string"}})
    activate(made, qtbot)
    line = part(made, QLineEdit, "n")
    line.setFocus()

    QTest.keyClicks(line, "12")
    assert "At most 9" not in shown_words(made)

    QTest.keyClick(line, Qt.Key.Key_Tab)
    assert "At most 9" in shown_words(made)
    assert "At most 9" in line.accessibleDescription()
    assert made.faults == 1

    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_Backspace)
    assert "At most 9" not in shown_words(made)
    assert made.faults == 0


def test_running_marks_every_fault_and_focuses_the_first(make: MakeForm, qtbot: QtBot) -> None:
    made = chart(make)
    activate(made, qtbot)
    told: list[int] = []
    made.faults_changed.connect(told.append)
    made.set_arguments({"kind": "line", "days": 400, "style": {"line_width": "thick"}})

    assert made.arguments() is None

    assert made.faults == 3
    assert told[-1] == 3
    assert {"Needs a value", "At most 365", "Needs a number"} <= set(shown_words(made))
    assert made.focusWidget() is part(made, QLineEdit, "dataset")
    made.show_next_fault()
    assert made.focusWidget() is part(made, QLineEdit, "days")
    made.show_next_fault()
    assert made.focusWidget() is part(made, QLineEdit, "line_width")
    made.show_next_fault()
    assert made.focusWidget() is part(made, QLineEdit, "dataset")

    made.set_arguments({"dataset": "orders", "kind": "line"})
    assert made.faults == 0
    assert made.arguments() == {"dataset": "orders", "kind": "line"}


def test_a_fault_inside_a_folded_group_opens_it(make: MakeForm) -> None:
    made = make(
        {
            "people": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {"name": {"type": "string"}},
                },
            }
        }
    )
    made.set_arguments({"people": [{"name": "Ana"}, {}]})

    assert made.arguments() is None

    faulty = [line for line in made.findChildren(QLineEdit) if line.property("bad")]
    assert [line.accessibleName() for line in faulty] == ["name"]
    assert faulty[0].isVisible()


def test_what_the_schema_says_of_the_whole_is_shown_over_the_rows(qtbot: QtBot) -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "minProperties": 1,
    }
    made = Form(form(schema), schema)
    qtbot.addWidget(made)
    made.show()

    assert made.arguments() is None
    assert made.faults == 1
    assert "At least 1 property" in shown_words(made)


def test_a_schema_that_cannot_be_used_stops_nobody(qtbot: QtBot) -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"$ref": "https://example.org/b.json"}},
    }
    made = Form(form(schema), schema)
    qtbot.addWidget(made)
    made.show()
    made.set_arguments({"a": "x"})

    assert made.arguments() == {"a": "x"}
    assert any("sent as they are" in words for words in shown_words(made))


def test_a_check_box_knows_not_sent_true_and_false(make: MakeForm) -> None:
    made = make({"on": {"type": "boolean"}})
    box = part(made, QCheckBox, "on")

    seen: list[JsonObject] = [made.raw()]
    for _ in range(3):
        QTest.keyClick(box, Qt.Key.Key_Space)
        seen.append(made.raw())

    assert seen == [{}, {"on": True}, {"on": False}, {}]


def test_a_required_check_box_is_never_unset_again(make: MakeForm) -> None:
    made = make({"on": {"type": "boolean"}}, "on")
    box = part(made, QCheckBox, "on")

    seen: list[JsonObject] = [made.raw()]
    for _ in range(3):
        box.click()
        seen.append(made.raw())

    assert seen == [{}, {"on": True}, {"on": False}, {"on": True}]


def test_an_optional_choice_can_be_left_out_again(make: MakeForm) -> None:
    made = make({"kind": {"enum": ["line", 3, None, {"a": 1}], "default": "line"}})
    drop = part(made, QComboBox, "kind")
    assert drop.currentText() == "not sent, default line"

    QTest.keyClick(drop, Qt.Key.Key_Down)
    QTest.keyClick(drop, Qt.Key.Key_Down)
    assert made.raw() == {"kind": 3}
    QTest.keyClick(drop, Qt.Key.Key_Down)
    assert made.raw() == {"kind": {"a": 1}}
    QTest.keyClick(drop, Qt.Key.Key_Backspace)
    assert made.raw() == {}


def test_the_wheel_does_not_change_a_choice_it_passes_over(make: MakeForm) -> None:
    made = make({"kind": {"enum": ["a", "b"]}})
    drop = part(made, QComboBox, "kind")
    drop.clearFocus()
    turn = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )

    QApplication.sendEvent(drop, turn)

    assert made.raw() == {}


def test_items_are_added_moved_and_removed_by_keys(make: MakeForm, qtbot: QtBot) -> None:
    made = make({"tags": {"type": "array", "items": {"type": "string"}}})
    activate(made, qtbot)
    made.set_arguments({"tags": ["a", "b", "c"]})
    alt = Qt.KeyboardModifier.AltModifier

    part(made, QLineEdit, "tags 2").setFocus()
    QTest.keyClick(part(made, QLineEdit, "tags 2"), Qt.Key.Key_Up, alt)
    assert made.raw() == {"tags": ["b", "a", "c"]}
    assert made.focusWidget() is part(made, QLineEdit, "tags 1")

    QTest.keyClick(part(made, QLineEdit, "tags 1"), Qt.Key.Key_Insert, alt)
    assert made.raw() == {"tags": ["b", "", "a", "c"]}
    QTest.keyClicks(part(made, QLineEdit, "tags 2"), "new")
    assert made.raw() == {"tags": ["b", "new", "a", "c"]}

    QTest.keyClick(part(made, QLineEdit, "tags 2"), Qt.Key.Key_Delete, alt)
    assert made.raw() == {"tags": ["b", "a", "c"]}
    assert made.focusWidget() is part(made, QLineEdit, "tags 2")


def test_a_list_that_was_emptied_is_sent_empty_until_backspace(make: MakeForm) -> None:
    made = make({"tags": {"type": "array", "items": {"type": "string"}}})
    assert "empty: not sent" in shown_words(made)
    add = part(made, QAbstractButton, "Add item to tags")

    add.click()
    part(made, QAbstractButton, "Remove tags 1").click()
    assert made.raw() == {"tags": []}
    assert "empty: sent as [ ]" in shown_words(made)

    QTest.keyClick(add, Qt.Key.Key_Backspace)
    assert made.raw() == {}


def test_an_item_without_a_value_stops_the_run(make: MakeForm) -> None:
    made = make({"sizes": {"type": "array", "items": {"type": "integer"}}})
    part(made, QAbstractButton, "Add item to sizes").click()

    assert made.arguments() is None
    assert "Needs a value" in shown_words(made)


def test_a_group_says_how_much_of_it_is_set(make: MakeForm) -> None:
    made = chart(make)
    assert part(made, FoldHead, "style").accessibleName() == "style, object, not sent, folded"

    made.set_arguments({"style": {"palette": "ink"}})

    assert part(made, FoldHead, "style").accessibleName() == "style, object, 1 of 4 set, open"
    QTest.keyClick(part(made, FoldHead, "style"), Qt.Key.Key_Backspace)
    assert made.raw() == {}


def test_a_group_is_built_when_it_is_opened_first(make: MakeForm) -> None:
    made = chart(make)
    assert not [line for line in made.findChildren(QLineEdit) if line.accessibleName() == "title"]

    QTest.keyClick(part(made, FoldHead, "style"), Qt.Key.Key_Right)

    assert part(made, QLineEdit, "title").isVisible()


def test_enter_begins_a_new_line_only_in_a_long_text(make: MakeForm) -> None:
    made = make({"query": {"type": "string"}, "name": {"type": "string"}})
    page, line = part(made, QPlainTextEdit, "query"), part(made, QLineEdit, "name")

    for keys in ("a", "b"):
        QTest.keyClicks(page, keys)
        QTest.keyClick(page, Qt.Key.Key_Return)
        QTest.keyClicks(line, keys)
        QTest.keyClick(line, Qt.Key.Key_Return)

    assert made.raw() == {"query": "a\nb\n", "name": "ab"}


def test_a_long_text_grows_to_six_lines(make: MakeForm) -> None:
    made = make({"query": {"type": "string"}})
    page = part(made, QPlainTextEdit, "query")
    heights: list[int] = [page.height()]
    for _ in range(8):
        QTest.keyClick(page, Qt.Key.Key_Return)
        heights.append(page.height())

    assert heights[0] < heights[1] < heights[5] == heights[6] == heights[8]


def test_a_secret_is_masked_until_the_eye_is_held(make: MakeForm) -> None:
    made = make({"password": {"type": "string"}})
    line = part(made, QLineEdit, "password")
    eye = part(made, QAbstractButton, "Show while held")
    assert line.echoMode() is QLineEdit.EchoMode.Password

    QTest.mousePress(eye, Qt.MouseButton.LeftButton)
    assert line.echoMode() is QLineEdit.EchoMode.Normal
    QTest.mouseRelease(eye, Qt.MouseButton.LeftButton)
    assert line.echoMode() is QLineEdit.EchoMode.Password


def test_reset_begins_again_and_can_be_undone(make: MakeForm) -> None:
    made = chart(make)
    made.set_arguments(form_samples.FILLED)

    made.reset()
    assert made.raw() == {}

    assert made.can_undo_reset
    made.undo_reset()
    assert made.raw() == form_samples.FILLED
    assert not made.can_undo_reset


def test_each_field_tells_a_screen_reader_its_name_hint_state_and_fault(make: MakeForm) -> None:
    made = chart(make)
    made.arguments()
    line = part(made, QLineEdit, "dataset")

    assert line.accessibleName() == "dataset"
    description = line.accessibleDescription()
    assert description == "Name as shown by list_datasets. required, string. Needs a value"


def test_tab_goes_through_the_rows_in_their_order(make: MakeForm, qtbot: QtBot) -> None:
    made = chart(make)
    activate(made, qtbot)
    made.set_arguments({"series": ["north"], "style": {"palette": "ink"}})
    made.focus_first()

    seen: list[str] = []
    for _ in range(12):
        focused = made.focusWidget()
        seen.append(focused.accessibleName().partition(",")[0])
        QTest.keyClick(focused, Qt.Key.Key_Tab)

    assert seen == [
        "dataset",
        "kind",
        "days",
        "series 1",
        "Remove series 1",
        "Add item to series",
        "y_max",
        "null for y_max",
        "smooth",
        "style",
        "palette",
        "line_width",
    ]


async def test_a_form_of_500_rows_is_built_a_few_at_a_time(qtbot: QtBot) -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {f"field_{n}": {"type": "string"} for n in range(500)},
    }
    made = Form(form(schema), schema)
    qtbot.addWidget(made)
    made.show()
    arguments = {f"field_{n}": str(n) for n in range(500)}

    made.set_arguments(arguments)
    assert len(made.findChildren(QLineEdit)) < 100
    assert made.raw() == arguments

    await until(lambda: len(made.findChildren(QLineEdit)) == 500)
    assert made.raw() == arguments
    assert part(made, QLineEdit, "field_499").text() == "499"


def test_a_fault_in_a_row_that_is_not_built_yet_is_shown(qtbot: QtBot) -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {f"field_{n}": {"type": "string"} for n in range(300)},
        "required": ["field_299"],
    }
    made = Form(form(schema), schema)
    qtbot.addWidget(made)
    made.show()

    assert made.arguments() is None
    assert made.faults == 1
    assert made.focusWidget() is part(made, QLineEdit, "field_299")


def test_groups_that_hold_groups_are_unfolded_only_so_far(make: MakeForm) -> None:
    names = "abcdefghij"
    group: JsonObject = {"type": "string"}
    for _ in range(5):
        group = {"type": "object", "properties": dict.fromkeys(names, group), "required": [*names]}

    made = make({"x": group}, "x")

    assert 10 <= len(made.findChildren(Row)) < 100


def test_other_colours_are_no_edit(make: MakeForm, qapp: QApplication) -> None:
    made = make({"anything": {}})
    edited: list[bool] = []
    made.edited.connect(lambda: edited.append(True))

    theme.apply(qapp, "dark")
    theme.apply(qapp, "light")

    assert made.findChildren(QPlainTextEdit)
    assert not edited
