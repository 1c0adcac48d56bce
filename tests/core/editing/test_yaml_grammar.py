"""What edits of YAML by form look like in the file."""

import textwrap
from collections.abc import Callable

import pytest
import yaml

from patchbay.core.editing.lossless import Lossless
from patchbay.core.errors import AppError
from patchbay.core.values import Json, JsonPath

HOLODECK = """\
name: docs-agent
tools:
  # Files of the project.
  - name: filesystem          # no hyphens
    type: mcp
    command: npx
    args: ["-y", "@modelcontextprotocol/server-filesystem", /tmp]
    env: {ALLOWED: "${ALLOWED_PATHS}"}

  # Not ours.
  - name: plain_function
    type: function
"""


def document(text: str) -> Lossless:
    return Lossless(textwrap.dedent(text), "yaml")


def lines(text: str) -> str:
    return textwrap.dedent(text)


# Scalars


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        ("npx", "uvx", "uvx"),
        ("'npx'", "uvx", "'uvx'"),
        ('"npx"', "uvx", '"uvx"'),
        ("'npx'", "it's", "'it''s'"),
        ("'npx'", "two\nlines", '"two\\nlines"'),
        ("npx", "C:\\Program Files\\x", "C:\\Program Files\\x"),
        ('"npx"', 'C:\\a "b"', '"C:\\\\a \\"b\\""'),
        ("npx", "-y", "-y"),
        ("npx", "@scope/package", '"@scope/package"'),
        ("npx", "${TOKEN}", "${TOKEN}"),
        ("npx", "tab\tand \u2028 and \x07", '"tab\\tand \\u2028 and \\u0007"'),
        ("8080", "8081", '"8081"'),
        ("8080", 8081, "8081"),
        ("1.5", 2.5, "2.5"),
        ("yes", False, "false"),
        ("npx", None, "null"),
        ("8080", "http", "http"),
        ("|\n    a\n    b", "one line", "one line"),
        ("|  # why\n    a\n    b", "one line", "one line  # why"),
        ("|\n    a\n    b", "c\n\nd\n", "|\n    c\n\n    d"),
        (">-\n    a\n    b", "c\nd", "|-\n    c\n    d"),
        ("|\n    a", "c\n\n", '"c\\n\\n"'),
        ("|\n    a", " c\nd", '" c\\nd"'),
        ("'a\n    b'", "c", "'c'"),
    ],
)
def test_a_new_scalar_is_written_like_the_old_one(old: str, new: Json, written: str) -> None:
    before = Lossless(f"a:\n  b: {old}\n  c: 1  # stays\n", "yaml")

    assert before.set(("a", "b"), new).text == f"a:\n  b: {written}\n  c: 1  # stays\n"


TRAPS = [
    *(
        "no",
        "Yes",
        "on",
        "y",
        "1.20",
        "12:30",
        "1e3",
        "0x1F",
        "0o17",
        "017",
        "1_000",
        "null",
        "~",
        "",
    ),
    *("=", "<<", "2026-11-30", ".inf", ".NaN", " a", "a ", "a: b", "a:", "a #b", "- a", "? a", "-"),
    *(
        "---",
        "...",
        "*a",
        "&a",
        "!a",
        "|",
        ">",
        "%a",
        "@a",
        "`a",
        "[a",
        "{a",
        "#a",
        ",a",
        "'a",
        '"a',
    ),
    *("\ufeff", "\x85"),
]


@pytest.mark.parametrize("text", TRAPS)
def test_a_string_that_a_reader_could_take_for_something_else_gets_quotes(text: str) -> None:
    after = document("a: x\nb: [x]\n").set(("a",), text).set(("b", 0), text)

    assert yaml.safe_load(after.text) == {"a": text, "b": [text]}
    assert after.text.startswith('a: "')
    assert '["' in after.text


def test_new_strings_and_names_are_quoted_like_their_siblings() -> None:
    before = document("""\
        "env":
          'A': 'one'
          'B': 'two'
        """)

    after = before.set(("env", "C"), "three").set(("args",), ["four"])

    assert after.text == lines("""\
        "env":
          'A': 'one'
          'B': 'two'
          'C': 'three'
        "args":
          - 'four'
        """)


def test_new_names_inside_a_value_are_quoted_like_those_inside_its_siblings() -> None:
    before = document("""\
        m:
          a:
            "command": "npx"
            'env': {'A': '1'}
        """)

    after = before.insert(("m", "b"), {"command": "x", "args": []})
    again = before.set(("m", "a", "env"), {"B": 2})

    assert after.text == before.text + '  b:\n    "command": "x"\n    "args": []\n'
    assert again.text == before.text.replace("'A': '1'", "'B': 2")


