"""Checks against a schema: our words, the right place, no network, no crash."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typing_extensions import override

from patchbay.core.calls.validation import MAX_MISMATCHES, Mismatch, is_deep, validate


@pytest.mark.parametrize(
    ("schema", "value", "path", "message"),
    [
        ({"required": ["a"]}, {}, ("a",), "Needs a value"),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, ("b",), "Needs a value"),
        ({"properties": {"a": {"maximum": 365}}}, {"a": 400}, ("a",), "At most 365"),
        (
            {"properties": {"a": {"minimum": 2**63 + 1}}},
            {"a": 2**63},
            ("a",),
            "At least 9223372036854775809",
        ),
        ({"items": {"exclusiveMinimum": 0}}, [1, 0], (1,), "More than 0"),
        ({"exclusiveMaximum": 5}, 5, (), "Less than 5"),
        ({"multipleOf": 5}, 7, (), "Must be a multiple of 5"),
        ({"type": "integer"}, "x", (), "Needs a whole number"),
        ({"type": ["null", "string"]}, 1, (), "Needs text or null"),
        ({"enum": ["a", 1, None]}, "b", (), "One of a, 1, null"),
        ({"const": {"a": 1}}, 1, (), 'Must be {"a": 1}'),
        ({"minLength": 1}, "", (), "At least 1 character"),
        ({"maxItems": 2}, [1, 2, 3], (), "At most 2 items"),
        ({"minProperties": 1}, {}, (), "At least 1 property"),
        ({"uniqueItems": True}, [1, 1], (), "Each item must be different"),
        ({"pattern": "^a+$"}, "b", (), "Must match the pattern ^a+$"),
        ({"format": "date"}, "1.12.", (), "Needs a date such as 2026-11-30"),
        ({"format": "email"}, "x", (), "Needs an e-mail address"),
        ({"additionalProperties": False}, {"z": 1}, (), "Takes no properties"),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"z": 1},
            ("z",),
            "Is not in the schema",
        ),
        ({"properties": {"a": False}}, {"a": 1}, ("a",), "No value is allowed here"),
        ({"anyOf": [{"type": "integer", "maximum": 3}, {"type": "null"}]}, 5, (), "At most 3"),
        (
            {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "x",
            (),
            "Needs a whole number or null",
        ),
        (
            {"oneOf": [{"minimum": 1}, {"minimum": 2}]},
            5,
            (),
            "Fits more than one of the 2 shapes allowed",
        ),
        ({"anyOf": [{"minimum": 8}, {"maximum": 2}]}, 5, (), "Fits none of the 2 shapes allowed"),
    ],
)
def test_each_kind_of_mismatch_has_words_and_a_place(
    schema: Any, value: Any, path: Any, message: str
) -> None:
    assert validate(schema, value) == (Mismatch(path, message),)


def test_a_value_that_fits_has_no_mismatches() -> None:
    assert validate({"type": "object", "required": ["a"]}, {"a": 2**70}) == ()


def test_a_pattern_that_takes_others_for_ever_is_checked_at_once() -> None:
    found = validate({"pattern": "^(a+)+$"}, "a" * 5_000 + "!")

    assert len(found) == 1


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "any"},
        {"properties": None},
        {"required": "a"},
        {"pattern": "("},
        {"$ref": "#/$defs/nowhere"},
        {"type": "\ud800"},
        [],
        "text",
        None,
    ],
)
def test_a_schema_that_cannot_be_used_is_one_mismatch_and_no_failure(schema: Any) -> None:
    (found,) = validate(schema, {"a": 1})

    assert found.schema_fault
    assert found.message.startswith("The schema cannot be used to check this: ")


def test_references_to_other_documents_are_never_fetched() -> None:
    asked: list[str] = []

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        @override
        def log_message(self, format: str, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Listener) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{server.server_address[1]}/schema.json"
        (found,) = validate({"$ref": url}, 1)
        (nested,) = validate({"properties": {"a": {"$ref": f"{url}#/x"}}}, {"a": 1})
        server.shutdown()
        thread.join()

    assert found.schema_fault
    assert nested.schema_fault
    assert asked == []


def nested(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


def test_what_is_nested_too_deeply_is_refused_before_the_library_sees_it() -> None:
    """jsonschema-rs overflows its stack, and with it the process, at about 20,000 levels."""
    recursive = {"type": "array", "items": {"$ref": "#"}}
    schema: Any = {}
    for _ in range(100_000):
        schema = {"items": schema}

    assert [found.message for found in validate(recursive, nested(100_000))] == [
        "Is nested too deeply to be checked"
    ]
    assert validate(schema, [])[0].schema_fault
    assert validate(recursive, nested(100)) == ()


def test_depth_is_counted_level_by_level() -> None:
    assert not is_deep({"a": [{"b": 1}]}, limit=3)
    assert is_deep({"a": [{"b": 1}]}, limit=2)


def test_half_a_character_is_a_mismatch_of_the_value() -> None:
    (found,) = validate({"type": "string"}, "\ud800")

    assert not found.schema_fault
    assert "lone surrogate" in found.message


def test_a_thousand_mismatches_are_cut_to_a_few() -> None:
    found = validate({"items": {"type": "string"}}, list(range(1_000)))

    assert len(found) == MAX_MISMATCHES


def test_a_schema_that_only_refers_to_itself_ends() -> None:
    assert validate({"$ref": "#"}, 1) == ()
    assert validate({"allOf": [{"$ref": "#"}]}, 1) == ()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(json_values, json_values)
def test_any_json_may_be_checked_against_any_json(schema: Any, value: Any) -> None:
    for found in validate(schema, value):
        assert found.message
