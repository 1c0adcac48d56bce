"""What is what in the lines of a config: keys, strings, numbers, comments, references."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from patchbay.core.config.references import references

_LONGEST = 4_000
_JSON = re.compile(
    r"(?P<com>//.*|/\*.*?(?:\*/|$))"
    r'|(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))'
    r'|(?P<str>"(?:[^"\\]|\\.)*"?)'
    r"|(?P<num>-?\b\d[\d.eE+-]*)"
    r"|(?P<lit>\b(?:true|false|null)\b)"
    r"|(?P<sign>[{}\[\],:])"
)
_YAML = re.compile(
    r"(?P<com>(?:^|(?<=\s))#.*)"
    r"|(?P<key>(?:(?<=^)|(?<=[\s{,-]))(?:\"[^\"]*\"|'[^']*'|[\w./@-]+)(?=\s*:(?:\s|$)))"
    r"|(?P<str>\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*')"
    r"|(?P<num>(?<=[\s\[,])-?\d[\d.]*(?=\s*(?:[,\]}#]|$)))"
    r"|(?P<lit>(?<=[\s\[,])(?:true|false|null|yes|no|on|off)(?=\s*(?:[,\]}#]|$)))"
    r"|(?P<sign>[{}\[\],:]|^\s*-(?=\s))"
)
_OPENING = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|/\*')
_COLOURS = {
    "com": "syn_com",
    "key": "syn_key",
    "str": "syn_str",
    "num": "syn_num",
    "lit": "syn_lit",
    "sign": "text3",
}


class Token(NamedTuple):
    """A part of a line; `colour` is a name of the theme's."""

    start: int
    end: int
    colour: str
    italic: bool = False


def tokens(line: str, *, yaml: bool = False, commented: bool = False) -> Iterator[Token]:
    """The coloured parts of a line from left to right; references come after what holds them."""
    if len(line) > _LONGEST:
        return
    start = 0
    if commented:
        end = line.find("*/") + 2
        start = end if end > 1 else len(line)
        yield Token(0, start, "syn_com", italic=True)
    for found in (_YAML if yaml else _JSON).finditer(line, start):
        kind = found.lastgroup or "sign"
        yield Token(found.start(), found.end(), _COLOURS[kind], italic=kind == "com")
        if kind == "str":
            for reference in references(found[0]):
                yield Token(
                    found.start() + reference.offset, found.start() + reference.end, "syn_lit"
                )


def commented_lines(text: str) -> frozenset[int]:
    """The lines of a JSON text, from 0, that begin inside a block comment."""
    found: set[int] = set()
    line = position = 0
    at = text.find("/*")
    while at >= 0:
        end = at + 2
        if _opens(text, max(text.rfind("\n", 0, at) + 1, position), at):
            closed = text.find("*/", end)
            end = closed + 2 if closed >= 0 else len(text)
            line += text.count("\n", position, at)
            count = text.count("\n", at, end)
            found.update(range(line + 1, line + count + 1))
            line, position = line + count, end
        at = text.find("/*", end)
    return frozenset(found)


def _opens(text: str, begin: int, at: int) -> bool:
    """Whether the `/*` at an offset stands neither in a string nor in a comment of its line."""
    for found in _OPENING.finditer(text, begin):
        if found.end() > at:
            return found.start() == at
    return False


def without_comment(line: str, *, yaml: bool = False) -> str:
    """A line up to the comment at its end, without blanks there."""
    for token in tokens(line, yaml=yaml):
        if token.colour == _COLOURS["com"]:
            return line[: token.start].rstrip()
    return line.rstrip()
