"""Real files, damaged at random, and other rubbish: problems and refusals, never an exception."""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from patchbay.core.config.dialects import Format
from patchbay.core.editing.lossless import Lossless
from patchbay.core.errors import AppError
from patchbay.core.values import Json, JsonPath
from tests.core.editing.chances import some_existing_path

SAMPLES = Path(__file__).parents[1] / "config" / "samples"
REAL = [
    path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    for path in sorted([*SAMPLES.glob("*.json"), *SAMPLES.glob("clients/*.json")])
]
ALPHABET = '{}[]:,"\\/*\n\r\t #-.0123456789aeuEnltrf\x00\u200b“é😀\ud800'
VALUES: list[Json] = ["text", 1, None, [], {}, ["a", {"b": [1]}], {"a": "\ud800"}, {"": {}}]
MUTANTS = 1_500
BOUND = 30.0
"""Seconds in which an answer has to come where otherwise it might hang."""


def damaged(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(0, 4)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice([0, 1, 1, 2, 8, 40]))
        piece = chance.choice(["", text[start:end] * 2, chance.choice(ALPHABET)])
        text = text[:start] + piece + text[end:]
    return text


def try_every_verb(document: Lossless, chance: random.Random) -> None:
    """Only refusals may come."""
    value = chance.choice(VALUES)
    other = some_existing_path(document, chance)
    verbs: list[Callable[[JsonPath], object]] = [
        lambda path: document.set(path, value),
        lambda path: document.insert((*path, "new"), value),
        lambda path: document.insert((*path, 1), value),
        document.remove,
        lambda path: document.rename(path, "other"),
        lambda path: document.move(path, 1),
        lambda path: document.set((*other, "copy"), document.copy(path)),
        document.value,
        document.has,
        document.names,
        document.place_of,
    ]
    for verb in verbs:
        with suppress(AppError):
            verb(some_existing_path(document, chance))


@pytest.mark.parametrize("seed", range(5))
def test_damaged_files_are_edited_or_refused_but_raise_nothing_else(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(MUTANTS // 5):
        config = Lossless(damaged(chance.choice(REAL), chance), "json")
        assert all(problem.place is not None for problem in config.document.problems)
        try_every_verb(config, chance)


RUBBISH = {
    "objects, opened": '{"a":' * 100_000,
    "lists, opened": "[" * 100_000,
    "lists, closed again": "[" * 100_000 + "]" * 100_000,
    "closed": "]" * 100_000,
    "comments": "/*" * 100_000,
    "quotes": '"' * 100_001,
    "backslashes": '"' + "\\" * 100_001,
    "zeroes": "\x00" * 100_000,
    "noise": random.Random(0).randbytes(200_000).decode("latin-1"),
    "20 MB": '{"a": [' + "1, " * 7_000_000 + "1]}",
}


@pytest.mark.parametrize("language", ["json", "yaml"])
@pytest.mark.parametrize("text", RUBBISH.values(), ids=RUBBISH.keys())
def test_rubbish_gives_a_problem_and_every_edit_a_refusal_in_good_time(
    text: str, language: Format
) -> None:
    before = time.monotonic()
    config = Lossless(text, language)

    if config.document.problems:
        problem = config.document.problems[0]
        assert problem.message
        assert problem.fix
        for edit in (lambda: config.set(("a",), 1), lambda: config.remove(("a",))):
            with pytest.raises(AppError):
                edit()
    else:  # YAML takes most text for a text
        assert language == "yaml"
    assert time.monotonic() - before < BOUND


def test_a_value_nested_too_deep_for_any_config_is_refused() -> None:
    value: object = 1
    for _ in range(100_000):
        value = [value]

    with pytest.raises(AppError, match="nested more than"):
        Lossless("{}", "json").set(("a",), value)


UNWRITABLE = {
    "not a number": float("nan"),
    "infinity": float("inf"),
    "half a character": "\udc00",
    "half a character in a name": {"\udc00": 1},
    "bytes": b"",
    "a number for a name": {1: 2},
    "more digits than Python writes": 10**5_000,
}


@pytest.mark.parametrize("value", UNWRITABLE.values(), ids=UNWRITABLE.keys())
def test_a_value_that_no_config_can_hold_is_refused(value: object) -> None:
    with pytest.raises(AppError, match="cannot be written"):
        Lossless("{}", "json").set(("a",), value)
