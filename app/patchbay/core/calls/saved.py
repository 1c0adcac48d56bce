"""A call that a person keeps under a name: what to ask of a server, and with what."""

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from patchbay.core.calls.run import RunKind
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.values import Json, JsonObject, as_text, is_object

LARGEST = 1_000_000
"""Bytes of the arguments of one call, as JSON without blanks."""

TARGETS: Mapping[RunKind, str] = {
    RunKind.TOOL: "tool",
    RunKind.PROMPT: "prompt",
    RunKind.RESOURCE: "uri",
}
"""The key under which the file has what is asked for."""
_OURS = {"name", "kind", "arguments", "saved", *TARGETS.values()}


@dataclass(frozen=True, slots=True)
class SavedCall:
    """`target` is a tool, a prompt, or the address of a resource or of a template for some."""

    name: str
    kind: RunKind
    target: str
    arguments: JsonObject
    saved_at: datetime


def read_call(raw: Json) -> SavedCall | None:
    """The call as it is written; `None` where something else is."""
    if not is_object(raw):
        return None
    name, kind = as_text(raw.get("name")), _kind(raw.get("kind"))
    arguments = raw.get("arguments")
    target = raw.get(TARGETS[kind]) if kind is not None else None
    if not name or kind is None or not isinstance(target, str) or not is_object(arguments):
        return None
    return SavedCall(name, kind, target, arguments, _time(raw.get("saved")))


def written(call: SavedCall, over: Mapping[str, Json]) -> JsonObject:
    """The call as JSON; of what stood in its place, keys that are not ours stay."""
    return {
        "name": call.name,
        "kind": call.kind.value,
        TARGETS[call.kind]: call.target,
        "arguments": call.arguments,
        "saved": call.saved_at.isoformat(timespec="seconds"),
        **{key: value for key, value in over.items() if key not in _OURS},
    }


def check_arguments(arguments: JsonObject) -> None:
    """Ask whether these arguments can be kept.

    Raises:
        AppError: they are too large, too deep, or hold what JSON has no way to write.
    """
    try:
        text = json.dumps(arguments, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    except (ValueError, RecursionError) as error:
        too_deep = isinstance(error, RecursionError)
        why = "are nested too deeply" if too_deep else "hold a number that JSON has no way to write"
        raise not_saved(f"Its arguments {why}.") from None
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST:
        raise not_saved(
            f"Its arguments are {size / 1_000_000:,.1f} MB; at most {LARGEST // 1_000_000} MB"
            " of them is kept."
        )


def not_saved(cause: str, hint: str = "") -> AppError:
    title = "The call was not saved"
    return AppError(Family.CONFIGURATION, title, cause=cause, hint=hint, kind=Kind.REFUSED)


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, with the first free number behind it where it is taken."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free


def _kind(said: Json) -> RunKind | None:
    return next((kind for kind in TARGETS if kind.value == said), None)


def _time(said: Json) -> datetime:
    """The time that was written; the beginning of time for what is none."""
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromisoformat(as_text(said)).astimezone()
    return datetime.fromtimestamp(0).astimezone()
