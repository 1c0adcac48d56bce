"""The YAML reader: the same tree as for JSON, aliases resolved, attacks refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchbay.core.config.model import Place, Severity
from patchbay.core.config.yaml_document import MAX_ALIASED_NODES, parse
from patchbay.core.values import Json


def value_of(text: str) -> Json:
    root = parse(text).root
    assert root is not None
    return root.value()


def test_scalars_keep_the_text_they_were_written_with() -> None:
    root = parse("[no, 12:30, 1.20, ~, on, 'no', 0x10]").root

    assert root is not None
    assert [child.text for child in root.children] == [
        "no",
        "12:30",
        "1.20",
        "~",
        "on",
        "no",
        "0x10",
    ]
    assert [child.kind for child in root.children] == [
        "false",
        "number",
        "number",
        "null",
        "true",
        "string",
        "number",
    ]


def test_spans_are_code_points_and_end_with_the_value() -> None:
    text = "é: 'ü🎛'\r\nlist:\r\n  - name: a   # remark\r\n\r\n  - name: b\r\n"
    document = parse(text)
    assert document.root is not None
    first, second = document.root.children

    assert document.source(first) == "'ü🎛'"
    assert [document.source(item) for item in second.children] == ["name: a", "name: b"]
    assert document.place(second.children[1].start) == Place(5, 5)


def test_aliases_and_merge_keys_are_resolved_and_marked_as_shared() -> None:
    text = "base: &b {command: npx, args: [x]}\none:\n  <<: *b\n  command: uvx\ntwo: *b\n"
    root = parse(text).root

    assert root is not None
    assert value_of(text)["one"] == {"command": "uvx", "args": ["x"]}
    one, two = root.member("one"), root.member("two")
    assert one is not None
    assert two is not None
    args, command = one.member("args"), one.member("command")
    assert args is not None
    assert command is not None
    assert args.shared
    assert not command.shared
    assert two.shared


def test_a_billion_laughs_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    document = parse("\n".join(lines))

    assert document.root is None
    assert str(MAX_ALIASED_NODES) in document.problems[0].message


def test_duplicate_keys_are_found_with_both_places() -> None:
    document = parse("tools:\n- name: a\n  name: b\n")

    (duplicate,) = document.duplicates
    assert duplicate.path == ("tools", 0, "name")
    assert document.place(duplicate.first) == Place(2, 3)
    assert document.place(duplicate.second) == Place(3, 3)


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        ("a:\n\tb: 1", "cannot start any token", Place(2, 1)),
        ("a: b: c", "mapping values", Place(1, 5)),
        ("a: [1, 2", "flow sequence", Place(1, 9)),
        ("a: *nobody", "alias", Place(1, 4)),
        ("a: &a [*a]", "alias", Place(1, 8)),
        ("? [1]\n: 2", "list or a mapping", Place(1, 3)),
        ("a: \x01", "forbids", Place(1, 4)),
    ],
)
def test_mistakes_have_a_place_and_a_remedy(text: str, said: str, place: Place) -> None:
    (problem,) = parse(text).problems

    assert said.lower() in problem.message.lower()
    assert problem.fix
    assert problem.place == place


def test_a_tab_used_for_indentation_is_named_in_the_remedy() -> None:
    (problem,) = parse("a:\n\tb: 1").problems

    assert "replace the tab" in problem.fix


@pytest.mark.parametrize("text", ["[" * 100_000, "- " * 100_000, "{a: " * 100_000])
def test_a_hundred_thousand_levels_are_a_message(text: str) -> None:
    document = parse(text)

    assert not document.parsed
    assert "nest" in document.problems[0].message


def test_a_second_document_is_left_out_with_a_warning() -> None:
    document = parse("a: 1\n---\nb: 2\n")

    assert document.parsed
    assert value_of("a: 1\n---\nb: 2\n") == {"a": 1}
    assert document.problems[0].severity is Severity.WARNING
    assert document.problems[0].place == Place(2, 1)


@pytest.mark.parametrize("text", ["", "\n", "# remark\n", "---\n"])
def test_an_empty_text_is_sound(text: str) -> None:
    document = parse(text)

    assert document.parsed
    assert document.root is None or document.root.is_null or document.root.text == ""


@given(st.text())
def test_any_text_gives_a_tree_or_problems_and_never_an_exception(text: str) -> None:
    document = parse(text)

    assert document.root is None or document.parsed


@given(st.text(alphabet="ab:-[]{}&*<!|>'\"#%@,?~ \n\t01", max_size=40))
def test_yaml_like_rubbish_never_raises(text: str) -> None:
    document = parse(text)

    if document.root is not None:
        document.root.value()
