"""How an edit of JSON looks in the file: like what stands around it."""

from textwrap import dedent

import pytest

from patchbay.core.editing.lossless import Lossless
from patchbay.core.errors import AppError
from patchbay.core.values import Json, JsonPath

SERVERS = """\
{
  // all of them
  "mcpServers": {
    // the weather
    "weather": {
      "command": "uvx", // a tool
      "args": ["a", "b"],
      "env": { "KEY": "1" }
    }, // end of weather

    /* git
     * and more */
    "git": {
      "command": "git",
      "args": ["x"]
    }
    // "old": {}
  }
}
"""
WEATHER: JsonPath = ("mcpServers", "weather")
GIT: JsonPath = ("mcpServers", "git")


def document(text: str) -> Lossless:
    return Lossless(text, "json")


def replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


# Set


def test_a_scalar_is_replaced_alone() -> None:
    after = document(SERVERS).set((*WEATHER, "command"), "npx").text

    assert after == replaced(SERVERS, '"uvx"', '"npx"')


def test_a_list_on_one_line_stays_on_one_line() -> None:
    after = document(SERVERS).set((*WEATHER, "args"), ["1", "2", "3"]).text

    assert after == replaced(SERVERS, '["a", "b"]', '["1", "2", "3"]')


def test_a_list_written_one_element_a_line_stays_so() -> None:
    text = '{\n\t"args": [\n\t\t"a"\n\t]\n}'

    assert document(text).set(("args",), ["b", "c"]).text == (
        '{\n\t"args": [\n\t\t"b",\n\t\t"c"\n\t]\n}'
    )


def test_new_fields_are_laid_out_as_other_servers_have_them() -> None:
    after = document(SERVERS).set((*GIT, "env"), {"A": "b", "C": "d"}).text

    assert after == replaced(
        SERVERS, '"args": ["x"]', '"args": ["x"],\n      "env": { "A": "b", "C": "d" }'
    )


def test_what_is_missing_on_the_way_is_made() -> None:
    after = document('{\n  "a": 1\n}\n').set(("b", "c"), 2).text

    assert after == '{\n  "a": 1,\n  "b": {\n    "c": 2\n  }\n}\n'


def test_null_gives_way_to_an_object_that_is_needed() -> None:
    after = document('{\n  "env": null\n}').set(("env", "A"), "1").text

    assert after == '{\n  "env": {\n    "A": "1"\n  }\n}'


def test_setting_what_stands_there_already_changes_no_byte() -> None:
    text = '{"a": [1.0, 1e3, "\\u00e9\\/"], "b": {}}'
    same: Json = {"a": [1.0, 1e3, "é/"], "b": {}}

    assert document(text).set(("a", 2), "é/").text == text
    assert document(text).set(("b",), {}).text == text
    assert document(text).value() == same


def test_a_long_list_in_a_file_without_lists_gets_a_line_for_each_element() -> None:
    words = ["a" * 30, "b" * 30, "c" * 30]

    after = document("{\n}").set(("args",), words).text

    assert after.count("\n") == 6
    assert document("{\n}").set(("args",), ["a", "b"]).text == '{\n  "args": ["a", "b"]\n}'


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('{"a": "x"}', '"é/"'),
        ('{"a": "\\u00E4"}', '"\\u00e9/"'),
        ('{"a": "\\u00e4", "b": "ä"}', '"é/"'),
        ('{"a": "\\u001b"}', '"é/"'),
    ],
)
def test_letters_are_escaped_only_where_the_file_escapes_them(text: str, written: str) -> None:
    after = document(text).set(("a",), "é/").text

    assert after.startswith('{"a": ' + written)


@pytest.mark.parametrize("sign", ["\x7f", "\x85", "\u061c", "\u2028", "\u202e", "\u2069", "\ufeff"])
def test_signs_that_nobody_sees_are_escaped(sign: str) -> None:
    after = document('{"a": "ä"}').set((f"k{sign}",), [f"ä{sign}"])

    assert sign not in after.text
    assert after.text.count(f"\\u{ord(sign):04x}") == 2
    assert after.value() == {"a": "ä", f"k{sign}": [f"ä{sign}"]}


def test_the_first_element_makes_the_list_it_stands_in() -> None:
    source = document('{"a": {"env": null}}')

    assert source.set(("a", "args", 0), "x").text == '{"a": {"env": null, "args": ["x"]}}'
    assert source.set(("a", "env", 0), source.copy(("a",))).value(("a", "env")) == [{"env": None}]
    with pytest.raises(AppError):
        source.set(("a", "args", 1), "x")


