"""Words for people on stdout, JSON for programs, diagnostics on stderr."""

import json
import math
import re
import shutil
import signal
import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
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
from patchbay.core.errors import AppError, Family
from patchbay.core.values import Json, JsonObject, is_list, is_object

OK, TOOL_ERROR = 0, 1
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""All but tabs and line ends."""


class OutputError(Exception):
    """Standard output takes no more: the disk is full, or it was closed."""


def say(text: str = "") -> None:
    """Write to standard output.

    Raises:
        OutputError: it cannot be written to.
        BrokenPipeError: its reader has gone.
    """
    with _told_apart():
        _write(sys.stdout, text)


def flush() -> None:
    """Get out what was said; raises as `say` does."""
    with _told_apart():
        sys.stdout.flush()


def tell(text: str) -> None:
    """Write to standard error, as well as that goes."""
    if sys.stderr is not None:  # pyright: ignore[reportUnnecessaryComparison] - may be closed
        with suppress(OSError):
            _write(sys.stderr, text)


@contextmanager
def _told_apart() -> Generator[None]:
    """Failing output must not look like the failing of a file that the command works on."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror or str(error)) from error


def _write(stream: TextIO, text: str) -> None:
    """A terminal obeys control characters; those of a server are only shown to it."""
    stream.write((_CONTROL.sub(_escaped, text) if stream.isatty() else text) + "\n")


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def print_json(value: Json) -> None:
    """Write JSON and nothing but JSON.

    Raises:
        AppError: the value is nested too deeply.
    """
    try:
        text = _dumped(value)
    except RecursionError:
        raise AppError(
            Family.PROTOCOL, "The answer is nested too deeply to be printed as JSON"
        ) from None
    say(text)


def _dumped(value: Json) -> str:
    # A lone surrogate from a server cannot be encoded; escapes can carry it.
    escaped = not _encodable(value)
    try:
        return json.dumps(value, indent=2, ensure_ascii=escaped, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), indent=2, ensure_ascii=escaped)


def _finite(value: Json) -> Json:
    """The same value with NaN and the infinities, which JSON cannot carry, as texts."""
    if isinstance(value, float) and not math.isfinite(value):
        return json.dumps(value)
    if is_object(value):
        return {name: _finite(item) for name, item in value.items()}
    return [_finite(item) for item in value] if is_list(value) else value


def print_error(error: AppError, *, as_json: bool) -> None:
    if as_json:
        print_json({"error": error_object(error)})
        return
    tell(f"patchbay: {_sentence(error.title)}")
    for words in (error.cause, error.hint):
        if words:
            tell(f"  {words}")
    for name, value in error.evidence.items():
        first, *rest = value.splitlines() or [""]
        tell(f"  {name}: {first}")
        for line in rest:
            tell(f"    {line}")


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether JSON was asked for, also on a line that makes no sense otherwise."""
    words = list(arguments)
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def interrupted(*, as_json: bool) -> int:
    """What is left to do after Ctrl+C: people know, programs are told."""
    if as_json:
        print_json({"error": error_object(AppError(Family.CONNECTION, "Interrupted"))})
    return 128 + signal.SIGINT


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


def problem_line(file: str, problem: Problem, server: str = "") -> str:
    place = f":{problem.place.line}:{problem.place.column}" if problem.place else ""
    whose = f"server “{server}”: " if server else ""
    words = " ".join(_sentence(part) for part in (problem.message, problem.fix) if part)
    return f"{file}{place}: {problem.severity.value}: {whose}{words}"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns padded to their widest cell; the last one runs free."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)][:-1]
    lines: list[str] = []
    for *cells, last in rows:
        padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
        lines.append("  ".join([*padded, last]).rstrip())
    return "\n".join(lines)


def fitted(text: str) -> str:
    """One line, cut where the terminal ends; whole when a program reads it."""
    if not sys.stdout.isatty():
        return text
    columns = shutil.get_terminal_size().columns
    return text if len(text) <= columns else text[: columns - 1] + "…"


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