@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        ('a:\n- -y\n- ""\n', ("a", 1), "a:\n- -y\n- new\n"),
        ("a:\n- 'x'\n- \"\"\n", ("a", 1), "a:\n- 'x'\n- 'new'\n"),
        ('a: [x, ""]\n', ("a", 1), "a: [x, new]\n"),
        ('env:\n  A: one\n  B: ""\nc: "2"\n', ("env", "B"), 'env:\n  A: one\n  B: new\nc: "2"\n'),
        ('a: ""\n', ("a",), "a: new\n"),
        ("a: [\"x\", '']\n", ("a", 1), 'a: ["x", "new"]\n'),
    ],
)
def test_an_empty_text_that_is_filled_is_quoted_like_its_siblings(
    text: str, path: JsonPath, after: str
) -> None:
    assert document(text).set(path, "new").text == after


@pytest.mark.parametrize("text", ["a: {b: 1}\n", "a:\n  b: 1\n"])
def test_a_name_that_is_too_long_for_yaml_is_refused_for_that_reason(text: str) -> None:
    for name in ("n" * 1_025, "é " * 512 + "#"):
        with pytest.raises(AppError, match="1024 characters"):
            document(text).insert(("a", name), 1)
        with pytest.raises(AppError, match="1024 characters"):
            document(text).rename(("a", "b"), name)
        with pytest.raises(AppError, match="1024 characters"):
            document(text).set(("a",), {"c": [{name: 1}]})
    assert document(text).insert(("a", "n" * 1_024), 1).value(("a", "n" * 1_024)) == 1


def test_a_long_line_is_never_folded() -> None:
    text = "word " * 200 + "end"

    assert document("a: x\n").set(("a",), text).text == f"a: {text}\n"


@pytest.mark.parametrize(
    ("number", "written"),
    [(1e22, "1.0e+22"), (1e-05, "1.0e-5"), (-2.5e300, "-2.5e+300"), (1e15, "1000000000000000.0")],
)
def test_a_number_is_written_so_that_every_yaml_reads_one(number: float, written: str) -> None:
    after = document("a: 1\nb: []\n").set(("a",), number).insert(("b", 0), number)

    assert after.text == f"a: {written}\nb:\n  - {written}\n"
    assert yaml.safe_load(after.text) == {"a": number, "b": [number]}
    assert after.set(("a",), number) is after


# Containers


def test_a_value_can_become_a_block_and_back_with_the_comment_of_its_line() -> None:
    before = document("""\
        a: x  # why
        b:   # none yet
        c: 1
        """)

    blocks = before.set(("a",), {"x": 1, "y": ["z"]}).set(("b",), ["p", {"q": 1, "r": 2}])

    assert blocks.text == lines("""\
        a:  # why
          x: 1
          "y":
            - z
        b:   # none yet
          - p
          - q: 1
            r: 2
        c: 1
        """)
    assert blocks.set(("a",), "x").set(("b",), None).text == lines("""\
        a: x  # why
        b: null   # none yet
        c: 1
        """)


def test_the_first_member_opens_empty_brackets_into_a_block() -> None:
    after = document("mcpServers: {}  # none\n").set(("mcpServers", "time"), {"command": "uvx"})

    assert after.text == "mcpServers:  # none\n  time:\n    command: uvx\n"


def test_the_first_member_stays_in_brackets_where_its_neighbours_stand_in_brackets() -> None:
    before = document("a:\n  env: {X: one}\nb:\n  env: {}\n  args: []\nargs: [x]\n")

    after = before.set(("b", "env", "Z"), "two").set(("b", "args"), ["z", "a, b"])

    assert after.text == (
        'a:\n  env: {X: one}\nb:\n  env: {Z: two}\n  args: [z, "a, b"]\nargs: [x]\n'
    )


def test_the_last_member_leaves_empty_brackets_beside_the_key() -> None:
    before = document("""\
        servers:  # all
          # loose

          # about it
          only: 1  # behind it
          # after it
        next: 2
        """)

    assert before.remove(("servers", "only")).text == lines("""\
        servers: {}  # all
          # loose

          # after it
        next: 2
        """)
    assert document("# top\na: 1").remove(("a",)).text == "{}"
    assert document("- a\n").remove((0,)).text == "[]\n"


