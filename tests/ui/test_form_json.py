"""A form and its JSON text hold the same, whatever it is."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from patchbay.core.calls.schema import form
from patchbay.core.values import Json, JsonObject
from patchbay.ui.form import Form
from tests.ui import form_samples

AWKWARD: tuple[Json, ...] = (
    None,
    True,
    False,
    0,
    -1,
    12345678901234567890123,
    1.5,
    1e300,
    "",
    "text",
    "5",
    " 5 ",
    "true",
    "null",
    "two\nlines",
    "\r\n\ttabs and \u00a0 spaces \u2028 of all \u2029 kinds",
    "\U0001f6a2 ship, \ud83d half a ship",
    "x" * 70_000,
    [],
    ["a"],
    ["a", 1, None, {}],
    [[1, [2]]],
    list(range(300)),
    {},
    {"a": {}},
    {"name": "Ana"},
    {"name": 5, "other": [None]},
)


def a_form(qtbot: QtBot, schema: JsonObject) -> Form:
    made = Form(form(schema), schema)
    qtbot.addWidget(made)
    made.resize(372, 600)
    made.show()
    return made


def editor(made: Form) -> QPlainTextEdit:
    return next(
        page
        for page in made.findChildren(QPlainTextEdit)
        if page.accessibleName() == "Arguments as JSON"
    )


def said(within: QWidget) -> str:
    return "\n".join(label.text() for label in within.findChildren(QLabel) if label.isVisible())


@pytest.mark.parametrize("value", AWKWARD, ids=lambda value: repr(value)[:30])
def test_every_row_gives_back_exactly_what_it_was_given(qtbot: QtBot, value: Json) -> None:
    made = a_form(qtbot, form_samples.EVERY_KIND)
    arguments = dict.fromkeys(form_samples.EVERY_KIND["properties"], value)
    exact = repr(sorted(arguments.items()))

    made.set_arguments(arguments)
    assert repr(sorted(made.raw().items())) == exact

    assert made.show_json(on=True)
    assert repr(sorted(made.raw().items())) == exact
    assert made.show_json(on=False)
    assert repr(sorted(made.raw().items())) == exact


def test_a_row_that_held_another_type_becomes_itself_again(qtbot: QtBot) -> None:
    made = a_form(qtbot, form_samples.CHART)

    made.set_arguments({"dataset": ["not", "text"]})
    assert "As JSON: this value is of another type" in said(made)
    assert made.arguments() is None

    made.set_arguments({"dataset": "orders", "kind": "bar"})
    assert "As JSON" not in said(made)
    assert made.arguments() == {"dataset": "orders", "kind": "bar"}


def test_names_the_form_does_not_know_are_kept_and_told(qtbot: QtBot) -> None:
    made = a_form(qtbot, form_samples.CHART)

    made.set_arguments({"dataset": "a", "kind": "bar", "extra": {"x": [None]}})

    assert made.raw() == {"dataset": "a", "kind": "bar", "extra": {"x": [None]}}
    assert "Also sent: extra" in said(made)


def test_broken_json_keeps_the_text_and_says_where(qtbot: QtBot) -> None:
    made = a_form(qtbot, form_samples.CHART)
    made.show_json(on=True)
    editor(made).setPlainText('{\n  "dataset": orders\n}')

    assert not made.show_json(on=False)

    assert made.is_json
    assert "line 2, column 14" in said(made)
    cursor = editor(made).textCursor()
    assert (cursor.blockNumber(), cursor.positionInBlock()) == (1, 13)
    assert made.faults == 1
    assert made.arguments() is None

    editor(made).setPlainText('{"dataset": "orders", "kind": "bar"}')
    assert made.show_json(on=False)
    assert made.raw() == {"dataset": "orders", "kind": "bar"}
    assert made.faults == 0


@pytest.mark.parametrize("text", ["[1]", "5", '"x"', "null"])
def test_text_that_is_no_object_is_not_taken(qtbot: QtBot, text: str) -> None:
    made = a_form(qtbot, form_samples.CHART)
    made.show_json(on=True)
    editor(made).setPlainText(text)

    assert not made.show_json(on=False)
    assert "Needs an object" in said(made)


def test_an_empty_text_means_no_arguments(qtbot: QtBot) -> None:
    made = a_form(qtbot, {"type": "object", "properties": {"a": {"type": "string"}}})
    made.set_arguments({"a": "x"})
    made.show_json(on=True)
    editor(made).clear()

    assert made.arguments() == {}
    assert made.show_json(on=False)
    assert made.raw() == {}


def test_a_run_from_the_text_names_what_does_not_fit(qtbot: QtBot) -> None:
    made = a_form(qtbot, form_samples.CHART)
    made.set_arguments({"dataset": "a", "kind": "pie", "days": 400})
    made.show_json(on=True)

    assert made.arguments() is None

    assert made.faults == 2
    assert "days: At most 365" in said(made)
    assert "kind: One of line, area, bar, scatter" in said(made)


def test_a_row_whose_json_cannot_be_read_keeps_the_rows(qtbot: QtBot) -> None:
    made = a_form(qtbot, {"type": "object", "properties": {"filter": {}}})
    page = next(
        page for page in made.findChildren(QPlainTextEdit) if page.accessibleName() == "filter"
    )
    QTest.keyClicks(page, "{oops")

    assert not made.show_json(on=True)

    assert not made.is_json
    assert "Is not JSON" in said(made)


def test_arguments_without_rows_are_edited_as_json_and_say_why(qtbot: QtBot) -> None:
    schema: JsonObject = {"type": "object", "additionalProperties": {"type": "integer"}}
    made = a_form(qtbot, schema)

    assert made.is_json
    assert "any names are allowed" in said(made)
    made.set_arguments({"a": 1})
    assert made.arguments() == {"a": 1}
    assert not made.show_json(on=False)
    assert made.is_json


def test_typing_in_a_row_changes_only_that_value(qtbot: QtBot) -> None:
    made = a_form(qtbot, form_samples.EVERY_KIND)
    made.set_arguments(form_samples.EVERYTHING)
    page = next(
        page for page in made.findChildren(QPlainTextEdit) if page.accessibleName() == "query"
    )

    page.setPlainText("two\u00a0words\nand a line")

    expected = {**form_samples.EVERYTHING, "query": "two\u00a0words\nand a line"}
    assert made.raw() == expected
