"""Real YAML files, damaged at random: problems and refusals, never an exception."""

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchbay.core.editing.lossless import Lossless
from patchbay.core.errors import AppError
from patchbay.core.values import Json, JsonPath
from tests.core.editing.chances import some_existing_path

REAL = [
    path.read_bytes().decode()
    for path in sorted((Path(__file__).parent / "samples").glob("*.yaml"))
]
PIECES = [
    *(": ", "- ", "? ", "\n", "\r\n", "\r", "\t", " ", "  ", "\n\n", "\n  ", "#", " # x", "{", "}"),
    *("[", "]", ",", "'", '"', "&a ", "*a", "<<: *a", "!!str ", "!x ", "|", "|+\n", ">-\n", "|2\n"),
    *(
        "---",
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "~",
        "null",
        "\x00",
        "\x85",
        "\u2028",
        "\ufeff",
        "é😀",
    ),
]
VALUES: list[Json] = [
    "",
    "no",
    "a: b",
    "two\nlines\n",
    1,
    1e30,
    None,
    True,
    {},
    [],
    {"k": ["v", {"w": 1}]},
]
MUTANTS = 1_500


def damaged(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(0, 4)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice([0, 0, 1, 1, 2, 8, 40]))
        piece = chance.choice(["", text[start:end] * 2, *chance.sample(PIECES, 6)])
        text = text[:start] + piece + text[end:]
    return text


def some_path(document: Lossless, chance: random.Random) -> JsonPath:
    path = list(some_existing_path(document, chance))
    return tuple(path)


def try_every_verb(document: Lossless, chance: random.Random) -> None:
    """Only refusals may come."""
    value, other = chance.choice(VALUES), some_path(document, chance)
    verbs: list[Callable[[JsonPath], object]] = [
        lambda path: document.set(path, value),
        lambda path: document.set((*path, "new"), value),
        lambda path: document.insert((*path, 0), value),
        lambda path: document.insert((*path, 1), value),
        document.remove,
        lambda path: document.rename(path, chance.choice(["other", "a: b", "no"])),
        lambda path: document.move(path, 0),
        lambda path: document.move(path, 2),
        lambda path: document.set(other, document.copy(path)),
        lambda path: document.set((*other, "copy"), document.copy(path)),
        lambda path: document.insert((*other, 0), document.copy(path)),
    ]
    for verb in verbs:
        with suppress(AppError):
            verb(some_path(document, chance))


@pytest.mark.parametrize("seed", range(5))
def test_damaged_files_are_edited_or_refused_but_raise_nothing_else(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(MUTANTS // 5):
        try_every_verb(Lossless(damaged(chance.choice(REAL), chance), "yaml"), chance)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from([*PIECES, "a", "b", "1"]), max_size=24), st.integers(0, 99))
def test_rubbish_in_yaml_is_edited_or_refused_but_raises_nothing_else(
    pieces: list[str], seed: int
) -> None:
    try_every_verb(Lossless("".join(pieces), "yaml"), random.Random(seed))
