"""Does a value fit a schema, and if not, where and why, in words for people."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from patchbay.core.calls.wording import Finding, findings
from patchbay.core.values import Json, JsonPath, as_list, as_object

if TYPE_CHECKING:
    from jsonschema_rs import Validator

MAX_DEPTH = 200
"""Levels of nesting that are checked; jsonschema-rs crashes the process at about 20,000."""
MAX_MISMATCHES = 50


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where a value does not fit its schema, and why.

    `schema_fault` means that the schema itself cannot be used, so that nothing was checked.
    """

    path: JsonPath
    message: str
    schema_fault: bool = False


def validate(schema: Json, value: Json) -> tuple[Mismatch, ...]:
    """Check a value; at most `MAX_MISMATCHES`, no reference leaves the schema, never raises."""
    if is_deep(schema):
        return (_fault("it is nested too deeply"),)
    if is_deep(value):
        return (Mismatch((), "Is nested too deeply to be checked"),)
    try:
        return _checked(_compiled(schema), value)
    except UnicodeEncodeError:
        return (Mismatch((), "Holds half a character (a lone surrogate), which cannot be sent"),)
    except Exception as error:  # noqa: BLE001 - the library's errors have no common base
        return (_fault(_first_line(error)),)


def _checked(validator: "Validator", value: Json) -> tuple[Mismatch, ...]:
    errors = islice(validator.iter_errors(value), MAX_MISMATCHES)
    found = [finding for error in errors for finding in findings(error)]
    return tuple(_unique(found))[:MAX_MISMATCHES]


def is_deep(value: Json, limit: int = MAX_DEPTH) -> bool:
    """Whether a value has more than `limit` levels; counted without recursion."""
    level: list[Json] = [value]
    for _ in range(limit):
        level = [child for parent in level for child in _containers(parent)]
        if not level:
            return False
    return True


def _containers(value: Json) -> Iterator[Json]:
    children = as_list(value) or list(as_object(value).values())
    return filter(_is_container, children)


def _is_container(value: Json) -> bool:
    return isinstance(value, dict | list)


def _compiled(schema: Json) -> "Validator":
    from jsonschema_rs import validator_for  # noqa: PLC0415 - 15 MB, wanted at the first check only

    try:
        return validator_for(schema, validate_formats=True, retriever=_refuse)
    except UnicodeEncodeError as error:
        raise ValueError("it holds half a character (a lone surrogate)") from error


def _refuse(uri: str) -> Json:
    raise ValueError(f"references to other documents are not followed ({uri[:80]})")


def _fault(reason: str) -> Mismatch:
    return Mismatch((), f"The schema cannot be used to check this: {reason}", schema_fault=True)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


def _unique(found: list[Finding]) -> Iterator[Mismatch]:
    seen: set[tuple[JsonPath, str]] = set()
    for finding in found:
        if (finding.path, finding.message) not in seen:
            seen.add((finding.path, finding.message))
            yield Mismatch(finding.path, finding.message)