# Lines


def test_a_member_goes_with_its_own_comments_and_no_others() -> None:
    before = document("""\
        a: 1

        # loose

        # about b
        # in two lines
        b:  # behind b
          # inside
          x: 1
          # y: 2
        # about c
        c: 3
        """)

    assert before.remove(("b",)).text == lines("""\
        a: 1

        # loose

        # about c
        c: 3
        """)
    assert before.move(("b",), 2).text == lines("""\
        a: 1

        # loose

        # about c
        c: 3
        # about b
        # in two lines
        b:  # behind b
          # inside
          x: 1
          # y: 2
        """)


def test_a_member_goes_in_above_the_comments_of_the_one_it_is_put_before() -> None:
    after = document("a: 1\n# about b\nb: 2\n").insert(("new",), "x", "b")

    assert after.text == "a: 1\nnew: x\n# about b\nb: 2\n"


def test_a_member_is_added_behind_the_last_line_of_the_last_one() -> None:
    before = document("""\
        s:
          a: |  # keeps
            text

            # text too

        # about t
        t: 1  # one
        # end
        """)

    assert before.set(("s", "b"), 1).set(("u",), 2).text == lines("""\
        s:
          a: |  # keeps
            text

            # text too
          b: 1

        # about t
        t: 1  # one

        u: 2
        # end
        """)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_missing_last_one_stay(line_end: str) -> None:
    text = line_end.join(["a: 1", "# about b", "b:", "  x: 1"])
    before = Lossless(text, "yaml")

    after = before.set(("b", "y"), {"z": [1]}).insert(("c",), 1).move(("c",), 0).remove(("a",))

    assert after.text == line_end.join(
        ["c: 1", "# about b", "b:", "  x: 1", "  y:", "    z:", "      - 1"]
    ).replace("y:", '"y":')
    assert before.move(("a",), 1).text == line_end.join(["# about b", "b:", "  x: 1", "a: 1"])


def test_the_line_end_of_a_block_scalar_stays_where_it_becomes_the_last_of_the_file() -> None:
    assert document("a: |\n  x\n\nb: 1").remove(("b",)).text == "a: |\n  x\n\n"
    assert document("a: x\n\n\nb: 1").remove(("b",)).text == "a: x"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("- x  # why\n", "- # why\n  k: 1\n"),
        ("-  # why\n  x  # so\n", "-  # why\n  # so\n  k: 1\n"),
        ("- |  # why\n  x\n", "- # why\n  k: 1\n"),
        ("-  # why\n- y\n", "- # why\n  k: 1\n- y\n"),
        ("-\n- y\n", "- k: 1\n- y\n"),
    ],
)
def test_the_comment_behind_an_item_stays_above_the_block_that_replaces_it(
    text: str, written: str
) -> None:
    assert document(text).set((0,), {"k": 1}).text == written


def test_the_comment_behind_a_value_below_its_key_stays_above_the_block_that_replaces_it() -> None:
    after = document("a:  # one\n    x  # two\nb: 1\n").set(("a",), {"k": 1})

    assert after.text == "a:  # one\n  # two\n  k: 1\nb: 1\n"


def test_the_indentation_of_the_document_is_followed() -> None:
    before = document("""\
        a:
            b:
                c: 1
            args:
            -   x
        """)

    assert before.set(("a", "d"), {"e": {"f": 1}, "g": [["h"], 2]}).text == lines("""\
        a:
            b:
                c: 1
            args:
            -   x
            d:
                e:
                    f: 1
                g:
                -   -   h
                -   2
        """)


# Behind a dash


def test_the_first_member_behind_a_dash_can_be_taken_out_moved_and_preceded() -> None:
    before = document("""\
        tools:
        - name: a  # first
          # about type
          type: mcp
        - name: b
        """)

    assert before.remove(("tools", 0, "name")).text == lines("""\
        tools:
        - # about type
          type: mcp
        - name: b
        """)
    assert before.move(("tools", 0, "name"), 1).text == lines("""\
        tools:
        - # about type
          type: mcp
          name: a  # first
        - name: b
        """)
    assert before.move(("tools", 0, "type"), 0).text == lines("""\
        tools:
        - # about type
          type: mcp
          name: a  # first
        - name: b
        """)
    assert before.insert(("tools", 0, "id"), 7, "name").text == lines("""\
        tools:
        - id: 7
          name: a  # first
          # about type
          type: mcp
        - name: b
        """)
    assert before.remove(("tools", 1, "name")).text.endswith("- {}\n")


