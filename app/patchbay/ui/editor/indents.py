"""Indenting as a text itself does: which changes a key makes in it."""

import re
from collections import Counter

from patchbay.core.config.document import Span
from patchbay.core.editing.lines import LINE_END, line_start
from patchbay.core.editing.splice import Splice
from patchbay.ui.editor.tokens import without_comment

DEFAULT_UNIT = "  "
_MOST_LINES = 2_000
_INDENTED = re.compile(r"^([ \t]*)\S", re.MULTILINE)
_BLANKS = re.compile(r"[ \t]*")
_CLOSERS = {"{": "}", "[": "]"}


def unit_of(lines: list[str]) -> str:
    """One step of a text's indentation: a tab, or so many spaces as most lines go in by."""
    steps: Counter[str] = Counter()
    before = ""
    for line in lines[:_MOST_LINES]:
        found = _INDENTED.match(line)
        if found is None:
            continue
        blanks = found[1]
        if len(blanks) > len(before) and blanks.startswith(before):
            steps[blanks[len(before) :]] += 1
        before = blanks
    for step, _ in steps.most_common():
        if step == "\t" or (set(step) == {" "} and len(step) <= 8):
            return step
    return DEFAULT_UNIT


def unit_words(unit: str) -> str:
    """`2 spaces`, `tabs`."""
    if unit == "\t":
        return "tabs"
    return f"{len(unit)} space{'s' if len(unit) != 1 else ''}"


def indented(text: str, selection: Span, unit: str) -> list[Splice]:
    """Every line of the selection that is not blank goes in by one step."""
    return [
        Splice(start, "", unit)
        for start in _line_starts(text, selection)
        if not _is_blank_line(text, start)
    ]


def unindented(text: str, selection: Span, unit: str) -> list[Splice]:
    """Every line of the selection comes out by one step, as far as it is in."""
    width = len(unit) if unit != "\t" else 4
    less = re.compile(rf"\t| {{1,{width}}}")
    found = ((start, less.match(text, start)) for start in _line_starts(text, selection))
    return [Splice(start, blanks[0], "") for start, blanks in found if blanks]


def to_next_stop(text: str, selection: Span, unit: str) -> Splice:
    """What Tab inserts in the place of a selection inside one line."""
    start, end = selection
    blank = "\t"
    if unit != "\t":
        column = len(text[line_start(text, start) : start].expandtabs(len(unit)))
        blank = " " * (len(unit) - column % len(unit))
    return Splice(start, text[start:end], blank)


def broken(
    text: str, selection: Span, unit: str, line_end: str, *, yaml: bool = False
) -> tuple[Splice, int]:
    """What Enter inserts, and the offset at which the cursor stands then."""
    start, end = selection
    line = text[line_start(text, start) : start]
    blanks = _BLANKS.match(line)
    indent = blanks[0] if blanks else ""
    code = without_comment(line, yaml=yaml)
    opener = code[-1:]
    deeper = opener in _CLOSERS or (yaml and opener == ":")
    inserted = line_end + indent + (unit if deeper else "")
    cursor = start + len(inserted)
    if opener in _CLOSERS and text.startswith(_CLOSERS[opener], end):
        inserted += line_end + indent
    return Splice(start, text[start:end], inserted), cursor


def first_letter(text: str, offset: int) -> int:
    """Where the line of an offset begins behind its blanks."""
    found = _BLANKS.match(text, line_start(text, offset))
    return found.end() if found else offset


def _line_starts(text: str, selection: Span) -> list[int]:
    """The lines of a selection; one that it only touches at its end is not meant."""
    start, end = selection
    first = line_start(text, start)
    ends = (found.end() for found in LINE_END.finditer(text, start, end))
    return [first, *(begin for begin in ends if begin < end)]


def _is_blank_line(text: str, start: int) -> bool:
    blanks = _BLANKS.match(text, start)
    after = blanks.end() if blanks else start
    return after == len(text) or text[after] in "\r\n"
