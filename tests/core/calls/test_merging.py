"""Two schemas as one: the stricter limit, the common values, or none at all."""

from typing import Any

import pytest

from patchbay.core.calls.merging import UnmergeableError, merged


@pytest.mark.parametrize(
    ("outer", "inner", "both"),
    [
        ({"type": "number"}, {"type": "integer"}, {"type": ["integer"]}),
        ({"type": ["string", "null"]}, {"type": "string"}, {"type": ["string"]}),
        ({"minimum": 1}, {"minimum": 3}, {"minimum": 3}),
        ({"maximum": 1}, {"maximum": 3}, {"maximum": 1}),
        ({"maxLength": "x"}, {"maxLength": 3}, {"maxLength": 3}),
        ({"maxLength": 3}, {"maxLength": None}, {"maxLength": 3}),
        ({"enum": [1, True, 2]}, {"enum": [2, 1]}, {"enum": [1, 2]}),
        ({"const": 1}, {"const": 1}, {"const": 1}),
        ({"required": ["a"]}, {"required": ["b", "a"]}, {"required": ["a", "b"]}),
        (
            {"items": {"type": "string"}},
            {"items": {"type": "string"}},
            {"items": {"type": "string"}},
        ),
        ({"items": {"minimum": 1}}, {"items": {}}, {"items": {"allOf": [{"minimum": 1}, {}]}}),
        (
            {"properties": {"a": {"minimum": 1}, "b": {}}},
            {"properties": {"a": {"maximum": 2}, "b": {}, "c": True}},
            {"properties": {"a": {"allOf": [{"minimum": 1}, {"maximum": 2}]}, "b": {}, "c": True}},
        ),
        (
            {"title": "near"},
            {"title": "far", "description": "d"},
            {"title": "near", "description": "d"},
        ),
        ({"title": None}, {"title": "far"}, {"title": "far"}),
    ],
)
def test_what_both_ask_for_is_asked_for(outer: Any, inner: Any, both: Any) -> None:
    assert merged(outer, inner) == both


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ({"type": "string"}, {"type": "integer"}),
        ({"enum": [1]}, {"enum": [True]}),
        ({"const": 1}, {"const": 2}),
        ({"items": [True]}, {"items": True}),
        ({"anyOf": [True]}, {"anyOf": [True, False]}),
    ],
)
def test_what_cannot_be_said_in_one_schema_is_refused(outer: Any, inner: Any) -> None:
    with pytest.raises(UnmergeableError):
        merged(outer, inner)


def test_neither_of_the_two_is_changed() -> None:
    outer: Any = {"properties": {"a": {}}, "required": ["a"]}
    merged(outer, {"properties": {"b": {}}, "required": ["b"]})

    assert outer == {"properties": {"a": {}}, "required": ["a"]}
