"""Whether a large value fits a JSON schema."""

import itertools
import json
import sys

from patchbay.relay.opened import RefusedError, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Schema: TypeAlias = dict[str, Any] | bool

Answer = dict[str, object]

_LARGEST = 64 * 1024 * 1024
_ALL_ERRORS = 4 * 1024 * 1024
_MOST = 20
_LONGEST = 300


def verdict(span: Span, schema: "Schema", folder: str | None) -> Answer:
    """Up to 20 places that do not fit (in a large value the first one), or the schema's fault.

    `folder` is where jsonschema_rs is installed; this program starts without such folders.
    """
    if span.size > _LARGEST:
        raise RefusedError("too large to be checked")
    instance = json.loads(span.read(), strict=False)
    if folder and folder not in sys.path:
        sys.path.append(folder)
    try:
        import jsonschema_rs  # noqa: PLC0415 - 15 MB, and foreign to this program's start
    except ImportError:
        raise RefusedError("jsonschema_rs is not installed") from None
    try:
        validator = jsonschema_rs.validator_for(schema, retriever=_refuse)
    except Exception as error:  # noqa: BLE001 - the library's errors have no common base
        return {"mismatches": [], "schema_error": _short(error)}
    if validator.is_valid(instance):
        return {"mismatches": [], "schema_error": None}
    try:
        validator.validate(instance)  # raises the first error; the others are collected eagerly
        errors = []
    except jsonschema_rs.ValidationError as error:
        errors = [error]
    if span.size <= _ALL_ERRORS:
        errors = list(itertools.islice(validator.iter_errors(instance), _MOST))
    found = [{"path": error.instance_path, "message": error.message[:_LONGEST]} for error in errors]
    return {"mismatches": found, "schema_error": None}


def _refuse(uri: str) -> None:
    raise LookupError(f"the reference {uri[:_LONGEST]} leads out of the schema")


def _short(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:_LONGEST] if lines else type(error).__name__
