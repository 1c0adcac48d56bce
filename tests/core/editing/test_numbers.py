"""Numbers keep the spelling a person typed, and a typed value that is none is refused."""

import copy

import pytest
import yaml

from patchbay.core.config.dialects import Format
from patchbay.core.editing.lossless import Lossless
from patchbay.core.editing.numbers import Spelled, json_value
from patchbay.core.errors import AppError


@pytest.mark.parametrize("number", ["1e5", "1.10", "-0.0", "1E+2", "12345678901234567890.123", "7"])
@pytest.mark.parametrize(("before", "behind"), [("", ""), ("[1, ", "]"), ('{"deep": [', "]}")])
def test_a_number_is_written_as_it_was_typed(number: str, before: str, behind: str) -> None:
    value = json_value(before + number + behind)

    assert number in Lossless('{"a": 0.5}', "json").set(("a",), value).text
    assert number in Lossless('{"a": 0.5}', "json").set(("b", "c"), value).text


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("1.10", "1.10"),
        ("12345678901234567890.123", "12345678901234567890.123"),
        ("1e5", "1.0e+5"),
        ("2.50E-07", "2.5e-7"),
        ("-0.0", "-0.0"),
    ],
)
@pytest.mark.parametrize("text", ["a: 0.5\n", "a: [0.5]\n"])
def test_yaml_gets_the_typed_spelling_where_it_reads_the_same_number(
    text: str, typed: str, written: str
) -> None:
    source = Lossless(text, "yaml")

    after = source.set(("a", 0) if "[" in text else ("a",), json_value(typed)).text

    assert after == text.replace("0.5", written)
    assert yaml.safe_load(after)["a"] in (float(typed), [float(typed)])


@pytest.mark.parametrize("text", ["0x1E5", "0x1e05", "1_000.5", "1:30", ".5e+3"])
def test_other_spellings_of_a_yaml_number_stay_where_they_are_copied(text: str) -> None:
    source = Lossless(f"a: {{n: {text}}}\nb: []\n", "yaml")

    after = source.insert(("b", 0), source.copy(("a",))).text

    assert after.endswith(f"n: {text}}}\n")


@pytest.mark.parametrize(
    ("typed", "cause"),
    [
        ('{"a": 1, "a": 2}', "“a” is written twice"),
        ('[{"b": {"a": 1, "a": 1}}]', "“a” is written twice"),
        ("NaN", "Only finite numbers"),
        ("-Infinity", "Only finite numbers"),
        ("[1,]", "no JSON"),
        ("", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("1" * 5_000, "no JSON"),
    ],
)
def test_a_typed_value_that_no_file_can_hold_is_refused_in_words(typed: str, cause: str) -> None:
    with pytest.raises(AppError) as refused:
        json_value(typed)

    assert cause in str(refused.value)


@pytest.mark.parametrize("language", ["json", "yaml"])
def test_a_number_that_is_too_large_for_readers_is_refused(language: Format) -> None:
    with pytest.raises(AppError, match="Only finite numbers"):
        Lossless("a: 1" if language == "yaml" else '{"a": 1}', language).set(
            ("a",), json_value("1e400")
        )


def test_a_spelled_number_counts_as_the_number_it_is() -> None:
    number = json_value("1.10")

    assert number == 1.1
    assert isinstance(copied := copy.deepcopy(number), Spelled)
    assert copied.spelling == "1.10"
