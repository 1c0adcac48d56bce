"""Results as servers send them, in every state of repair."""

import base64
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchbay.core.calls.arrival import Arrival, Taken, pointer
from patchbay.core.calls.base64_text import decoded
from patchbay.core.calls.blocks import (
    Audio,
    HeldBytes,
    Image,
    Link,
    Resource,
    Result,
    Spooled,
    StoredBytes,
    Structured,
    Text,
    Unknown,
)
from patchbay.core.calls.content import prompt_result, resource_result, tool_result
from patchbay.core.values import JsonObject, JsonPath

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
WAV = b"RIFF\x24\0\0\0WAVEfmt "
SPOOLED = Spooled(Path("spool"), 10, 500_010, "str", preview="It begins")


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def text_of(result: Result) -> list[str]:
    return [note.text for note in result.notes]


def only_block(block: Any) -> Any:
    (found,) = tool_result({"content": [block]}).blocks
    return found


def test_every_kind_of_block_is_understood() -> None:
    result = tool_result(
        {
            "content": [
                {
                    "type": "text",
                    "text": "hello",
                    "annotations": {"priority": 1},
                    "_meta": {"x": 1},
                },
                {"type": "image", "data": b64(PNG), "mimeType": "image/png"},
                {"type": "audio", "data": b64(WAV), "mimeType": "audio/x-wav"},
                {
                    "type": "resource",
                    "resource": {"uri": "a:1", "text": "t", "mimeType": "text/csv"},
                },
                {"type": "resource", "resource": {"uri": "a:2", "blob": b64(b"\0\1")}},
                {"type": "resource_link", "uri": "a:3", "name": "n", "size": 7, "mimeType": "x/y"},
            ],
            "structuredContent": {"n": 2**63 + 1},
        },
        Arrival(size=99),
    )

    assert result.blocks == (
        Text("hello"),
        Image("image/png", HeldBytes(PNG)),
        Audio("audio/x-wav", HeldBytes(WAV)),
        Resource("a:1", "text/csv", Text("t", "text/csv")),
        Resource("a:2", "application/octet-stream", HeldBytes(b"\0\1")),
        Link("a:3", name="n", mime_type="x/y", size=7),
    )
    assert result.structured == Structured({"n": 2**63 + 1})
    assert (result.is_error, result.notes, result.size) == (False, (), 99)


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        ({"type": "image", "mimeType": "image/png"}, "Its data is missing"),
        ({"type": "image", "data": 5}, "Its data is not text"),
        ({"type": "image", "data": "?!"}, "Its data is not base64"),
        ({"type": "image", "data": ""}, "Its data is empty"),
        ({"type": "text", "text": None}, "Its text is missing"),
        ({"type": "text", "text": ["a"]}, "Its text is not text"),
        ({"type": "resource"}, "It has neither text nor blob"),
        (
            {"type": "resource", "resource": {"uri": "a:1", "text": None}},
            "It has neither text nor blob",
        ),
        ({"type": "resource_link", "name": "x"}, "It points nowhere (/content/0/uri)"),
    ],
)
def test_a_damaged_block_is_shown_as_it_came_with_the_reason(block: Any, reason: str) -> None:
    result = tool_result({"content": [{"type": "text", "text": "kept"}, block][::-1]})
    damaged = result.blocks[0]

    assert isinstance(damaged, Unknown)
    assert (damaged.kind, damaged.raw, damaged.reason) == (block["type"], block, reason)
    assert result.blocks[1] == Text("kept")
    assert len(result.notes) == 1
    assert result.notes[0].path == "/content/0"


@pytest.mark.parametrize(
    "block", [{"type": "video", "data": "x"}, {"type": 5}, {}, 7, None, "s", []]
)
def test_a_block_of_no_known_kind_is_kept_as_it_came(block: Any) -> None:
    found = only_block(block)

    assert isinstance(found, Unknown)
    assert found.raw == block


@pytest.mark.parametrize(
    ("content", "blocks", "note"),
    [
        (None, (), "The answer has no content"),
        ("words", (Text("words"),), "content should be a list of blocks; it is text"),
        ({"type": "text", "text": "one"}, (Text("one"),), "content should be a list"),
        ([], (), None),
    ],
)
def test_content_of_the_wrong_type_is_read_as_well_as_it_can_be(
    content: Any, blocks: Any, note: str | None
) -> None:
    result = tool_result({"content": content})

    assert result.blocks == blocks
    assert text_of(result) == ([note] if note else [])


def test_an_answer_with_nothing_but_structured_content_needs_no_note() -> None:
    assert tool_result({"structuredContent": {}}).notes == ()
    assert text_of(tool_result({})) == ["The answer has no content"]


