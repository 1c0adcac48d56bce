"""What the interface promises of any edit, and what it refuses."""

from collections.abc import Callable
from pathlib import Path

import pytest

from patchbay.core.config.document import MAX_DEPTH
from patchbay.core.config.model import Place
from patchbay.core.config.opening import MAX_BYTES
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.splice import Splice, difference
from patchbay.core.errors import AppError, Family
from patchbay.core.values import Json, JsonPath

SAMPLES = Path(__file__).parents[1] / "config" / "samples"
Edit = Callable[[Lossless], Lossless]
Query = Callable[[Lossless], object]


def document(text: str) -> Lossless:
    return Lossless(text, "json")


def refusal(edit: Callable[[], object]) -> AppError:
    with pytest.raises(AppError) as caught:
        edit()
    assert caught.value.family is Family.CONFIGURATION
    return caught.value


# Reading


def test_says_what_stands_where() -> None:
    config = document('{"a": {"b": [1, null]}, "a.b": 2}')

    assert config.value() == {"a": {"b": [1, None]}, "a.b": 2}
    assert config.value(("a", "b", 0)) == 1
    assert config.value(("a.b",)) == 2
    assert config.names(()) == ("a", "a.b")
    assert config.names(("a", "b")) == ()
    assert config.has(("a", "b", 1))
    assert not config.has(("a", "b", 2))
    assert not config.has(("a", "b", -1))
    assert config.place_of(("a.b",)) == 1


def test_an_empty_document_says_nothing() -> None:
    config = document(" // nothing yet\n")

    assert config.problems == ()
    assert config.value() is None
    assert config.names(()) == ()
    assert not config.has(())
    assert not config.has(("a",))


def test_several_mistakes_are_told_at_once_each_with_its_place_and_its_fix() -> None:
    problems = document('{\n  \'a\': 1\n  "b" 2,\n  "c": True\n}').problems

    assert [problem.place for problem in problems] == [
        Place(2, 3),
        Place(3, 3),
        Place(3, 7),
        Place(4, 8),
    ]
    assert all(problem.message and problem.fix for problem in problems)


# Edits


WRITTEN: list[tuple[Edit, str]] = [
    (lambda config: config.set(("a",), 22), "22"),
    (lambda config: config.insert(("c",), 3), ',\n  "c": 3'),
    (lambda config: config.remove(("b",)), ""),
    (lambda config: config.rename(("a",), "abc"), "bc"),
]


@pytest.mark.parametrize(
    ("edit", "changed"),
    WRITTEN,
)
def test_the_difference_is_the_smallest_splice_between_before_and_after(
    edit: Edit, changed: str
) -> None:
    before = document('{\n  "a": 1,\n  "b": 2\n}')

    after = edit(before)

    splice = difference(before.text, after.text)
    assert splice.inserted == after.text[slice(*splice.written)] == changed
    assert splice.apply(before.text) == after.text


def test_an_edit_leaves_the_document_it_started_from_as_it_was() -> None:
    before = document('{"a": 1}')

    after = before.set(("a",), 2)

    assert (before.text, before.value()) == ('{"a": 1}', {"a": 1})
    assert (after.text, after.value()) == ('{"a": 2}', {"a": 2})


IDLE: list[Edit] = [
    lambda config: config.set(("a",), 1),
    lambda config: config.rename(("a",), "a"),
    lambda config: config.move(("a",), 0),
]


@pytest.mark.parametrize("edit", IDLE)
def test_an_edit_that_changes_nothing_gives_the_document_itself(edit: Edit) -> None:
    config = document('{"a":1 , "b":2 }')

    assert edit(config) is config


def test_big_numbers_and_odd_names_are_exact() -> None:
    number = 123456789012345678901234567890
    config = document("{}").set(("__proto__", "", "a.b"), number)

    assert config.value(("__proto__", "", "a.b")) == number


def test_a_fragment_for_a_place_that_is_not_there_yet_keeps_its_comments() -> None:
    fragment = document('{"x": {"a": 1 /* one */}}').copy(("x",))

    after = document("").set(("mcpServers", "x"), fragment)

    assert "/* one */" in after.text
    assert after.value() == {"mcpServers": {"x": {"a": 1}}}


def test_a_fragment_of_another_language_is_spelled_anew() -> None:
    fragment = Lossless("a: {b: 'x'}  # note\n", "yaml").copy(("a",))

    assert document('{"c": 1}').set(("a",), fragment).text == '{"c": 1, "a": {"b": "x"}}'


def is_sound(sample: Path) -> bool:
    config = document(text_of(sample))
    return config.document.parsed and bool(config.value())


def text_of(sample: Path) -> str:
    return sample.read_bytes().decode("utf-8").removeprefix("\ufeff")