def test_items_of_items_keep_their_dashes() -> None:
    before = document("- - a\n  - b\n- c\n")

    assert before.remove((0, 0)).text == "- - b\n- c\n"
    assert before.insert((0, 0), "x").text == "- - x\n  - a\n  - b\n- c\n"
    assert before.move((1,), 0).text == "- c\n- - a\n  - b\n"
    assert before.set((1,), {"k": 1, "l": 2}).text == "- - a\n  - b\n- k: 1\n  l: 2\n"


def test_a_tool_of_a_list_is_copied_moved_and_changed_where_it_stands() -> None:
    before = Lossless(HOLODECK, "yaml")

    after = (
        before.set(("tools", 0, "env", "TOKEN"), "${TOKEN}")
        .set(("tools", 0, "args", 2), "/srv")
        .rename(("tools", 0, "command"), "program")
        .move(("tools", 1), 0)
    )

    assert (
        after.text
        == """\
name: docs-agent
tools:
  # Not ours.
  - name: plain_function
    type: function

  # Files of the project.
  - name: filesystem          # no hyphens
    type: mcp
    program: npx
    args: ["-y", "@modelcontextprotocol/server-filesystem", /srv]
    env: {ALLOWED: "${ALLOWED_PATHS}", TOKEN: "${TOKEN}"}
"""
    )
    copied = before.insert(("tools", 1), before.copy(("tools", 0)))
    copied = copied.set(("tools", 1, "name"), "second")
    assert copied.text.count("          # no hyphens\n    type: mcp\n    command: npx\n") == 2
    assert "  - name: second          # no hyphens\n" in copied.text


def test_a_new_tool_is_written_like_the_others() -> None:
    tool: Json = {"name": "web", "type": "mcp", "args": ["-y"], "env": {"A": "1"}, "timeout": 3}

    after = Lossless(HOLODECK, "yaml").insert(("tools", 2), tool)

    assert after.text == HOLODECK + (
        '\n  - name: web\n    type: mcp\n    args: [-y]\n    env: {A: "1"}\n    timeout: 3\n'
    )


# Names


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        ("a", "b", "b"),
        ("'a'", "b c", "'b c'"),
        ('"a"', "b", '"b"'),
        ("a", "no", '"no"'),
        ("a", "<<", '"<<"'),
        ("a", "x: y", '"x: y"'),
        ("a", "", '""'),
    ],
)
def test_a_name_changes_where_it_stands(old: str, new: str, written: str) -> None:
    before = Lossless(f"x:\n  {old} :  1  # one\n  z: {{{old}: 1}}\n", "yaml")

    after = before.rename(("x", "a"), new).rename(("x", "z", "a"), new)

    assert after.text == f"x:\n  {written} :  1  # one\n  z: {{{written}: 1}}\n"


# Copies


def test_a_copied_block_is_indented_anew() -> None:
    before = document("""\
        s:
          a:
            # about t
            t: |  # literal
              text
                more
            u: "x
              y"  # behind u
        d:
        - q
        """)

    after = before.insert(("d", 0), before.copy(("s", "a"))).set(
        ("copy",), before.copy(("s", "a", "t"))
    )

    assert after.text == before.text.replace("- q\n", "") + lines("""\
        - # about t
          t: |  # literal
            text
              more
          u: "x
            y"  # behind u
        - q
        copy: |  # literal
          text
            more
        """)


def test_a_copy_goes_into_brackets_as_one_line() -> None:
    before = document("a: {b: 1}\nc:\n  d: 'x'  # gone\n  e: [1.50]\n")

    after = before.set(("a", "f"), before.copy(("c",))).set(("a", "g"), before.copy(("c", "e")))

    assert after.text.startswith("a: {b: 1, f: {d: 'x', e: [1.50]}, g: [1.50]}\n")


def test_a_copied_block_gets_brackets_of_its_own_between_brackets() -> None:
    before = document("a: {b: 1}\nc:\n  d: 'x'\n")

    assert before.set(("a", "e"), before.copy(("c",))).text.startswith("a: {b: 1, e: {d: 'x'}}\n")


def test_a_question_mark_between_brackets_gets_quotes() -> None:
    after = document("a: [x]\nb: y\n").insert(("a", 1), "http://h/?q").set(("b",), "http://h/?q")

    assert after.text == 'a: [x, "http://h/?q"]\nb: http://h/?q\n'
    assert yaml.load(after.text, yaml.SafeLoader)["a"] == ["x", "http://h/?q"]


