"""What is typed, what is held, what is sent."""

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from patchbay.core.calls.arguments import (
    arguments,
    assemble,
    fits,
    initial,
    initial_item,
    parse,
    spell,
)
from patchbay.core.calls.fields import ABSENT, Field, FieldKind
from patchbay.core.calls.schema import form


def row(schema: Any, *, required: bool = False) -> Field:
    root = {"type": "object", "properties": {"a": schema}, "required": ["a"] if required else []}
    found = form(root).field("a")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        ({"type": "string"}, "", ""),
        ({"type": "string"}, " a ", " a "),
        ({"type": "integer"}, "9223372036854775809", 2**63 + 1),
        ({"type": "integer"}, " -7 ", -7),
        ({"type": "number"}, "9223372036854775809", 2**63 + 1),
        ({"type": "number"}, "1.0", 1.0),
        ({"type": "number"}, "-.5e2", -50.0),
        ({"type": "boolean"}, "true", True),
        ({"enum": [1, "1", True, None]}, "1", 1),
        ({"enum": [1, "1", True, None]}, "true", True),
        ({"oneOf": [{"const": "a", "title": "First"}, {"const": "b"}]}, "First", "a"),
        ({"oneOf": [{"const": "a", "title": "First"}, {"const": "b"}]}, "a", "a"),
        ({"type": "object"}, '{"x": 18446744073709551617}', {"x": 2**64 + 1}),
        ({}, '"text"', "text"),
        ({}, "null", None),
    ],
)
def test_typed_text_becomes_exactly_this_value(schema: Any, text: str, value: Any) -> None:
    parsed = parse(row(schema), text)

    assert parsed.message == ""
    assert parsed.value == value
    assert type(parsed.value) is type(value)


@pytest.mark.parametrize(
    ("schema", "text", "message"),
    [
        ({"type": "integer"}, "1.5", "Needs a whole number"),
        ({"type": "integer"}, "٣", "Needs a whole number"),
        ({"type": "integer"}, "1_000", "Needs a whole number"),
        ({"type": "integer", "maximum": 365}, "400", "At most 365"),
        ({"type": "integer", "minimum": 1}, "0", "At least 1"),
        ({"type": "integer"}, "9" * 5_000, "At most 4,000 digits"),
        ({"type": "number"}, "x", "Needs a number"),
        ({"type": "number"}, "NaN", "Needs a number"),
        ({"type": "number"}, "1e999", "Is too large for a number"),
        ({"type": "number", "exclusiveMinimum": 0}, "0", "More than 0"),
        ({"type": "number", "exclusiveMaximum": 2}, "2.0", "Less than 2"),
        ({"type": "string", "minLength": 3}, "ab", "At least 3 characters"),
        ({"type": "string", "maxLength": 1}, "ab", "At most 1 character"),
        ({"type": "boolean"}, "yes", "Needs true or false"),
        ({"type": ["boolean", "null"]}, "yes", "Needs true or false or null"),
        ({"enum": ["a", "b"]}, "c", "One of a, b"),
        ({"type": "object"}, "[1]", "Needs an object"),
        ({"type": "array"}, "{}", "Needs a list"),
        (
            {},
            "{",
            "Is not JSON: Expecting property name enclosed in double quotes (line 1, column 2)",
        ),
        ({}, "NaN", "Is not JSON: NaN is not JSON"),
        ({}, "[" * 100_000, "Is not JSON: It is nested too deeply"),
    ],
)
def test_text_that_does_not_fit_gets_a_message(schema: Any, text: str, message: str) -> None:
    parsed = parse(row(schema), text)

    assert (parsed.value, parsed.message) == (ABSENT, message)


def test_an_empty_text_is_a_missing_value_unless_the_row_is_for_text() -> None:
    assert parse(row({"type": "integer"}, required=True), "").message == "Needs a value"
    assert parse(row({"type": "integer"}), "").value is ABSENT
    assert parse(row({"type": "string"}, required=True), "").value == ""


def test_only_what_is_required_and_known_is_there_from_the_start() -> None:
    field = form(
        {
            "type": "object",
            "required": ["kind", "days", "name", "style", "fixed"],
            "properties": {
                "kind": {"enum": ["line", "bar"], "default": "line"},
                "days": {"type": "integer"},
                "name": {"type": ["string", "null"], "default": None},
                "style": {
                    "type": "object",
                    "properties": {"grid": {"type": "boolean"}, "v": {"const": 2}},
                    "required": ["v"],
                },
                "fixed": {"const": "x"},
                "optional": {"type": "string", "default": "not sent"},
            },
        }
    )

    held = initial(field)

    assert held == {
        "kind": "line",
        "days": ABSENT,
        "name": None,
        "style": {"grid": ABSENT, "v": 2},
        "fixed": "x",
        "optional": ABSENT,
    }
    assert arguments(field, held) == {"kind": "line", "name": None, "style": {"v": 2}, "fixed": "x"}


