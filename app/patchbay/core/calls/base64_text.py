"""Base64 as servers write it: strictly first, then the ways it is usually bent."""

import base64
import binascii
import re

_BLANK = re.compile(r"[\s\\]+")
_DATA_URL = re.compile(r"data:[^,]{0,200};base64,", re.IGNORECASE)


def decoded(text: str) -> bytes | None:
    """The bytes, or `None` if this is not base64.

    Accepted beside the standard: line breaks, missing padding, the URL-safe letters, a `data:`
    address in front, and the backslashes of slashes that were escaped twice.
    """
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return _tolerant(text)


def _tolerant(text: str) -> bytes | None:
    prefix = _DATA_URL.match(text)
    bare = _BLANK.sub("", text[prefix.end() :] if prefix else text)
    bare = bare.rstrip("=").replace("-", "+").replace("_", "/")
    if len(bare) % 4 == 1:
        return None
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
