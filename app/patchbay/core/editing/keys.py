"""Which key of a file stands for a field: what the entry writes, else what its client reads."""

from typing import Final

from patchbay.core.config.dialects import Dialect, dialect_named
from patchbay.core.config.fields import FIELDS, camel
from patchbay.core.config.model import Entry
from patchbay.core.values import Json, JsonObject, JsonPath

_TIMEOUTS: Final = frozenset({"request_timeout", "connect_timeout"})


def is_timeout(field: JsonPath) -> bool:
    """Whether a client may write the canonical field as a bare `timeout`, in its own unit."""
    return len(field) == 1 and field[0] in _TIMEOUTS


def key_of(where: "Entry | Dialect", field: str) -> str:
    """The key of the canonical `field`: as the entry has it, or as it would be added.

    What is no field of ours is its own key.
    """
    dialect = dialect_named(where.dialect) if isinstance(where, Entry) else where
    if field == "transport":
        return _transport_key(where, dialect)
    if field not in FIELDS:
        return field
    if isinstance(where, Entry):
        for written in (field, camel(field)):
            if written in where.keys:
                return written
    return camel(field) if dialect.format == "json" else field


def timeout_key(where: "Entry | Dialect", field: str) -> tuple[str, float]:
    """The key that holds a time-out, and how many seconds its unit is."""
    dialect = dialect_named(where.dialect) if isinstance(where, Entry) else where
    keys = where.keys if isinstance(where, Entry) else ()
    if field in keys or camel(field) in keys:
        return key_of(where, field), 1.0
    if dialect.timeout is not None and dialect.timeout.field == field:
        return "timeout", dialect.timeout.unit
    return key_of(where, field), 1.0


def spelled(fields: JsonObject, dialect: Dialect) -> JsonObject:
    """Canonical fields of a new server under the keys, and in the units, of its client."""
    written: JsonObject = {}
    for name, value in fields.items():
        if is_timeout((name,)):
            key, unit = timeout_key(dialect, name)
            written[key] = in_unit(value, unit)
        else:
            written[key_of(dialect, name)] = value
    return written


def in_unit(seconds: Json, unit: float) -> Json:
    """What is no number is written as it is; the file's problems tell of it."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        return seconds
    value = round(seconds / unit, 6)
    return int(value) if value.is_integer() else value


def _transport_key(where: "Entry | Dialect", dialect: Dialect) -> str:
    if isinstance(where, Entry):
        for key in dialect.transport_keys:
            # An empty or foreign "type" is still the place where a reader looks.
            if key in where.keys:
                return key
    return dialect.transport_keys[-1]
