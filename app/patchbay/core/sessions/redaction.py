"""Hide secret values wherever words leave a session."""

import json
import re
from collections.abc import Iterable

from patchbay.core.errors import AppError

MASK = "••••••"
_SHORTEST = 6
"""Shorter values occur by chance; hiding them would spoil more than it protects."""
_ESCAPES = re.compile(r"\\\\|\\/|(?:\\u[0-9a-fA-F]{4})+")
"""Escapes that JSON does not need; an escaped backslash is taken whole, to begin no other."""


class Redactor:
    """Replaces known secret values, also in the forms they can take inside JSON text."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        values = {value for value in secrets if len(value) >= _SHORTEST}
        values |= {json.dumps(value)[1:-1] for value in values}
        values |= {json.dumps(value, ensure_ascii=False)[1:-1] for value in values}
        self._values = sorted(values, key=len, reverse=True)

    def text(self, text: str) -> str:
        """The text without secrets; its JSON escapes are kept as they are if they hide none."""
        text = self._replaced(text)
        if self._values and ("\\u" in text or "\\/" in text):
            plain = _ESCAPES.sub(_plain, text)
            redacted = self._replaced(plain)
            return text if redacted == plain else redacted
        return text

    def _replaced(self, text: str) -> str:
        for value in self._values:
            if value in text:
                text = text.replace(value, MASK)
        return text

    def error(self, error: AppError) -> AppError:
        """The same failure without secrets: a server may quote them in what it says."""
        error.title = self.text(error.title)
        error.cause = self.text(error.cause)
        error.hint = self.text(error.hint)
        error.evidence = {name: self.text(value) for name, value in error.evidence.items()}
        return error


def _plain(escape: re.Match[str]) -> str:
    """The same characters as `json.dumps` writes them; what it has to escape stays escaped."""
    text: str = json.loads(f'"{escape.group()}"')
    return json.dumps(text, ensure_ascii=False)[1:-1].encode("utf-8", "replace").decode()
