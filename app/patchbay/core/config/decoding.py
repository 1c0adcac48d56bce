"""Turns the bytes of a config file into text, and says what is odd about them."""

import codecs
from dataclasses import dataclass

from patchbay.core.config.model import Place, Problem, Severity

_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF_32_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text without its byte-order mark; `None` when the bytes are no text."""

    text: str | None
    encoding: str = "utf-8"
    has_mark: bool = False
    problem: Problem | None = None


def decode(data: bytes) -> Decoded:
    if data.startswith(_UTF_32_MARKS):
        return _wide(data, "utf-32")
    if data.startswith(_UTF_16_MARKS):
        return _wide(data, "utf-16")
    has_mark = data.startswith(codecs.BOM_UTF8)
    body = data.removeprefix(codecs.BOM_UTF8)
    if b"\0" in body:
        return Decoded(None, problem=_zero_bytes(body))
    try:
        return Decoded(body.decode("utf-8"), has_mark=has_mark)
    except UnicodeDecodeError as error:
        return Decoded(None, has_mark=has_mark, problem=_not_utf_8(body, error.start))


def _wide(data: bytes, encoding: str) -> Decoded:
    name = encoding.upper()
    try:
        text = data.decode(encoding)
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
    before = body[:offset].decode("utf-8", "replace").replace("\r\n", "\n")
    return Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
