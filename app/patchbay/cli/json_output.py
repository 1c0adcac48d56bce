"""JSON for programs: whatever is in it, it can be parsed, and no terminal obeys it."""

import json
import math
import re
import sys

from patchbay.cli.streams import DIRECTION, say
from patchbay.core.errors import AppError, Family
from patchbay.core.values import Json, is_list, is_object

_LEFT_BY_JSON = re.compile(rf"[\x7f-\x9f{DIRECTION}]")


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
    in_ascii = not _encodable(value)
    try:
        text = json.dumps(value, indent=2, ensure_ascii=in_ascii, allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(value), indent=2, ensure_ascii=in_ascii)
    return _LEFT_BY_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _finite(value: Json) -> Json:
    """The same value with NaN and the infinities, which JSON cannot carry, as texts."""
    if isinstance(value, float) and not math.isfinite(value):
        return json.dumps(value)
    if is_object(value):
        return {name: _finite(item) for name, item in value.items()}
    return [_finite(item) for item in value] if is_list(value) else value


def _encodable(value: Json) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
