"""Recognises text that was copied while its secrets were masked."""

import re

_DOTS = re.compile("•{4,}")
_WORDS = "This was copied with its secrets masked; press the eye while copying."


def masked_words(text: str) -> str:
    """Why a text cannot be taken, when dots stand in it for a secret; else nothing."""
    return _WORDS if _DOTS.search(text) else ""
