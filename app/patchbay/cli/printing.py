"""How results, errors, problems and tables are printed."""

import json
import shutil
import signal
import sys
from collections.abc import Iterable, Sequence

from patchbay.cli.json_output import print_json
from patchbay.cli.streams import escaped, say, tell
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
from patchbay.core.trust.visible import visible
from patchbay.core.values import JsonObject

OK, TOOL_ERROR = 0, 1


def print_error(error: AppError, *, as_json: bool) -> None:
    if as_json:
        print_json({"error": error_object(error)})
        return
    title, *lines = error_lines(error)
    tell(f"patchbay: {title}")
    for line in lines:
        tell(f"  {line}")


def error_lines(error: AppError) -> list[str]:
    """What happened, why, what to do, and the evidence."""
    lines = [visible(_sentence(error.title))]
    lines += [visible(words) for words in (error.cause, error.hint) if words]
    for name, value in error.evidence.items():
        first, *rest = escaped(value).splitlines() or [""]
        lines += [f"{name}: {first}", *(f"  {line}" for line in rest)]
    return lines


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
    return visible(f"{file}{place}: {problem.severity.value}: {whose}{words}")


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


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