# Begin


@pytest.mark.parametrize("text", ["", " ", "\n", "{}", "{\n}", "{ }"])
def test_an_empty_document_gets_the_smallest_config(text: str) -> None:
    after = document(text).set(("mcpServers", "a"), {"command": "x", "args": ["y"]}).text

    assert after.removesuffix("\n") == dedent("""\
        {
          "mcpServers": {
            "a": {
              "command": "x",
              "args": ["y"]
            }
          }
        }""")
    assert after.endswith("\n") == (not text.startswith("{"))


def test_comments_of_an_otherwise_empty_document_stay() -> None:
    assert document("// mine").set(("a",), 1).text == '// mine\n{\n  "a": 1\n}'
    assert document("/* mine */\r\n").set(("a",), 1).text == (
        '/* mine */\r\n{\r\n  "a": 1\r\n}\r\n'
    )


def test_a_document_that_says_null_is_begun_in_its_place() -> None:
    assert document("null // yet\n").set(("a",), 1).text == '{\n  "a": 1\n} // yet\n'


# Insert


def test_the_comma_goes_before_the_comment_behind_the_last_member() -> None:
    text = '{\n  "a": 1 // note\n}'

    assert document(text).insert(("b",), 2).text == '{\n  "a": 1, // note\n  "b": 2\n}'


def test_a_trailing_comma_is_kept_up() -> None:
    assert document('{\n\t"a": 1,\n}').insert(("b",), 2).text == '{\n\t"a": 1,\n\t"b": 2,\n}'
    assert document("[1, 2,]").insert((2,), 3).text == "[1, 2, 3,]"


def test_a_new_server_goes_behind_the_last_and_looks_like_it() -> None:
    after = document(SERVERS).insert(("mcpServers", "new"), {"command": "n"}).text

    assert after == replaced(
        SERVERS,
        '    }\n    // "old"',
        '    },\n\n    "new": {\n      "command": "n"\n    }\n    // "old"',
    )


def test_a_new_server_goes_before_the_comments_of_another() -> None:
    after = document(SERVERS).insert(("mcpServers", "new"), {"command": "n"}, "git").text

    assert after == replaced(
        SERVERS, "    /* git", '    "new": {\n      "command": "n"\n    },\n\n    /* git'
    )


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('{"a":1}', '{"a":1,"b":[1,2]}'),
        ('{"a": 1}', '{"a": 1, "b": [1, 2]}'),
        ('{ "a" : 1 }', '{ "a" : 1, "b" : [1, 2] }'),
        ('{"a": 1,  "c": 2}', '{"a": 1,  "c": 2, "b": [1, 2]}'),
        ('{"a": 1 /* one */}', '{"a": 1 /* one */, "b": [1, 2]}'),
        ('{"a": 1 // one\n}', '{"a": 1, // one\n"b": [1, 2]\n}'),
        ("{ // none yet\n}", '{ // none yet\n  "b": [1, 2]\n}'),
        ("{ /* none yet */ }", '{ /* none yet */ "b": [1, 2] }'),
        ('{\r\n    "a": 1\r\n}', '{\r\n    "a": 1,\r\n    "b": [1, 2]\r\n}'),
        ('{\r\t"a": 1\r}', '{\r\t"a": 1,\r\t"b": [1, 2]\r}'),
        ('{\n  "a": 1\n, "c": 2\n}', '{\n  "a": 1\n, "c": 2, "b": [1, 2]\n}'),
    ],
)
def test_an_added_member_follows_the_spacing_of_its_neighbours(text: str, after: str) -> None:
    assert document(text).insert(("b",), [1, 2]).text == after


@pytest.mark.parametrize(
    ("text", "place", "after"),
    [
        ("[]", 0, '["x"]'),
        ("[1]", 0, '["x", 1]'),
        ("[1,2]", 1, '[1,"x",2]'),
        ("[\n  1, // one\n  2\n]", 1, '[\n  1, // one\n  "x",\n  2\n]'),
        ("[\n  // one\n  1\n]", 0, '[\n  "x",\n  // one\n  1\n]'),
        ("[\n  // all\n\n  1\n]", 0, '[\n  // all\n\n  "x",\n  1\n]'),
        ("[1, 2,\n 3, 4]", 4, '[1, 2,\n 3, 4, "x"]'),
        ("[1 // one\n]", 1, '[1, // one\n"x"\n]'),
    ],
)
def test_an_added_element_follows_the_layout_of_its_list(text: str, place: int, after: str) -> None:
    assert document(text).insert((place,), "x").text == after


