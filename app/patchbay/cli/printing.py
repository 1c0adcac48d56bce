"""Words for people on stdout, JSON for programs, diagnostics on stderr."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from patchbay.core.calls.blocks import (
    Audio,
    Block,
    Image,
    Link,
    Note,
    Resource,
    Result,
    Text,
    Unknown,
)
from patchbay.core.config.model import Problem
from patchbay.core.errors import AppError
from patchbay.core.values import Json, JsonObject

OK, TOOL_ERROR = 0, 1
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""All but tabs and line ends."""


def say(text: str = "") -> None:
    _write(sys.stdout, text)


def tell(text: str) -> None:
    _write(sys.stderr, text)


def _write(stream: TextIO, text: str) -> None:
    """A terminal obeys control characters; those of a server are only shown to it."""
    stream.write((_CONTROL.sub(_escaped, text) if stream.isatty() else text) + "\n")


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def print_json(value: Json) -> None:
    # A lone surrogate from a server cannot be encoded; escapes can carry it.
    say(json.dumps(value, indent=2, ensure_ascii=not _encodable(value)))


def print_error(error: AppError, *, as_json: bool) -> None:
    if as_json:
        print_json({"error": error_object(error)})
        return
    tell(f"patchbay: {error.title}.")
    for words in (error.cause, error.hint):
        if words:
            tell(f"  {words}")
    for name, value in error.evidence.items():
        first, *rest = value.splitlines() or [""]
        tell(f"  {name}: {first}")
        for line in rest:
            tell(f"    {line}")


def error_object(error: AppError) -> JsonObject:
    return {
        "family": error.family.value,
        "title": error.title,
        "cause": error.cause,
        "hint": error.hint,
        "evidence": error.evidence,
    }


def problem_object(problem: Problem) -> JsonObject:
    place = problem.place
    return {
        "severity": problem.severity.value,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "message": problem.message,
        "fix": problem.fix,
    }


def problem_line(file: str, problem: Problem) -> str:
    place = f":{problem.place.line}:{problem.place.column}" if problem.place else ""
    fix = f" {problem.fix}" if problem.fix else ""
    return f"{file}{place}: {problem.severity.value}: {problem.message}{fix}"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns padded to their widest cell; the last one runs free."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)][:-1]
    lines: list[str] = []
    for *cells, last in rows:
        padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
        lines.append("  ".join([*padded, last]).rstrip())
    return "\n".join(lines)


def print_result(result: Result) -> None:
    for block in result.blocks:
        say(_shown(block))
    structured = result.structured
    if structured is not None and not any(isinstance(block, Text) for block in result.blocks):
        print_json(structured.value)
    tell_notes(result.notes)


def tell_notes(notes: Iterable[Note]) -> None:
    """What was odd about an answer or a list, on standard error."""
    for note in notes:
        tell(f"note: {note.words}")


def _shown(block: Block) -> str:
    role = f"[{block.role}] " if block.role else ""
    return role + _words(block)


def _words(block: Block) -> str:
    match block:
        case Text():
            words = whole_text(block)
        case Image(mime_type=mime, payload=payload):
            words = f"[image {mime}, {payload.size:,} bytes]"
        case Audio(mime_type=mime, payload=payload):
            words = f"[audio {mime}, {payload.size:,} bytes]"
        case Resource():
            words = _resource(block)
        case Link(uri=uri, name=name):
            words = f"[link {uri}] {name}".rstrip()
        case Unknown(kind=kind, raw=raw):
            words = f"[{kind or 'unknown'}] {json.dumps(raw, default=str)}"
    return words


def _resource(block: Resource) -> str:
    if isinstance(block.contents, Text):
        return f"[resource {block.uri}]\n{whole_text(block.contents)}"
    kind = block.mime_type or "bytes"
    return f"[resource {block.uri}, {kind}, {block.contents.size:,} bytes]"


def whole_text(text: Text) -> str:
    """All of a text, also when most of it stayed in a spool file."""
    spooled = text.spooled
    if spooled is None:
        return text.text
    with spooled.file.open("rb") as file:
        file.seek(spooled.start)
        return json.loads(file.read(spooled.size))


def whole_result(result: Result) -> JsonObject:
    """The server's own result object, complete."""
    raw_file = result.raw_file
    if raw_file is None:
        return result.raw
    with raw_file.file.open("rb") as file:
        file.seek(raw_file.start)
        return json.loads(file.read(raw_file.size))["result"]


def _encodable(value: Json) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
