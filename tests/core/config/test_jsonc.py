"""The JSON parser: agrees with the standard on sound files, and says what is wrong with others."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchbay.core.config.document import MAX_DEPTH, Node
from patchbay.core.config.jsonc import MAX_PROBLEMS, parse
from patchbay.core.config.model import Place

SAMPLES = Path(__file__).parent / "samples"
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def first_problem(text: str) -> tuple[str, str, Place | None]:
    problem = parse(text).problems[0]
    return problem.message, problem.fix, problem.place


@given(JSON, st.sampled_from([None, 2]), st.booleans())
def test_what_the_standard_library_writes_is_read_as_the_same_value(
    value: object, indent: int | None, escape: object
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=bool(escape))

    document = parse(text)

    assert document.problems == ()
    assert document.root is not None
    assert document.root.value() == value


@given(st.text())
def test_any_text_gives_a_tree_or_problems_and_never_an_exception(text: str) -> None:
    document = parse(text)

    assert document.parsed == (not document.problems)
    assert document.root is None or document.parsed
    assert len(document.problems) <= MAX_PROBLEMS


@given(st.text(alphabet="{}[]:,\"\\'/*tfn1- \n\tu“”#`", max_size=40))
def test_agrees_with_the_standard_library_on_what_is_strict_json(text: str) -> None:
    document = parse(text)
    strict = document.parsed and not document.comments and not document.trailing_commas
    try:
        value = json.loads(text, parse_constant=lambda _: 1 / 0)
    except (ValueError, ZeroDivisionError):
        assert not strict or document.root is None
    else:
        assert document.root is not None
        assert document.root.value() == value


@settings(max_examples=150)
@given(st.data())
def test_a_damaged_sample_never_raises(data: st.DataObject) -> None:
    sample = data.draw(st.sampled_from(sorted(SAMPLES.glob("*.json"))))
    text = sample.read_text("utf-8")
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 4))
    inserted = data.draw(st.text(max_size=3))

    document = parse(text[:at] + inserted + text[at + cut :])

    assert document.parsed == (not document.problems)


def test_every_node_knows_where_it_stands_in_code_points() -> None:
    text = '{"🎛": [1, "ü\\n"], /* x */ "b": {"c": null,},}'
    document = parse(text)
    assert document.root is not None
    nodes = {node.key.text: node for node in document.root.children if node.key}

    assert document.source(nodes["🎛"]) == '[1, "ü\\n"]'
    assert [document.source(child) for child in nodes["🎛"].children] == ["1", '"ü\\n"']
    assert document.source(nodes["b"]) == '{"c": null,}'
    key = nodes["b"].key
    assert key is not None
    assert text[key.start : key.end] == '"b"'
    assert [text[start:end] for start, end in document.comments] == ["/* x */"]
    assert [text[at] for at in document.trailing_commas] == [",", ","]


def test_comment_signs_inside_strings_are_text() -> None:
    document = parse('["https://x.example//y", "/* no */"] // yes')

    assert document.root is not None
    assert document.root.value() == ["https://x.example//y", "/* no */"]
    assert len(document.comments) == 1


def test_the_spelling_of_a_number_is_kept() -> None:
    document = parse("[1.0, 1e3, -0, 123456789012345678901234567890]")

    assert document.root is not None
    assert [child.text for child in document.root.children] == [
        "1.0",
        "1e3",
        "-0",
        "123456789012345678901234567890",
    ]
    assert document.root.value()[3] == 123456789012345678901234567890


def test_of_duplicate_keys_the_last_is_read_and_both_places_are_known() -> None:
    text = '{"a": {"k": 1,\n "k": 2}}'
    document = parse(text)

    (duplicate,) = document.duplicates
    assert duplicate.path == ("a", "k")
    assert document.place(duplicate.first) == Place(1, 8)
    assert document.place(duplicate.second) == Place(2, 2)
    assert document.root is not None
    assert document.root.value() == {"a": {"k": 2}}


@pytest.mark.parametrize("text", ["", "  \n", "\t", "// only a comment\n"])
def test_an_empty_text_is_sound_and_has_no_root(text: str) -> None:
    document = parse(text)

    assert document.parsed
    assert document.root is None


@pytest.mark.parametrize(
    ("text", "message", "fix", "place"),
    [
        ("{'a': 1}", "double quotes", 'Write " instead', Place(1, 2)),
        ("{“a”: 1}", "Curly quotes", 'Write "', Place(1, 2)),
        ('{"a": True}', "True is Python", "Write true", Place(1, 7)),
        ('{"a": None}', "None is Python", "Write null", Place(1, 7)),
        ("{a: 1}", "key a needs double quotes", '"a"', Place(1, 2)),
        ('{"a": b}', "Text needs double quotes", 'Write "', Place(1, 7)),
        ('{"a" 1}', "colon is missing", "Write :", Place(1, 6)),
        ('{"a": 1\n "b": 2}', "comma is missing", "Write ,", Place(2, 2)),
        ('["a" "b"]', "comma is missing", "Write ,", Place(1, 6)),
        ('{"p": "C:\\Users"}', "\\U means nothing", "\\\\ for a backslash", Place(1, 10)),
        ('{"a": "x\ty"}', "tab character", "\\t", Place(1, 9)),
        ('{"a": "x\n}', "never closed", 'Write "', Place(1, 7)),
        ('{"a": [1, 2}', "} stands where the [", "Write ]", Place(1, 12)),
        ('{"a": [1', "This [ is never closed", "]}", Place(1, 7)),
        ('{"a": 1}}', "one } too many", "Delete", Place(1, 9)),
        ('{"a": 1} {"b": 2}', "more text after the end", "delete the rest", Place(1, 10)),
        ('{"a": }', "value is missing", "delete the key", Place(1, 7)),
        ('{"a": 1,, "b": 2}', "value is missing before this comma", "Delete", Place(1, 9)),
        ('{"a": 01}', "01 is not a JSON number", "digits", Place(1, 7)),
        ('{"a": NaN}', "NaN is not a JSON number", "null", Place(1, 7)),
        ("{/* x", "comment is never closed", "*/", Place(1, 2)),
        ('{"a":\xa01}', "U+00A0", "Delete", Place(1, 6)),
        ('"a": {}', "without its outer braces", "Put {", Place(1, 4)),
        ("```json\n{}\n```", "Markdown", "backticks", Place(1, 1)),
    ],
)
def test_each_common_mistake_is_named_with_its_place_and_its_remedy(
    text: str, message: str, fix: str, place: Place
) -> None:
    said, remedy, where = first_problem(text)

    assert message in said
    assert fix in remedy
    assert where == place


def test_several_mistakes_are_reported_at_once() -> None:
    document = parse("{\n 'a': True,\n b: 2\n}")

    assert [problem.place for problem in document.problems] == [
        Place(2, 2),
        Place(2, 7),
        Place(3, 2),
    ]
    assert document.root is None


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_a_hundred_thousand_levels_are_a_message(opening: str) -> None:
    message, _, _ = first_problem(opening * 100_000)

    assert f"more than {MAX_DEPTH} levels" in message


@pytest.mark.parametrize(
    "piece", ['"', "/*", "'", '"\\', "“", "{", "\x00\xff", "a", '""', "-", "`"]
)
def test_a_megabyte_of_rubbish_is_refused_in_no_time(piece: str) -> None:
    began = time.perf_counter()

    document = parse(piece * (1_000_000 // len(piece)))

    assert not document.parsed
    assert time.perf_counter() - began < 20


def test_two_thousand_servers_are_read_quickly() -> None:
    servers = {
        f"server-{number}": {
            "command": "npx",
            "args": ["-y", f"pkg-{number}"],
            "env": {"K": "v" * 90},
        }
        for number in range(2000)
    }
    text = json.dumps({"mcpServers": servers}, indent=2)
    began = time.perf_counter()

    document = parse(text)

    assert time.perf_counter() - began < 20
    assert document.root is not None
    assert document.root.value() == {"mcpServers": servers}


def test_half_a_character_pair_reads_as_a_replacement() -> None:
    document = parse('["\\ud83d", "\\ud83c\\udf9b"]')

    assert document.root is not None
    assert document.root.value() == ["\ufffd", "🎛"]


def test_a_node_without_members_has_none() -> None:
    assert Node("number", 0, 1, "1").member("a") is None
