"""Hide secret values wherever words leave a session."""

import json
from collections.abc import Iterable

from patchbay.core.errors import AppError

MASK = "••••••"
_SHORTEST = 6
"""Shorter values occur by chance; hiding them would spoil more than it protects."""


class Redactor:
    """Replaces known secret values, also in the form they take inside JSON text."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        values = {value for value in secrets if len(value) >= _SHORTEST}
        values |= {json.dumps(value)[1:-1] for value in values}
        values |= {json.dumps(value, ensure_ascii=False)[1:-1] for value in values}
        self._values = sorted(values, key=len, reverse=True)

    def text(self, text: str) -> str:
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
