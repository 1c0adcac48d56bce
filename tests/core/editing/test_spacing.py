"""Edits keep the rhythm of a file: its blank lines, its one-line members, what is commented out."""

from collections.abc import Callable

import pytest

from patchbay.core.config.dialects import Format
from patchbay.core.editing.lossless import Lossless
from patchbay.core.values import Json, JsonPath

NEW: Json = {"x": 4}


def in_json(servers: str) -> str:
    """A file with these servers, each with a comment but the new one, a blank line between."""
    comments = {name: f"    // about {name}\n" for name in "abc"}
    written = [
        f'{comments.get(name, "")}    "{name}": {{\n      "x": {"abcn".index(name) + 1}\n    }}'
        for name in servers
    ]
    return '{\n  "m": {\n' + ",\n\n".join(written) + '\n  },\n  "z": 1\n}\n'


def in_yaml(servers: str) -> str:
    comments = {name: f"  # about {name}\n" for name in "abc"}
    written = [
        f"{comments.get(name, '')}  {name}:\n    x: {'abcn'.index(name) + 1}\n" for name in servers
    ]
    return "m:\n" + "\n".join(written) + "\nz: 1\n"


EDITS: list[tuple[Callable[[Lossless], Lossless], str]] = [
    (lambda it: it.insert(("m", "n"), NEW), "abcn"),
    (lambda it: it.insert(("m", "n"), NEW, "a"), "nabc"),
    (lambda it: it.insert(("m", "n"), NEW, "c"), "abnc"),
    (lambda it: it.remove(("m", "a")), "bc"),
    (lambda it: it.remove(("m", "b")), "ac"),
    (lambda it: it.remove(("m", "c")), "ab"),
    (lambda it: it.move(("m", "a"), 2), "bca"),
    (lambda it: it.move(("m", "c"), 0), "cab"),
    (lambda it: it.move(("m", "b"), 0), "bac"),
]


@pytest.mark.parametrize(("edit", "servers"), EDITS)
def test_servers_set_off_by_blank_lines_stay_so(
    edit: Callable[[Lossless], Lossless], servers: str
) -> None:
    assert edit(Lossless(in_json("abc"), "json")).text == in_json(servers)
    assert edit(Lossless(in_yaml("abc"), "yaml")).text.replace('"n"', "n") == in_yaml(servers)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_line_end_alone_is_no_blank_line(line_end: str) -> None:
    json, yaml = '{\n  "a": 1,\n  "b": 2\n}\n', "a: 1\nb: 2\n"

    in_json = Lossless(json.replace("\n", line_end), "json").insert(("c",), 3).text
    in_yaml = Lossless(yaml.replace("\n", line_end), "yaml").insert(("c",), 3).text

    assert in_json == '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n'.replace("\n", line_end)
    assert in_yaml == "a: 1\nb: 2\nc: 3\n".replace("\n", line_end)


def test_a_blank_line_goes_with_the_last_member_of_a_file_and_comes_behind_its_last_line() -> None:
    source = Lossless("a: 1\n\nb: 2", "yaml")

    assert source.remove(("b",)).text == "a: 1"
    assert Lossless("a: 1\n\nb: 2\n", "yaml").remove(("b",)).text == "a: 1\n"
    assert source.insert(("c",), 3).text == "a: 1\n\nb: 2\n\nc: 3"


def test_blank_lines_that_a_text_keeps_are_not_doubled() -> None:
    source = Lossless("a: 1\n\nb: |+\n  text\n\n", "yaml")

    assert source.insert(("c",), 3).text == "a: 1\n\nb: |+\n  text\n\nc: 3\n"


def test_a_blank_line_below_what_was_commented_out_first_stays() -> None:
    source = Lossless("m:\n  # c:\n  #   x: 1\n  a: 1\n\n  b: 2\n", "yaml")

    assert source.remove(("m", "a")).text == "m:\n  # c:\n  #   x: 1\n\n  b: 2\n"


JSON_OUT = """\
{
  "m": {
    // "c": {
    //   "command": "z"
    // },
    // about b
    "b": {
      "command": "y"
    },
    /* "d": { "command": "x" }, */
    "e": {}
  }
}
"""
YAML_OUT = """\
m:
  # c:
  #   command: z
  # about b
  b:
    command: y
  # - name: d
  #   command: x
  # "f": {command: x}
  e: {}
  # note: no server
  g: 1
  # servers:
  # these follow
  h: 2
"""