def test_a_document_on_one_line_stays_on_one_line() -> None:
    text = '{"mcpServers":{"a":{"command":"x"}}}'
    server: Json = {"command": "y", "args": ["1", "2"], "env": {"A": "b"}}

    after = document(text).insert(("mcpServers", "b"), server)
    copied = after.insert(("mcpServers", "c"), document(SERVERS).copy(GIT))

    assert copied.text == (
        '{"mcpServers":{"a":{"command":"x"},'
        '"b":{"command":"y","args":["1","2"],"env":{"A":"b"}},'
        '"c":{"command":"git","args":["x"]}}}'
    )


# Remove


def test_a_removed_server_takes_its_comments_and_its_lines() -> None:
    after = document(SERVERS).remove(GIT).text

    start, end = SERVERS.index("    /* git"), SERVERS.index('    // "old"')
    assert after == replaced(SERVERS[:start] + SERVERS[end:], "}, // end", "} // end")


def test_a_comment_set_off_by_a_blank_line_belongs_to_the_container() -> None:
    text = '{\n  // all\n\n  // a\n  "a": 1,\n  "b": 2\n}'

    assert document(text).remove(("a",)).text == '{\n  // all\n\n  "b": 2\n}'


@pytest.mark.parametrize(
    ("text", "place", "after"),
    [
        ("[1, 2, 3]", 0, "[2, 3]"),
        ("[1, 2, 3]", 1, "[1, 3]"),
        ("[1, 2, 3]", 2, "[1, 2]"),
        ("[ 1, 2 ]", 1, "[ 1 ]"),
        ("[1, 2,]", 1, "[1,]"),
        ("[ 1 ]", 0, "[]"),
        ("[\n  1,\n]", 0, "[]"),
        ("[ // none\n  1\n]", 0, "[ // none\n]"),
        ("[1, /* two */ 2, 3]", 1, "[1, 3]"),
        ("[1, 2 /* two */]", 1, "[1]"),
        ("[1, // one\n 2 ]", 1, "[1 // one\n ]"),
        ("[\n  1 // one\n  , 2\n]", 1, "[\n  1 // one\n]"),
        ("[\n  1, // one\n  2 // two\n]", 1, "[\n  1 // one\n]"),
        ("[\n  1,\n  // free\n\n  2\n]", 1, "[\n  1\n  // free\n]"),
    ],
)
def test_a_removed_element_leaves_its_list_tidy(text: str, place: int, after: str) -> None:
    assert document(text).remove((place,)).text == after


# Rename, move, copy


def test_a_new_name_is_written_over_the_old_one_alone() -> None:
    after = document(SERVERS).rename(GIT, 'g"ît').text

    assert after == replaced(SERVERS, '"git": {', '"g\\"ît": {')


def test_a_moved_server_takes_its_comments_along() -> None:
    text = '{\n  // a\n  "a": 1, // one\n\n  /* b */\n  "b": 2\n}'

    assert document(text).move(("b",), 0).text == (
        '{\n  /* b */\n  "b": 2,\n\n  // a\n  "a": 1 // one\n}'
    )


def test_a_moved_comment_swallows_nothing() -> None:
    assert document("[1, // one\n 2, 3]").move((2,), 0).text == "[3,\n 1, // one\n 2]"
    after = document("[1, 2, // two\n 3]").move((1,), 0).text
    assert document(after).value() == [2, 1, 3]
    assert "// two\n" in after


def test_a_copied_server_keeps_its_comments_at_its_new_indentation() -> None:
    other = '{\r\n\t"servers": {\r\n\t\t"a": {}\r\n\t}\r\n}'

    after = document(other).insert(("servers", "b"), document(SERVERS).copy(WEATHER)).text

    assert after == (
        '{\r\n\t"servers": {\r\n\t\t"a": {},\r\n\t\t"b": {\r\n'
        '\t\t\t"command": "uvx", // a tool\r\n\t\t\t"args": ["a", "b"],\r\n'
        '\t\t\t"env": { "KEY": "1" }\r\n\t\t}\r\n\t}\r\n}'
    )


def test_a_block_comment_in_a_copied_server_is_shifted_as_a_whole() -> None:
    text = '{\n  "a": {\n    /* one\n     * two */\n    "x": 1\n  }\n}'

    after = document(text).set(("b", "c"), document(text).copy(("a",))).text

    assert '    "c": {\n      /* one\n       * two */\n      "x": 1\n    }\n' in after
