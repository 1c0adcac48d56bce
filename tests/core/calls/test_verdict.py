"""What a result says about its tool's output schema."""

from pathlib import Path

from patchbay.core.calls.blocks import Result, Spooled, Structured
from patchbay.core.calls.content import tool_result
from patchbay.core.calls.validation import Mismatch
from patchbay.core.calls.verdict import check, notes_for

SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "rows": {"type": "array"}},
    "required": ["n"],
}
SPOOLED = Spooled(Path("spool"), 0, 9, "list")


def texts(result: Result, schema: object = SCHEMA) -> list[str]:
    return [note.text for note in check(schema, result)]


def test_an_answer_that_keeps_the_promise_needs_no_note() -> None:
    assert texts(tool_result({"structuredContent": {"n": 1}})) == []


def test_a_broken_promise_is_the_tools_own_and_says_where() -> None:
    (note,) = check(SCHEMA, tool_result({"structuredContent": {"n": "one"}}))

    assert note.text == (
        "The answer does not fit the tool's own output schema at /n: needs a whole number"
    )
    assert (note.path, note.warning) == ("/n", True)


def test_a_missing_value_is_named_by_where_it_should_be() -> None:
    assert texts(tool_result({"structuredContent": {}})) == [
        "The answer does not fit the tool's own output schema at /n: needs a value"
    ]


def test_the_whole_answer_may_be_of_the_wrong_type() -> None:
    assert texts(tool_result({"structuredContent": [1]})) == [
        "The answer does not fit the tool's own output schema: needs an object"
    ]


def test_a_promise_without_structured_content_is_told() -> None:
    assert texts(tool_result({"content": []})) == [
        "The tool has an output schema, but the answer has no structured content"
    ]


def test_an_answer_that_says_it_is_an_error_owes_nothing() -> None:
    assert texts(tool_result({"content": [], "isError": True})) == []


def test_a_tool_without_an_output_schema_promises_nothing() -> None:
    assert texts(tool_result({"structuredContent": {"x": 1}}), None) == []


def test_an_output_schema_that_cannot_be_used_is_not_the_answers_fault() -> None:
    (text,) = texts(tool_result({"structuredContent": {}}), {"type": "objekt"})

    assert text.startswith(
        "The tool's output schema cannot be used, so the answer was not checked:"
    )


def test_what_stayed_on_disk_is_checked_elsewhere() -> None:
    assert check(SCHEMA, Result((), Structured(None, SPOOLED))) == ()
    assert check(SCHEMA, Result((), Structured({"n": "x", "rows": SPOOLED}))) == ()


def test_after_a_few_mismatches_the_notes_only_count() -> None:
    notes = notes_for(Mismatch((at,), "Needs text") for at in range(12))

    assert len(notes) == 6
    assert notes[-1].text == "7 more places do not fit the output schema"
