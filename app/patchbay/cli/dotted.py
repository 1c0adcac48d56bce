"""Reads what `set` and `unset` take: `env.KEY=TEXT`, `args.0:=JSON`, `env."A.B"`."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from patchbay.cli.refusals import unusable
from patchbay.core.calls.arguments import read_json
from patchbay.core.config.fields import FIELDS
from patchbay.core.editing.numbers import json_value
from patchbay.core.errors import AppError
from patchbay.core.values import Json

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_BARE = re.compile(r'[^."=]+')
_INDEX = re.compile(r"\d{1,9}")


@dataclass(frozen=True, slots=True)
class Step:
    """One name or index of a path; in quotes it is a name, also when it is made of digits."""

    text: str
    is_quoted: bool = False

    @property
    def index(self) -> int | None:
        """The number it can be in a list."""
        return int(self.text) if not self.is_quoted and _INDEX.fullmatch(self.text) else None


@dataclass(frozen=True, slots=True)
class Assignment:
    """One field and what it shall be; `path` is as it was typed, for messages."""

    path: str
    steps: tuple[Step, ...]
    value: Json
    is_json: bool


def assignment(word: str) -> Assignment:
    """A word such as `env.KEY=TEXT` or `timeout:=30`.

    Raises:
        AppError: it is none, or its JSON is none.
    """
    steps, end = _path(word)
    is_json = word.startswith(":=", end)
    if is_json:
        text = word[end + 2 :]
    elif word.startswith("=", end):
        text = word[end + 1 :]
    else:
        raise _no_assignment(word)
    path = word[:end]
    return Assignment(path, steps, _json(path, text) if is_json else text, is_json)


def field_path(word: str) -> tuple[Step, ...]:
    """A whole word as a path, as in `env.KEY`.

    Raises:
        AppError: it is none.
    """
    steps, end = _path(word)
    if end != len(word):
        raise _no_path(word)
    return steps


def _path(word: str) -> tuple[tuple[Step, ...], int]:
    """The steps that `word` begins with, and where they end."""
    steps: list[Step] = []
    end = 0
    for step, step_end in _steps(word):
        steps.append(step)
        end = step_end
    if not steps:
        raise _no_path(word)
    return tuple(steps), end


def _steps(word: str) -> Iterator[tuple[Step, int]]:
    position = 0
    while True:
        if (quoted := _QUOTED.match(word, position)) is not None:
            yield Step(_unquoted(word, quoted[0]), is_quoted=True), quoted.end()
            position = quoted.end()
        elif (bare := _BARE.match(word, position)) is not None:
            position = bare.end()
            if word.startswith("=", position) and word[position - 1] == ":":
                position -= 1
            if position == bare.start():
                raise _no_path(word)
            yield Step(word[bare.start() : position]), position
        else:
            raise _no_path(word)
        if not word.startswith(".", position):
            return
        position += 1


def _unquoted(word: str, quoted: str) -> str:
    try:
        return json.loads(quoted)
    except ValueError as error:
        raise _no_path(word) from error


def _json(path: str, text: str) -> Json:
    try:
        read_json(text)  # tells where it goes wrong
    except ValueError as error:
        raise unusable(
            f"The value of {path} is not JSON", f"For text write {path}=TEXT.", f"{error}."
        ) from error
    try:
        return json_value(text)
    except AppError as error:
        raise unusable(
            f"The value of {path} cannot be written", "Write it in another way.", error.cause
        ) from error


def _no_assignment(word: str) -> AppError:
    return unusable(
        f"{_shown(word)} does not say what to write",
        "Write PATH=TEXT or PATH:=JSON, as in env.KEY=value or timeout:=30.",
    )


def _no_path(word: str) -> AppError:
    return unusable(
        f"{_shown(word)} is not the path of a field",
        'Write names with dots between them, as in env.KEY or args.0; in quotes env."A.B".',
    )


def _shown(word: str) -> str:
    """Without what may be a secret: the value, or all of it where the = was forgotten."""
    path, equals, _ = word.partition("=")
    if equals and path:
        return f"“{path[:60]}”"
    head = word.partition(".")[0]
    if head not in FIELDS:
        return "One of the words"
    return f"“{head}”" if head == word else f"“{head}.…”"