def test_a_list_that_replaces_a_block_below_its_dash_stays_deeper_than_the_dash() -> None:
    after = document("a:\n- # why\n  b: 1\nc:\n- d\n").set(("a", 0), ["x"])

    assert yaml.safe_load(after.text) == {"a": [["x"]], "c": ["d"]}


# Documents


@pytest.mark.parametrize(
    ("text", "path", "written"),
    [
        ("", ("a", "b"), "a:\n  b: 1\n"),
        ("# only this", ("a",), "# only this\na: 1"),
        ("---\n# nothing\n", ("a",), "---\n# nothing\na: 1\n"),
        ("---\n...\n", ("a",), "---\na: 1\n...\n"),
        ("---", ("a",), "---\na: 1"),
        ("null  # none\n", ("a",), "# none\na: 1\n"),
        ("--- ~\n", ("a",), "---\na: 1\n"),
        ("{}\n", ("a",), "a: 1\n"),
        ("%YAML 1.1\n---\na: 2\n...\n# end\n", ("b",), "%YAML 1.1\n---\na: 2\nb: 1\n...\n# end\n"),
        ("a: 2\n---\na: 3\n", ("b",), "a: 2\nb: 1\n---\na: 3\n"),
        ("a: x\ty\n", ("b",), "a: x\ty\nb: 1\n"),
        ("a:\n", ("a", "b", "c"), "a:\n  b:\n    c: 1\n"),
    ],
)
def test_a_document_is_begun_and_gone_on_with_where_it_stands(
    text: str, path: JsonPath, written: str
) -> None:
    assert Lossless(text, "yaml").set(path, 1).text == written


# What is shared, and what is odd

SHARED = """\
base: &base {command: npx, args: [x]}
one:
  <<: *base  # all of it
  url: here
two: *base
three: !!str 3
four: 4
"""


@pytest.mark.parametrize(
    "path",
    [("base",), ("base", "command"), ("one", "command"), ("two",), ("two", "args", 0), ("three",)],
)
def test_what_an_anchor_an_alias_a_merge_key_or_a_tag_shares_is_refused(path: JsonPath) -> None:
    before = Lossless(SHARED, "yaml")

    with pytest.raises(AppError, match="anchor"):
        before.set(path, "new")
    with pytest.raises(AppError, match="anchor"):
        before.remove(path)


def test_an_alias_has_a_place_of_its_own_and_a_block_ends_with_its_last_value() -> None:
    before = document("a: &a\n  b: 1  # one\nc:\n  d: *a\n\n# end\n").document
    assert before.root is not None
    anchored, holder = before.root.children

    assert anchored.tagged
    assert not holder.tagged
    assert before.source(anchored) == "&a\n  b: 1"
    assert before.source(holder) == "d: *a"
    assert before.source(holder.children[0]) == "*a"


def test_beside_what_is_shared_everything_can_be_edited() -> None:
    after = (
        Lossless(SHARED, "yaml")
        .set(("one", "url"), "there")
        .set(("one", "type"), "http")
        .insert(("five",), 5, "two")
        .rename(("four",), "vier")
        .remove(("one", "url"))
    )

    assert after.text == SHARED.replace("  url: here\n", "  type: http\nfive: 5\n").replace(
        "four", "vier"
    )


def test_the_last_own_member_can_leave_a_merge_key_behind() -> None:
    after = Lossless(SHARED, "yaml").remove(("one", "url"))

    assert after.text == SHARED.replace("  url: here\n", "")


REFUSED: list[tuple[str, Callable[[Lossless], Lossless]]] = [
    ("? a\n: 1\n? b\n: 2\n", lambda it: it.rename(("a",), "c")),
    ("? a\n: 1\n? b\n: 2\n", lambda it: it.remove(("b",))),
    ("[a: 1, b]\n", lambda it: it.insert((0, "c"), 1)),
    ("a: |\n  x", lambda it: it.set(("b",), 1)),
    ("&k a: 1\n", lambda it: it.rename(("a",), "c")),
    ("a: 1\na: 2\n", lambda it: it.remove(("a",))),
    ("a: [1, 2\n", lambda it: it.set(("b",), 1)),
]


@pytest.mark.parametrize(("text", "edit"), REFUSED)
def test_what_cannot_be_done_exactly_is_refused(
    text: str, edit: Callable[[Lossless], Lossless]
) -> None:
    with pytest.raises(AppError):
        edit(Lossless(text, "yaml"))
