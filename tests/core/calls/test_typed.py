"""Arguments typed on a command line."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from patchbay.core.calls.schema import form
from patchbay.core.calls.typed import arguments_from, assignments, typed_arguments
from patchbay.core.errors import AppError, Kind

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "count": {"type": "integer", "maximum": 9},
        "ratio": {"type": ["number", "null"]},
        "dry": {"type": "boolean"},
        "kind": {"enum": ["line", "bar", 3]},
        "series": {"type": "array", "items": {"type": "string"}},
        "ports": {"type": "array", "items": {"type": "integer"}},
        "style": {
            "type": "object",
            "properties": {
                "width": {"type": "number"},
                "inner": {"type": "object", "properties": {"x": {"type": "integer"}}},
            },
        },
        "headers": {"type": "object", "additionalProperties": {"type": "string"}},
        "target": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "any": {},
        "a.b": {"type": "integer"},
    },
}
FORM = form(SCHEMA)


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        (["name=5"], {"name": "5"}),
        (["name="], {"name": ""}),
        (["name=a=b"], {"name": "a=b"}),
        (["name= x "], {"name": " x "}),
        (["count=5"], {"count": 5}),
        (["ratio=0.5"], {"ratio": 0.5}),
        (["ratio=null"], {"ratio": None}),
        (["name=null"], {"name": "null"}),
        (["name:=null"], {"name": None}),
        (["dry=true"], {"dry": True}),
        (["kind=bar"], {"kind": "bar"}),
        (["kind=3"], {"kind": 3}),
        (["series=a"], {"series": ["a"]}),
        (["series=a", "series=b"], {"series": ["a", "b"]}),
        (['series=["a","b"]'], {"series": ["a", "b"]}),
        (["series=[not json"], {"series": ["[not json"]}),
        (["series="], {"series": []}),
        (["ports=1", "ports=2"], {"ports": [1, 2]}),
        (["ports:=[1]", "ports=2"], {"ports": [1, 2]}),
        (["style.width=2"], {"style": {"width": 2}}),
        (["style.inner.x=1", "style.width=2"], {"style": {"inner": {"x": 1}, "width": 2}}),
        (['style={"width": 3}'], {"style": {"width": 3}}),
        (["headers.X-Key=5"], {"headers": {"X-Key": "5"}}),
        (["headers.a.b=5"], {"headers": {"a.b": "5"}}),
        (["target=5"], {"target": "5"}),
        (['target=["a"]'], {"target": ["a"]}),
        (["any=5"], {"any": 5}),
        (["any=text"], {"any": "text"}),
        (["a.b=7"], {"a.b": 7}),
        (["count:=18446744073709551617"], {"count": 2**64 + 1}),
        ([], {}),
    ],
)
def test_words_are_typed_by_the_schema(words: list[str], arguments: Any) -> None:
    found = typed_arguments(assignments(words), FORM)

    assert found == arguments
    assert repr(found) == repr(arguments)


def test_a_file_gives_its_contents_as_text_or_as_json(tmp_path: Path) -> None:
    file = tmp_path / "value.json"
    file.write_text('{"ö": 1}\n', encoding="utf-8")

    assert typed_arguments(assignments([f"name=@{file}", f"any:=@{file}"]), FORM) == {
        "name": '{"ö": 1}\n',
        "any": {"ö": 1},
    }


def test_words_are_added_to_the_arguments_given_as_json() -> None:
    base = arguments_from('{"name": "a", "style": {"width": 1, "other": 2}}')

    found = typed_arguments(assignments(["name=b", "style.width=3"]), FORM, base)

    assert found == {"name": "b", "style": {"width": 3, "other": 2}}
    assert base == {"name": "a", "style": {"width": 1, "other": 2}}


@pytest.mark.parametrize(
    ("words", "title", "cause"),
    [
        (
            ["count"],
            "“count” is not an argument",
            "An argument is key=value, key:=JSON or key=@file.",
        ),
        (["=5"], "“=5” is not an argument", "An argument is key=value, key:=JSON or key=@file."),
        (["count=x"], "count does not fit", "Needs a whole number (integer ≤ 9)."),
        (["count=10"], "count does not fit", "At most 9 (integer ≤ 9)."),
        (["count="], "count does not fit", "Needs a value (integer ≤ 9)."),
        (["kind=pie"], "kind does not fit", "One of line, bar, 3 (enum)."),
        (["ports=1", "ports=x"], "ports does not fit", "Needs a whole number (integer)."),
        (["style=x"], "style does not fit", "It needs a JSON object."),
        (["name=a", "name=b"], "name is given twice", "Only arrays take several values."),
        (["name:=x"], "The value of name is not JSON", "Expecting value (line 1, column 1)"),
        (["name.x=1"], "There is no argument called name.x", None),
        (["style.nope=1"], "There is no argument called style.nope", None),
        (["nope=1"], "There is no argument called nope", None),
        (["name=@/nowhere/at/all"], "The file for name cannot be read", None),
    ],
)
def test_a_word_that_does_not_fit_is_an_error_that_names_it(
    words: list[str], title: str, cause: str | None
) -> None:
    with pytest.raises(AppError) as caught:
        typed_arguments(assignments(words), FORM)

    assert caught.value.kind is Kind.MISSING
    assert caught.value.title == title
    assert cause is None or caught.value.cause == cause


def test_a_tool_that_says_nothing_about_its_arguments_takes_any() -> None:
    assert typed_arguments(assignments(["x=1", "y=text"]), form({"type": "object"})) == {
        "x": 1,
        "y": "text",
    }


def test_a_tool_that_takes_nothing_says_so() -> None:
    with pytest.raises(AppError) as caught:
        typed_arguments(
            assignments(["x=1"]), form({"type": "object", "additionalProperties": False})
        )

    assert caught.value.cause == "It takes none."


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("{", "--args is not JSON"),
        ("[1]", "--args is not a JSON object"),
        ("", "--args is not JSON"),
    ],
)
def test_arguments_given_as_json_have_to_be_an_object(text: str, title: str) -> None:
    with pytest.raises(AppError) as caught:
        arguments_from(text)

    assert caught.value.title == title


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\xff\xd8\xff")

    with pytest.raises(AppError) as caught:
        typed_arguments(assignments([f"name=@{file}"]), FORM)

    assert caught.value.title == "The file for name is not UTF-8 text"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_only_a_regular_file_becomes_a_value(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    for file in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(AppError) as caught:
            assignments([f"name=@{file}"])
        assert caught.value.cause == f"{file} is not a regular file."
        assert caught.value.exit_code == 2


def test_a_file_that_is_too_large_for_a_value_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.touch()
    os.truncate(file, 64 * 1024 * 1024 + 1)

    with pytest.raises(AppError) as caught:
        assignments([f"name=@{file}"])

    assert "larger than 64 MB" in caught.value.cause


def test_json_that_is_none_is_noticed_before_the_schema_is_known() -> None:
    with pytest.raises(AppError, match="not JSON"):
        assignments(["name:={"])
