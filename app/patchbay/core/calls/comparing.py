"""Which two runs are compared, and the parts that a run is compared by."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from patchbay.core.calls.blocks import (
    Audio,
    Block,
    Image,
    Link,
    Payload,
    Resource,
    Result,
    Spooled,
    Text,
    Unknown,
)
from patchbay.core.calls.run import Run, RunKind, Status
from patchbay.core.errors import AppError
from patchbay.core.values import Json


@dataclass(frozen=True, slots=True)
class Words:
    """Text as the server wrote it, here or on disk."""

    title: str
    text: str | Spooled


@dataclass(frozen=True, slots=True)
class Value:
    """JSON that is written over several lines; parts of it may be `Spooled`."""

    title: str
    json: Json


@dataclass(frozen=True, slots=True)
class Bytes:
    """What has no words: told by its type, its size and a digest."""

    title: str
    mime_type: str
    payload: Payload


Part: TypeAlias = Words | Value | Bytes


def ended(runs: Sequence[Run]) -> tuple[Run, ...]:
    """The runs that can be compared: all but those that still go on, in their order."""
    return tuple(run for run in runs if run.status is not Status.RUNNING)


def pair(runs: Sequence[Run], shown: Run | None) -> tuple[Run, Run] | None:
    """The shown run after the one before it; of a first run, it and the next.

    Where no ended run is shown, the two newest; nothing where there are no two.
    """
    known = ended(runs)
    if len(known) < 2:
        return None
    newer = known.index(shown) if shown in known else len(known) - 1
    newer = max(newer, 1)
    return known[newer - 1], known[newer]


def arguments_of(run: Run) -> tuple[Part, ...]:
    """What the server was asked with; a resource by its address alone."""
    if run.kind is RunKind.RESOURCE:
        return (Words("Address", run.name),)
    return (Value("Arguments", run.arguments),)


def result_of(run: Run) -> tuple[Part, ...]:
    """What came back, or why nothing did."""
    if run.result is not None:
        return _result(run.result)
    if run.error is not None:
        return (Words("Failure", _failure(run.error)),)
    return (Words("Cancelled", "Cancelled, without a result"),)


def _failure(error: AppError) -> str:
    facts = [f"{name}: {said}" for name, said in error.evidence.items()]
    return "\n".join(part for part in (error.title, error.cause, error.hint, *facts) if part)


def _result(result: Result) -> tuple[Part, ...]:
    parts: list[Part] = [_block(block) for block in result.blocks]
    if result.description:
        parts.insert(0, Words("Description", result.description))
    if result.structured is not None:
        whole = result.structured.spooled
        title = "Structured content"
        parts.append(Words(title, whole) if whole else Value(title, result.structured.value))
    return tuple(parts)


def _block(block: Block) -> Part:
    match block:
        case Text():
            part: Part = _text(_title("Text", block.role), block)
        case Image():
            part = Bytes(_title("Image", block.role), block.mime_type, block.payload)
        case Audio():
            part = Bytes(_title("Audio", block.role), block.mime_type, block.payload)
        case Resource():
            part = _resource(block)
        case Link():
            part = Words(_title("Resource link", block.role), _link(block))
        case Unknown():
            part = Value(_title(block.kind or "Unknown", block.role), block.raw)
    return part


def _resource(resource: Resource) -> Part:
    contents, mime_type = resource.contents, resource.mime_type
    if isinstance(contents, Text):
        return _text(_title("Resource", resource.uri, mime_type, resource.role), contents)
    return Bytes(_title("Resource", resource.uri, resource.role), mime_type, contents)


def _text(title: str, text: Text) -> Words:
    return Words(title, text.spooled or text.text)


def _title(*parts: str) -> str:
    return ", ".join(" ".join(part.split()) for part in parts if part)


def _link(link: Link) -> str:
    size = "" if link.size is None else f"{link.size:,} bytes"
    said = (link.uri, link.name, link.title, link.description, link.mime_type, size)
    return "\n".join(part for part in said if part)
