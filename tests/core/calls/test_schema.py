"""Every schema becomes a form, and no property of it is lost."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchbay.core.calls.fields import ABSENT, Field, FieldKind
from patchbay.core.calls.schema import MAX_FIELDS, form, prompt_form

CORPUS = Path(__file__).parent / "corpus"
OUTLINES = CORPUS / "outlines.txt"


def corpus() -> dict[str, Any]:
    return {
        f"{file.stem}/{name}": schema
        for file in sorted(CORPUS.glob("*.json"))
        for name, schema in json.loads(file.read_text(encoding="utf-8")).items()
    }


def outline(field: Field, depth: int = 0) -> list[str]:
    """A form as text, one row in a line: the name, the words in the corner, and what is special."""
    marks = [
        "required" if field.required and depth else "",
        f"default {json.dumps(field.default)}" if field.default is not ABSENT else "",
        f"choices {', '.join(c.label for c in field.choices)}" if field.choices else "",
        "long" if field.multiline else "",
        "secret" if field.secret else "",
        "deprecated" if field.deprecated else "",
        f"({field.reason})" if field.reason else "",
    ]
    words = "; ".join([field.type_text, *(mark for mark in marks if mark)])
    lines = [f"{'  ' * depth}{field.name or '-'}: {field.kind.upper()} {words}"]
    for child in [*field.fields, *([field.item] if field.item else [])]:
        lines += outline(child, depth + 1)
    return lines


def rows(field: Field) -> list[Field]:
    children = [*field.fields, *([field.item] if field.item else [])]
    return [field, *(row for child in children for row in rows(child))]


def row(schema: Any, name: str = "a") -> Field:
    found = form({"type": "object", "properties": {name: schema}}).field(name)
    assert found is not None
    return found


def test_the_corpus_has_more_than_fifty_schemas() -> None:
    assert len(corpus()) > 50


def test_forms_of_the_corpus_are_as_recorded() -> None:
    """To record anew, delete `outlines.txt`, run this test twice, and read the difference."""
    text = "\n\n".join(
        "\n".join([f"# {name}", *outline(form(schema))]) for name, schema in corpus().items()
    )
    if not OUTLINES.exists():
        OUTLINES.write_text(text + "\n", encoding="utf-8")
        pytest.fail("There was no record of the forms; it is written now")
    assert text + "\n" == OUTLINES.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", corpus())
def test_no_property_is_lost(name: str) -> None:
    schema = corpus()[name]
    properties: dict[str, Any] = schema.get("properties") or {}

    assert set(properties) <= {field.name for field in form(schema).fields}


def test_null_beside_a_type_makes_a_row_nullable_however_it_is_written() -> None:
    for schema in (
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {"oneOf": [{"type": "null"}, {"type": "string"}]},
        {"anyOf": [{"type": "string"}, {"const": None}]},
        {"type": "string", "nullable": True},
    ):
        field = row(schema)
        assert (field.kind, field.nullable) == (FieldKind.STRING, True)
        assert field.type_text == "string or null"


def test_limits_of_the_number_format_are_not_shown() -> None:
    field = row({"type": "integer", "minimum": -(2**53) + 1, "maximum": 2**53 - 1})

    assert field.type_text == "integer"
    assert field.limits.maximum == 2**53 - 1


def test_a_default_of_null_is_not_a_missing_default() -> None:
    assert row({"type": ["string", "null"], "default": None}).default is None
    assert row({"type": ["string", "null"]}).default is ABSENT


def test_one_and_true_are_different_choices() -> None:
    field = row({"enum": [1, True, "1"]})

    assert [choice.value for choice in field.choices] == [1, True, "1"]
    assert [choice.label for choice in field.choices] == ["1", "true", "1"]


def test_a_recursive_schema_ends_in_a_json_row_that_says_why() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    field = form({"$ref": "#/$defs/Node", "$defs": {"Node": node}})

    assert "refers to itself" in {found.reason for found in rows(field)}
    assert len(rows(field)) < 10


def test_a_prompt_becomes_a_form_of_texts() -> None:
    field = prompt_form(
        [{"name": "city", "required": True}, {"name": "tone", "description": "How"}]
    )

    assert [(child.name, child.kind, child.required) for child in field.fields] == [
        ("city", FieldKind.STRING, True),
        ("tone", FieldKind.STRING, False),
    ]


def deep(levels: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema, "b": {"type": "string"}}}
    return schema


def doubling(keyword: str) -> Any:
    """Each definition uses the next one twice: 2 to the power of 40 parts, if one looks."""
    definitions = {
        str(level): {keyword: [{"$ref": f"#/$defs/{level + 1}"}] * 2} for level in range(40)
    }
    return {"properties": {"a": {"$ref": "#/$defs/0"}}, "$defs": {**definitions, "40": {}}}


HOSTILE = {
    "10,000 levels of objects": deep(10_000),
    "5,000 properties": {"properties": {f"p{n}": {"type": "string"} for n in range(5_000)}},
    "5,000 shapes": {"properties": {"a": {"anyOf": [{"type": "string"}] * 5_000}}},
    "50,000 choices": {"properties": {"a": {"enum": list(range(50_000))}}},
    "allOf of itself": {"allOf": [{"$ref": "#"}], "properties": {"a": {"type": "string"}}},
    "a reference to itself": {"$ref": "#"},
    "two that refer to each other": {
        "properties": {"a": {"$ref": "#/$defs/b"}},
        "$defs": {"b": {"allOf": [{"$ref": "#/$defs/c"}]}, "c": {"allOf": [{"$ref": "#/$defs/b"}]}},
    },
    "allOf that doubles": doubling("allOf"),
    "anyOf that doubles": doubling("anyOf"),
    "a tree that branches ten times": {
        "$ref": "#/$defs/n",
        "$defs": {
            "n": {
                "type": "object",
                "properties": {f"c{n}": {"$ref": "#/$defs/n"} for n in range(10)},
            }
        },
    },
    "a very long name": {"properties": {"x" * 100_000: {"type": "y" * 100_000}}},
    "a huge index in a reference": {"properties": {"a": {"$ref": "#/enum/" + "9" * 5_000}}},
    "NaN and infinity": {
        "properties": {"a": {"type": "number", "minimum": float("nan"), "maxLength": float("inf")}}
    },
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_schema_gives_a_small_form_soon(name: str) -> None:
    began = time.perf_counter()
    field = form(HOSTILE[name])

    assert len(rows(field)) <= 2 * MAX_FIELDS
    assert time.perf_counter() - began < 20


def test_what_does_not_fit_into_a_form_any_more_becomes_json() -> None:
    field = form(HOSTILE["5,000 properties"])

    assert field.kind is FieldKind.JSON
    assert field.reason == "5,000 fields: too many for a form"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
_NAMES = st.sampled_from(
    """
    type properties required items enum const anyOf oneOf allOf $ref $defs default minimum maximum
    exclusiveMinimum minLength pattern format title description additionalProperties prefixItems
    if then else not dependentSchemas patternProperties nullable enumNames examples uniqueItems
    """.split()  # noqa: SIM905 - thirty words in a list literal are thirty lines
)
_WORDS = st.sampled_from(
    [
        "string",
        "integer",
        "number",
        "boolean",
        "array",
        "object",
        "null",
        "#",
        "#/$defs/a",
        "a",
        "x",
    ]
)
schemas = st.recursive(
    json_values | _WORDS | st.lists(_WORDS, max_size=3),
    lambda inner: (
        st.dictionaries(_NAMES, inner, max_size=5)
        | st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3)
        | st.lists(inner, max_size=3)
    ),
    max_leaves=25,
)


@settings(max_examples=400, deadline=None)
@given(schemas | json_values)
def test_any_json_is_accepted_as_a_schema(schema: Any) -> None:
    field = form(schema)

    assert field.kind in (FieldKind.OBJECT, FieldKind.JSON)
    assert all(found.reason or found.kind is not FieldKind.JSON for found in rows(field))
