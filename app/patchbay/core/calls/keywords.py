"""What single keywords of a schema mean for a row."""

import re

from patchbay.core.calls.fields import Limits
from patchbay.core.calls.loose import as_number
from patchbay.core.values import JsonObject, as_text

_LONG_NAME = re.compile(
    r"(?i)(body|code|contents?|html|markdown|(new|old)_?text|notes?|patch|prompt|query|script"
    r"|source|sql|text)$"
)
_SECRET_NAME = re.compile(r"(?i)(password|passphrase|secret|api_?key|access_?token)$")
_LONG = 300


def limits_of(keywords: JsonObject) -> Limits:
    low, high = as_number(keywords.get("minimum")), as_number(keywords.get("maximum"))
    above, below = keywords.get("exclusiveMinimum"), keywords.get("exclusiveMaximum")
    return Limits(
        minimum=None if above is True else low,
        maximum=None if below is True else high,
        above=low if above is True else as_number(above),
        below=high if below is True else as_number(below),
        multiple_of=as_number(keywords.get("multipleOf")),
        shortest=_first_count(keywords, ("minLength", "minItems", "minProperties")),
        longest=_first_count(keywords, ("maxLength", "maxItems", "maxProperties")),
        pattern=as_text(keywords.get("pattern")),
        unique=keywords.get("uniqueItems") is True,
    )


def looks_long(name: str, keywords: JsonObject) -> bool:
    """Whether a text is likely to have several lines."""
    if keywords.get("format") in ("markdown", "textarea", "multiline", "html"):
        return True
    if as_text(keywords.get("contentMediaType")).startswith("text/"):
        return True
    longest = as_number(keywords.get("maxLength"))
    if longest is not None:
        return longest >= _LONG
    return "format" not in keywords and _LONG_NAME.match(name) is not None


def looks_secret(name: str, keywords: JsonObject) -> bool:
    declared = keywords.get("format") == "password" or keywords.get("writeOnly") is True
    return declared or _SECRET_NAME.search(name) is not None


def _first_count(keywords: JsonObject, names: tuple[str, ...]) -> int | None:
    counts = (as_number(keywords.get(name)) for name in names)
    return next((int(count) for count in counts if count is not None), None)