def test_a_new_item_of_a_list_of_texts_is_empty_text_and_of_numbers_is_missing() -> None:
    assert initial_item(row({"type": "string"})) == ""
    assert initial_item(row({"type": "integer"})) is ABSENT


def test_not_sent_null_and_empty_stay_three_different_things() -> None:
    field = form({"properties": {"a": {"type": ["string", "null"]}}})

    assert arguments(field, {"a": ABSENT}) == {}
    assert arguments(field, {"a": None}) == {"a": None}
    assert arguments(field, {"a": ""}) == {"a": ""}


def test_an_optional_object_is_sent_only_when_something_in_it_is_set() -> None:
    inner = {"type": "object", "properties": {"x": {"type": "string"}}}
    field = form({"properties": {"a": inner}})

    assert arguments(field, {"a": {"x": ABSENT}}) == {}
    assert arguments(field, {"a": {}}) == {"a": {}}
    assert arguments(field, {"a": {"x": ""}}) == {"a": {"x": ""}}


def test_a_required_object_is_sent_even_when_nothing_in_it_is_set() -> None:
    inner = {"type": "object", "properties": {"x": {"type": "string"}}}
    field = form({"properties": {"a": inner}, "required": ["a"]})

    assert arguments(field, {"a": {"x": ABSENT}}) == {"a": {}}


def test_names_that_the_form_does_not_know_are_kept() -> None:
    field = form({"properties": {"a": {"type": "string"}}})

    assert arguments(field, {"a": "x", "b": [1, {"c": None}]}) == {"a": "x", "b": [1, {"c": None}]}


@pytest.mark.parametrize(
    ("schema", "value", "held"),
    [
        ({"type": "integer"}, 1, True),
        ({"type": "integer"}, 1.0, False),
        ({"type": "integer"}, True, False),
        ({"type": "number"}, 1, True),
        ({"type": "number"}, float("nan"), False),
        ({"type": "string"}, 1, False),
        ({"type": "string"}, None, False),
        ({"type": ["string", "null"]}, None, True),
        ({"enum": [1]}, True, False),
        ({"enum": [1]}, 1, True),
        ({"type": "boolean"}, 0, False),
        ({"type": "array", "items": {"type": "string"}}, {}, False),
        ({"properties": {"x": {}}}, {"y": 1}, True),
        ({}, {"anything": [None]}, True),
    ],
)
def test_a_row_knows_which_values_it_can_show(schema: Any, value: Any, *, held: bool) -> None:
    assert fits(row(schema), value) is held


def test_a_value_a_row_cannot_show_is_kept_in_a_json_row() -> None:
    field = row({"type": "integer"}).as_json("holds text")

    assert field.kind is FieldKind.JSON
    assert parse(field, spell(field, "twelve")).value == "twelve"


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)
_LEAVES = st.sampled_from(
    [
        {"type": "string"},
        {"type": "integer"},
        {"type": "number"},
        {"type": "boolean"},
        {"enum": ["x", 1, None]},
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        {},
    ]
)
form_schemas = st.recursive(
    _LEAVES,
    lambda inner: (
        inner.map(lambda schema: {"type": "array", "items": schema})
        | st.dictionaries(st.sampled_from("abc"), inner, max_size=3).map(
            lambda properties: {"type": "object", "properties": properties}
        )
    ),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(st.sampled_from("abc"), form_schemas, max_size=3),
    st.dictionaries(st.sampled_from("abcd"), json_values, max_size=4),
)
def test_arguments_survive_the_form_whatever_they_are(properties: Any, given_: Any) -> None:
    field = form({"type": "object", "properties": properties})

    assert arguments(field, given_) == given_


@settings(max_examples=300, deadline=None)
@given(_LEAVES, json_values)
def test_what_a_row_spells_it_reads_back(schema: Any, value: Any) -> None:
    field = row(schema)
    field = field if fits(field, value) else field.as_json("holds something else")
    assume(not (value is None and field.kind is not FieldKind.JSON))  # the null switch holds it

    parsed = parse(field, spell(field, value))

    assert json.dumps(parsed.value) == json.dumps(value)


def test_assembling_leaves_out_the_items_that_have_no_value_yet() -> None:
    field = row({"type": "array", "items": {"type": "integer"}})

    assert assemble(field, [1, ABSENT, 2]) == [1, 2]


def test_a_row_spells_its_value_as_a_person_would_write_it() -> None:
    titled = row({"oneOf": [{"const": "a", "title": "First"}]})

    assert spell(titled, "a") == "First"
    assert spell(row({"type": "integer"}), 2**63 + 1) == "9223372036854775809"
    assert spell(row({"type": "boolean"}), value=True) == "true"
    assert spell(row({}), {"ä": [1]}) == '{\n  "ä": [\n    1\n  ]\n}'
    assert spell(row({"type": "string"}), ABSENT) == ""


def test_a_value_too_deep_to_be_written_is_dots() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]

    assert spell(row({}), deep) == "…"
