"""Finds the variable references in a text: `${VAR}`, `${VAR:-default}`, `${env:VAR}` and others."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

VARIABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_BRACE = re.compile(r"[{}]")
_EDITOR_NAMES = {
    "workspaceFolder",
    "workspaceFolderBasename",
    "userHome",
    "pathSeparator",
    "/",
}
_LONGEST_EDITOR_NAME = 1 + max(map(len, _EDITOR_NAMES))
_FOREIGN_PREFIXES = ("input:", "config:", "command:", "user_config.", "value:", "{", "op://")


@dataclass(frozen=True, slots=True)
class Reference:
    """One `${...}` in a text.

    `offset` counts from the start of the text. `name` is the variable, or what stands inside the
    braces when it is `foreign`: a syntax that needs another program to fill it in.
    """

    offset: int
    end: int
    name: str
    default: str | None = None
    editor: bool = False
    foreign: bool = False


def references(text: str, *, editor: bool = False) -> Iterator[Reference]:
    """Every reference of `text` from left to right; `editor` names count where a client has them.

    What merely looks similar, as `${name%.txt}` in a line of shell, is no reference.
    """
    closing = _closing_braces(text)
    position = 0
    while (start := text.find("${", position)) >= 0:
        end = closing.get(start + 1)
        if end is None:
            position = start + 2
            continue
        reference = _read(text, start, end, editor=editor)
        if reference is None:
            position = start + 2
        else:
            yield reference
            position = end + 1


def without_references(text: str) -> str:
    """What is written in the text itself."""
    for reference in reversed(tuple(references(text, editor=True))):
        text = text[: reference.offset] + text[reference.end :]
    return text


def _closing_braces(text: str) -> dict[int, int]:
    """Where each opening brace that is ever closed is closed; one pass, however deep they nest."""
    open_ones: list[int] = []
    closing: dict[int, int] = {}
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            open_ones.append(match.start())
        elif open_ones:
            closing[open_ones.pop()] = match.start()
    return closing


def _read(text: str, start: int, end: int, *, editor: bool) -> Reference | None:
    inside, span = start + 2, (start, end + 1)
    if editor and text[inside : min(end, inside + _LONGEST_EDITOR_NAME)] in _EDITOR_NAMES:
        return Reference(*span, text[inside:end], editor=True)
    is_env = text.startswith("env:", inside)
    if text.startswith(_FOREIGN_PREFIXES, inside, end) or (
        is_env and text.find("|", inside, end) >= 0
    ):
        return Reference(*span, text[inside:end].strip("{} "), foreign=True)
    name = VARIABLE_NAME.match(text, inside + 4 if is_env else inside, end)
    if name is None or not (name.end() == end or text.startswith(":-", name.end(), end)):
        return None
    default = text[name.end() + 2 : end] if name.end() < end else None
    return Reference(*span, name[0], default)