@pytest.mark.parametrize(
    ("value", "error", "noted"),
    [
        (True, True, False),
        (False, False, False),
        (None, False, False),
        ("true", True, True),
        ("false", False, True),
        (1, False, True),
    ],
)
def test_is_error_is_read_even_when_it_is_no_truth_value(
    value: Any, *, error: bool, noted: bool
) -> None:
    result = tool_result({"content": [], "isError": value})

    assert (result.is_error, bool(result.notes)) == (error, noted)


@pytest.mark.parametrize("value", [[1, 2], "text", 5, True, 1.5, {}, [], {"a": None}])
def test_structured_content_may_be_any_json(value: Any) -> None:
    assert tool_result({"content": [], "structuredContent": value}).structured == Structured(value)


def test_structured_content_that_is_not_a_number_survives() -> None:
    structured = tool_result({"structuredContent": {"x": float("nan")}}).structured

    assert structured is not None
    assert structured.value["x"] != structured.value["x"]


def test_a_picture_that_is_something_else_than_it_says_is_named_after_its_bytes() -> None:
    result = tool_result(
        {
            "content": [
                {"type": "image", "data": b64(b"\xff\xd8\xff\xe0JFIF"), "mimeType": "image/png"}
            ]
        }
    )

    assert result.blocks == (Image("image/jpeg", HeldBytes(b"\xff\xd8\xff\xe0JFIF")),)
    assert text_of(result) == ["It is called image/png, but its bytes are image/jpeg"]


def test_a_picture_that_does_not_say_what_it_is_is_recognised() -> None:
    assert only_block({"type": "image", "data": b64(PNG)}).mime_type == "image/png"
    assert only_block({"type": "image", "data": b64(b"??")}).mime_type == "application/octet-stream"


def test_a_resource_without_an_address_is_shown_with_a_note() -> None:
    result = tool_result({"content": [{"type": "resource", "resource": {"text": "t"}}]})

    assert result.blocks == (Resource("", "text/plain", Text("t")),)
    assert text_of(result) == ["A resource does not say its address"]


@pytest.mark.parametrize(
    "text",
    [
        "+/8=",
        "-_8=",
        "-_8",
        "+/8",
        "+/\n8=\r\n",
        "+\\/8=",
        " +/8= ",
        "data:image/png;base64,+/8=",
    ],
)
def test_base64_is_decoded_however_it_is_bent(text: str) -> None:
    assert decoded(text) == b"\xfb\xff"


@pytest.mark.parametrize("text", ["a", "not base64!", "é", "+/8=x", "="])
def test_what_is_not_base64_is_not_decoded(text: str) -> None:
    assert decoded(text) in (None, b"")


@given(st.binary(max_size=200))
def test_base64_without_its_padding_gives_the_same_bytes(data: bytes) -> None:
    assert decoded(b64(data)) == data
    assert decoded(base64.urlsafe_b64encode(data).decode().rstrip("=")) == data


def test_parts_that_stayed_on_disk_are_pointed_to(tmp_path: Path) -> None:
    file = tmp_path / "blob"
    file.write_bytes(PNG)
    stored = StoredBytes(file, len(PNG))
    taken: dict[JsonPath, Taken] = {
        path: Taken(path, SPOOLED, stored if path[-1] == "data" else None)
        for path in [
            ("content", 0, "text"),
            ("content", 1, "data"),
            ("content", 2, "resource", "text"),
            ("structuredContent", "rows"),
        ]
    }
    result = tool_result(
        {
            "content": [
                {"type": "text", "text": ""},
                {"type": "image", "data": "", "mimeType": "image/jpeg"},
                {"type": "resource", "resource": {"uri": "a:1", "text": ""}},
            ],
            "structuredContent": {"rows": [], "count": 5},
        },
        Arrival(taken, 1_000_000, SPOOLED),
    )

    assert result.blocks == (
        Text("It begins", spooled=SPOOLED),
        Image("image/png", stored),
        Resource("a:1", "text/plain", Text("It begins", spooled=SPOOLED)),
    )
    assert result.structured == Structured({"rows": SPOOLED, "count": 5})
    assert text_of(result) == ["It is called image/jpeg, but its bytes are image/png"]
    assert result.raw["structuredContent"] == {"rows": [], "count": 5}


