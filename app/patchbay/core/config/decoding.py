"""Turns the bytes of a config file into text and back, and says what is odd about them."""

import codecs
from dataclasses import dataclass

from patchbay.core.config.model import Place, Problem, Severity
from patchbay.core.errors import AppError, Family

_MARKS = {
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
    "utf-16-le": codecs.BOM_UTF16_LE,  # this one begins like that of UTF-32, which is tried first
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-8": codecs.BOM_UTF8,
}


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text without its byte-order mark; `None` when the bytes are no text.

    `encoding` and `has_mark` are what `encode` needs to make the same bytes of it again.
    """

    text: str | None
    encoding: str = "utf-8"
    has_mark: bool = False
    problem: Problem | None = None


def decode(data: bytes) -> Decoded:
    marked = next((name for name, mark in _MARKS.items() if data.startswith(mark)), "")
    body = data.removeprefix(_MARKS.get(marked, b""))
    if marked not in {"", "utf-8"}:
        return _wide(body, marked)
    has_mark = bool(marked)
    if b"\0" in body:
        return Decoded(None, problem=_zero_bytes(body))
    try:
        return Decoded(body.decode("utf-8"), has_mark=has_mark)
    except UnicodeDecodeError as error:
        return Decoded(None, has_mark=has_mark, problem=_not_utf_8(body, error.start))


def encode(text: str, decoded: Decoded) -> bytes:
    """`text` in the encoding of `decoded` and with its mark: the exact inverse of `decode`.

    Raises:
        AppError: half of a surrogate pair is in the text, which no encoding has.
    """
    mark = _MARKS[decoded.encoding] if decoded.has_mark else b""
    try:
        return mark + text.encode(decoded.encoding)
    except UnicodeEncodeError as error:
        place = _end_of(text[: error.start])
        raise AppError(
            Family.CONFIGURATION,
            f"Line {place.line}, column {place.column} holds half a character",
            cause="It is one half of a surrogate pair, which cannot be written to a file.",
            hint="Delete it.",
        ) from error


def _wide(body: bytes, encoding: str) -> Decoded:
    name = encoding[: len("utf-16")].upper()
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        problem = Problem(
            Severity.ERROR,
            f"The file starts as {name} but is damaged further on",
            "Restore it from a copy, or save it again as UTF-8.",
        )
        return Decoded(None, encoding, has_mark=True, problem=problem)
    problem = Problem(
        Severity.WARNING,
        f"The file is {name}; most clients read UTF-8 only",
        "Save it as UTF-8.",
        Place(1, 1),
    )
    return Decoded(text, encoding, has_mark=True, problem=problem)


def _zero_bytes(body: bytes) -> Problem:
    if not body.strip(b"\0"):
        return Problem(
            Severity.ERROR,
            "The file holds zero bytes only: it was damaged, as a power loss does",
            "Restore it from a copy.",
        )
    if body[1::2].count(0) > len(body) // 4 or body[::2].count(0) > len(body) // 4:
        return Problem(
            Severity.ERROR,
            "The file looks like UTF-16 without its byte-order mark",
            "Save it as UTF-8.",
        )
    return Problem(
        Severity.ERROR,
        "The file holds zero bytes: it is not text, or it was damaged",
        "Choose a JSON or YAML file, or restore this one from a copy.",
        _place_of_byte(body, body.index(0)),
    )


def _not_utf_8(body: bytes, offset: int) -> Problem:
    return Problem(
        Severity.ERROR,
        f"The byte 0x{body[offset]:02X} is not UTF-8",
        "Save the file as UTF-8; it may be in an older encoding such as Windows-1252.",
        _place_of_byte(body, offset),
    )


def _place_of_byte(body: bytes, offset: int) -> Place:
    return _end_of(body[:offset].decode("utf-8", "replace"))


def _end_of(text: str) -> Place:
    before = text.replace("\r\n", "\n")
    return Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
