"""Finds the variable references in a text: `${VAR}`, `${VAR:-default}`, `${env:VAR}` and others."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_EDITOR_NAMES = {
    "workspaceFolder",
    "workspaceFolderBasename",
    "userHome",
    "pathSeparator",
    "/",
}
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
    position = 0
    while (start := text.find("${", position)) >= 0:
        end = _closing_brace(text, start + 2)
        if end < 0:
            return
        reference = _interpret(text[start + 2 : end], (start, end + 1), editor=editor)
        if reference is None:
            position = start + 2
        else:
            yield reference
            position = end + 1


def _closing_brace(text: str, position: int) -> int:
    depth = 1
    for match in re.compile(r"[{}]").finditer(text, position):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return -1


def _interpret(inner: str, span: tuple[int, int], *, editor: bool) -> Reference | None:
    if editor and inner in _EDITOR_NAMES:
        return Reference(*span, inner, editor=True)
    if inner.startswith(_FOREIGN_PREFIXES) or (inner.startswith("env:") and "|" in inner):
        return Reference(*span, inner.strip("{} "), foreign=True)
    name, separator, default = inner.removeprefix("env:").partition(":-")
    if not _NAME.fullmatch(name):
        return None
    return Reference(*span, name, default if separator else None)