@pytest.mark.parametrize(
    ("text", "language", "path", "gone"),
    [
        (
            JSON_OUT,
            "json",
            ("m", "b"),
            '    // about b\n    "b": {\n      "command": "y"\n    },\n',
        ),
        (YAML_OUT, "yaml", ("m", "b"), "  # about b\n  b:\n    command: y\n"),
        (YAML_OUT, "yaml", ("m", "e"), "  e: {}\n"),
        (YAML_OUT, "yaml", ("m", "g"), "  # note: no server\n  g: 1\n"),
        (YAML_OUT, "yaml", ("m", "h"), "  # servers:\n  # these follow\n  h: 2\n"),
    ],
)
def test_a_server_that_was_commented_out_is_no_comment_of_the_next(
    text: str, language: Format, path: JsonPath, gone: str
) -> None:
    assert text.count(gone) == 1
    assert Lossless(text, language).remove(path).text == text.replace(gone, "")


def test_a_container_that_becomes_empty_keeps_what_was_commented_out() -> None:
    json = '{\n  "m": {\n    // "c": { "command": "z" }\n    "b": {}\n  }\n}\n'
    yaml = "m:\n  # c:\n  #   command: z\n  b: 1\n"

    assert Lossless(json, "json").remove(("m", "b")).text == json.replace('    "b": {}\n', "")
    assert Lossless(yaml, "yaml").remove(("m", "b")).text == "m: {}\n  # c:\n  #   command: z\n"


ONE_LINE = '{\n  "m": {\n    /* a */ "a": { "x": 1 }, /* b */ "b": { "x": 2 } /* end */\n  }\n}\n'


def test_a_comment_behind_the_last_member_of_a_line_stays_behind_it() -> None:
    source, server = Lossless(ONE_LINE, "json"), {"x": [4], "y": {"z": 5}}

    added = source.insert(("m", "q"), server).text
    moved = source.move(("m", "b"), 0).text

    assert added == ONE_LINE.replace("/* end */", '/* end */, "q": { "x": [4], "y": { "z": 5 } }')
    assert '/* b */ "b": { "x": 2 } /* end */, /* a */ "a": { "x": 1 }\n' in moved


def test_a_new_server_gets_one_line_where_all_others_have_one() -> None:
    text = '{\n  "a": { "x": 1 },\n  "b": { "x": 2 }\n}\n'

    after = Lossless(text, "json").insert(("c",), {"x": [3], "y": {"z": 4}}).text

    assert after == text.replace("2 }", '2 },\n  "c": { "x": [3], "y": { "z": 4 } }')


def test_the_second_member_comes_up_to_the_bracket_when_the_first_goes() -> None:
    text = "a: [ -x,\n     y ]\n"

    assert Lossless(text, "yaml").remove(("a", 0)).text == "a: [ y ]\n"
    assert Lossless('{ "a": 1,\n  "b": 2 }', "json").remove(("a",)).text == '{ "b": 2 }'
    commented = '{ "a": 1,\n  // section\n\n  "b": 2 }'
    assert "// section" in Lossless(commented, "json").remove(("a",)).text


def test_moving_leaves_no_blanks_at_the_end_of_a_line() -> None:
    text = '{\n  "a": 1 ,\n  "b": 2 // why\n}'

    assert Lossless(text, "json").move(("a",), 1).text == '{\n  "b": 2, // why\n  "a": 1\n}'


ALLMAN = """\
{
    "m":
    {
        "a":
        {
            "command": "x"
        }
    }
}
"""


def test_brackets_on_lines_of_their_own_stay_so() -> None:
    after = Lossless(ALLMAN, "json").insert(("m", "b"), {"command": "y"}).text

    assert after == ALLMAN.replace(
        "        }\n",
        '        },\n        "b":\n        {\n            "command": "y"\n        }\n',
    )


def test_a_sibling_shows_the_layout_before_others_of_the_same_name() -> None:
    text = """\
{
  "env": {
    "x": {
      "A": 1
    }
  },
  "m": {
    "a": { "A": 1 }
  }
}
"""

    after = Lossless(text, "json").insert(("m", "x"), {"B": 2}).text

    assert after == text.replace('{ "A": 1 }', '{ "A": 1 },\n    "x": { "B": 2 }')