def test_a_list_of_blocks_that_nobody_could_read_is_one_block_of_words() -> None:
    path = ("content",)
    result = tool_result({"content": []}, Arrival({path: Taken(path, SPOOLED)}))

    words = "It begins… (500,000 bytes, left on disk)"
    assert result.blocks == (Unknown("content", words, "It could not be read item by item"),)
    assert text_of(result) == ["content could not be read item by item; the raw result has it"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_a_pipe_or_a_link_in_the_place_of_stored_bytes_is_never_read(tmp_path: Path) -> None:
    """Opening the pipe would wait for ever."""
    pipe, link, secret = tmp_path / "pipe", tmp_path / "link", tmp_path / "secret"
    os.mkfifo(pipe)
    secret.write_bytes(PNG)
    link.symlink_to(secret)
    path = ("content", 0, "data")
    raw: JsonObject = {"content": [{"type": "image", "data": ""}]}
    for file in (pipe, link):
        stored = StoredBytes(file, 9)
        result = tool_result(raw, Arrival({path: Taken(path, SPOOLED, stored)}))

        assert result.blocks == (Image("application/octet-stream", stored),)
        with pytest.raises(OSError):  # noqa: PT011 - a link has one number, a pipe another
            stored.read()


def test_structured_content_that_stayed_on_disk_is_only_a_reference() -> None:
    path = ("structuredContent",)
    result = tool_result({"structuredContent": {}}, Arrival({path: Taken(path, SPOOLED)}))

    assert result.structured == Structured(None, SPOOLED)


def test_large_data_that_is_not_base64_is_a_damaged_block() -> None:
    path = ("content", 0, "data")
    block = {"type": "image", "data": "", "mimeType": "image/png"}
    (found,) = tool_result({"content": [block]}, Arrival({path: Taken(path, SPOOLED)})).blocks

    assert isinstance(found, Unknown)
    assert found.raw == {**block, "data": "It begins… (500,000 bytes, left on disk)"}
    assert found.reason == "Its data is not base64"


def test_a_prompt_gives_one_block_for_each_message_with_its_role() -> None:
    result = prompt_result(
        {
            "description": "How to greet",
            "messages": [
                {"role": "user", "content": {"type": "text", "text": "hi"}},
                {"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "x"}]},
                {"role": "user", "content": "bare"},
                {"content": None},
                "nothing",
            ],
        }
    )

    assert result.description == "How to greet"
    assert [block.role for block in result.blocks] == [
        "user",
        "assistant",
        "assistant",
        "user",
        "",
        "",
    ]
    assert result.blocks[0] == Text("hi", role="user")
    assert result.blocks[3] == Text("bare", role="user")
    assert isinstance(result.blocks[5], Unknown)


def test_a_message_of_too_many_parts_says_so_in_plain_json() -> None:
    path = ("messages", 0, "content")
    raw: JsonObject = {"messages": [{"role": "user", "content": []}]}
    (found,) = prompt_result(raw, Arrival({path: Taken(path, SPOOLED)})).blocks

    assert isinstance(found, Unknown)
    assert found.raw == {"role": "user", "content": "It begins… (500,000 bytes, left on disk)"}
    assert found.reason == "Too large to show as blocks"


def test_a_resource_gives_one_block_for_each_of_its_contents() -> None:
    result = resource_result(
        {
            "contents": [
                {"uri": "a:1", "mimeType": "text/markdown", "text": "# t"},
                {"uri": "a:2", "blob": b64(PNG)},
                {"uri": "a:3"},
            ]
        }
    )

    assert result.blocks[:2] == (
        Resource("a:1", "text/markdown", Text("# t", "text/markdown")),
        Resource("a:2", "image/png", HeldBytes(PNG)),
    )
    assert isinstance(result.blocks[2], Unknown)


def test_pointers_escape_as_rfc_6901_says() -> None:
    assert pointer(("a/b", 0, "c~d")) == "/a~1b/0/c~0d"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)
_KINDS = st.sampled_from(["text", "image", "audio", "resource", "resource_link"])
_KEYS = st.sampled_from(["text", "data", "mimeType", "uri", "role", "content", "blob", "resource"])
_parts = st.dictionaries(_KEYS, st.text(max_size=8) | json_values, max_size=4)


def block_of(kind: Any, parts: dict[str, Any], resource: Any) -> dict[str, Any]:
    return {"type": kind, **parts, "resource": resource}


_blocks = st.builds(block_of, _KINDS | json_values, _parts, _parts | json_values)
_NAMES = st.sampled_from(
    ["content", "messages", "contents", "isError", "structuredContent", "description", "_meta"]
)
_results: st.SearchStrategy[Any] = st.dictionaries(
    _NAMES, st.lists(_blocks, max_size=3) | json_values, max_size=6
)


@settings(max_examples=80, deadline=None)
@given(_results)
def test_any_json_object_can_be_read_as_a_result(raw: Any) -> None:
    for read in (tool_result, prompt_result, resource_result):
        result = read(raw)
        assert result.raw is raw
        for block in result.blocks:
            assert isinstance(block.role, str)
