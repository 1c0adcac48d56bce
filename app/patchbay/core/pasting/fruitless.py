"""Why no server was found in a pasted text, in words for the person who pasted it."""

import re

from patchbay.core.config import jsonc, yaml_document
from patchbay.core.config.document import Document, Lines
from patchbay.core.config.model import Place
from patchbay.core.errors import AppError, Family
from patchbay.core.pasting.command_line import parse_command_line
from patchbay.core.pasting.mending import fenced_blocks
from patchbay.core.pasting.shell_words import likely_quoting

MAX_TEXT = 4 * 1024 * 1024
"""In characters; the largest configs in the wild are below."""

_MAX_YAML = 128 * 1024
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_KEY_LINE = re.compile(r"^[ \t]*+(?:-[ \t]++)?[\"']?[\w.@-]++[\"']?[ \t]*+:(?:\s|$)", re.MULTILINE)
_WAY_OUT = "Paste the JSON of a server, an install link, an address, or the command that starts it."


def looks_like_json(text: str) -> bool:
    start = text.lstrip()[:2]
    return start[:1] in {"{", "[", "}", "]"} or start in {"//", "/*"}


def reads_as_yaml(text: str) -> bool:
    """Whether it has lines with a key, and is short enough to try."""
    return len(text) <= _MAX_YAML and _KEY_LINE.search(text) is not None


def unreadable(text: str) -> AppError | None:
    """Why it is not worth trying to read `text`, if it is not."""
    if len(text) > MAX_TEXT:
        return _none(f"The text is longer than {MAX_TEXT // (1024 * 1024)} million characters.")
    if not text.replace("\ufeff", "").strip():
        return _none("The text is empty.")
    if control := _CONTROL.search(text):
        place = _position(Lines(text).place(control.start()))
        return _none(f"It is no text: a control character stands at {place}.")
    return None


def no_server(text: str) -> AppError:
    """What keeps `text`, in which none was found, from being a server."""
    block = next((each for each in fenced_blocks(text) if looks_like_json(each.text)), None)
    if block is not None or looks_like_json(text):
        # The empty lines keep the places of the whole text.
        json = "\n" * block.lines_before + block.text if block is not None else text
        return _of_document(jsonc.parse(json), "It is sound JSON")
    if reads_as_yaml(text):
        return _of_document(yaml_document.parse(text), "It reads as YAML")
    try:
        parse_command_line(text, likely_quoting(text))
    except AppError as error:
        return error
    return _none("It is neither JSON nor YAML nor a command line.")


def _of_document(document: Document, praise: str) -> AppError:
    if not document.problems:
        return _none(f"{praise}, but nothing in it has a command or a url.")
    problem = document.problems[0]
    position = f" ({_position(problem.place)})" if problem.place else ""
    return _none(f"{problem.message}{position}.", problem.fix)


def _position(place: Place) -> str:
    return f"line {place.line}, column {place.column}"


def _none(cause: str, hint: str = "") -> AppError:
    return AppError(
        Family.CONFIGURATION, "No server was found in this text", cause=cause, hint=hint or _WAY_OUT
    )