@pytest.mark.parametrize(
    "sample", [*filter(is_sound, sorted(SAMPLES.glob("**/*.json")))], ids=lambda path: path.name
)
def test_real_files_get_a_server_and_lose_it_again_without_a_trace(sample: Path) -> None:
    text = text_of(sample)
    config = document(text)
    root = next((name for name in config.names(()) if isinstance(config.value((name,)), dict)), "")
    path: JsonPath = (root, "added by a test") if root else ("added by a test",)

    added = config.insert(path, {"command": "x", "args": ["y"]})

    assert added.remove(path).text == text


# Refusals


def test_a_broken_text_is_not_edited_and_the_mistake_is_named() -> None:
    config = document('{"a": 1 "b": 2}')

    error = refusal(lambda: config.set(("a",), 2))

    assert "broken" in error.title
    assert "comma is missing" in error.cause
    assert "line 1, column 9" in error.cause
    assert error.hint


def test_a_name_written_twice_is_told_with_both_places_and_edits_of_it_are_refused() -> None:
    config = document('{\n  "a": {"x": 1},\n  "b": 2,\n  "a": {"y": 1}\n}')
    edits: list[Callable[[], object]] = [
        lambda: config.set(("a",), 1),
        lambda: config.set(("a", "y"), 1),
        lambda: config.insert(("a", "z"), 1),
        lambda: config.remove(("a",)),
        lambda: config.rename(("a",), "c"),
        lambda: config.move(("a",), 0),
        lambda: config.copy(("a",)),
    ]

    for edit in edits:
        error = refusal(edit)
        assert "a cannot be changed" in error.title
        assert "line 2, column 3, and line 4, column 3" in error.cause
    assert config.set(("b",), 3).text == config.text.replace("2", "3")
    assert config.text.count('"a"') == 2


REFUSED: list[tuple[Query, str]] = [
    (lambda config: config.value(("x", "y")), "There is no x"),
    (lambda config: config.remove(("list", 7)), "There is no list[7]"),
    (lambda config: config.insert(("list", 7), 1), "There is no list[7]"),
    (lambda config: config.set(("list", 1, 0), 1), "list[1] is not a list"),
    (lambda config: config.set(("a", "b"), 1), "a is not an object"),
    (lambda config: config.set((0,), 1), "the whole document is not a list"),
    (lambda config: config.insert(("a",), 1), "a exists already"),
    (lambda config: config.rename(("a",), "list"), "list exists already"),
    (lambda config: config.rename(("list", 0), "b"), "list[0] cannot be renamed"),
    (lambda config: config.rename(("a",), "\ud800"), "cannot be written"),
    (lambda config: config.insert(("\ud800",), 1), "cannot be written"),
    (lambda config: config.insert((), 1), "The whole document cannot be"),
    (lambda config: config.remove(()), "The whole document cannot be"),
    (lambda config: config.rename((), "b"), "The whole document cannot be"),
    (lambda config: config.move((), 0), "The whole document cannot be"),
    (lambda config: config.place_of(()), "The whole document cannot be"),
]


def test_a_name_written_twice_inside_a_list_does_not_stop_edits_beside_it() -> None:
    config = document('[{"a": 1, "a": 2, "b": 3}, {"a": 4}]')

    assert "[0].a cannot be changed" in refusal(lambda: config.set((0, "a"), 5)).title
    assert config.set((0, "b"), 5).set((1, "a"), 6).text == ('[{"a": 1, "a": 2, "b": 5}, {"a": 6}]')
    assert config.remove((0,)).text == '[{"a": 4}]'


@pytest.mark.parametrize(
    ("edit", "title"),
    REFUSED,
)
def test_what_cannot_be_meant_is_refused_in_words(edit: Query, title: str) -> None:
    config = document('{"a": 1, "list": [1, "text"]}')

    assert title in refusal(lambda: edit(config)).title


def test_an_edit_that_would_nest_the_file_too_deep_is_refused() -> None:
    deep: Json = 1
    for _ in range(MAX_DEPTH - 1):
        deep = [deep]
    config = document("{}").set(("a",), deep)

    assert refusal(lambda: config.set(("b",), [deep])).title
    assert config.value(("a",)) == deep


def test_a_text_too_large_for_a_config_is_a_problem_at_once() -> None:
    config = document("[" + "1," * MAX_BYTES + "1]")

    assert "larger than" in config.problems[0].message
    assert "larger than" in refusal(lambda: config.set((), 1)).cause


def test_a_splice_does_not_apply_to_another_text() -> None:
    with pytest.raises(ValueError, match="not the one"):
        Splice(0, "a", "b").apply("c")


def test_a_name_written_twice_is_a_problem_that_tells_both_places() -> None:
    (problem,) = document('{"a": 1,\n "a": 2}').problems

    assert "line 1, column 2" in problem.message
    assert "line 2, column 2" in problem.message
