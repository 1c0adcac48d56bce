"""Hide secret values wherever words leave a session."""

import json
import re
from collections.abc import Iterable
from functools import cached_property

from patchbay.core.errors import AppError

MASK = "••••••"
_SHORTEST = 6
"""Shorter values occur by chance; hiding them would spoil more than it protects."""
_HALF = 4
"""Characters of a secret that tell enough of it to be hidden at a cut."""
_DEEPEST = 15
"""Backslashes before one character: JSON inside a string of JSON, four times over."""
_UNICODE = re.compile(r"\\+u([0-9a-fA-F]{4})(?:\\+u([dD][c-fC-F][0-9a-fA-F]{2}))?")
_LETTERS = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}


class Redactor:
    """Replaces known secret values, also in the forms they can take inside JSON text.

    JSON may escape any character, and a string may hold JSON again. So texts are first compared
    bare, without their escapes, which is fast; only a text that holds a secret is searched for the
    spelling.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        values = {value for value in secrets if len(value) >= _SHORTEST}
        self._secrets = [_Secret(value) for value in sorted(values, key=len, reverse=True)]
        self._reach = max((secret.longest for secret in self._secrets), default=0)

    def text(self, text: str) -> str:
        """The text without secrets; its escapes are kept as they are if they hide none."""
        if not self._secrets:
            return text
        plain = "\\" not in text
        bare = text if plain else _bare(text)
        for secret in self._secrets:
            if plain:
                text = text.replace(secret.value, MASK)
            elif secret.bare in bare:
                text = secret.spelling.sub(MASK, text)
        return text

    def beginning(self, text: str, limit: int) -> str:
        """At most the first `limit` characters; no half of a secret is left at the cut."""
        if len(text) <= limit:
            return self.text(text)
        redacted = self.text(text[: limit + self._reach])
        return redacted[: min(limit, len(redacted) - self._reach)]

    def cut(self, text: str) -> str:
        """A text that may have been cut before it came here, without half a secret at its end."""
        text = self.text(text)
        for secret in self._secrets:
            for length in range(min(len(secret.value), len(text)) - 1, _HALF - 1, -1):
                if text.endswith(secret.value[:length]):
                    return text[:-length] + MASK
        return text

    def error(self, error: AppError) -> AppError:
        """The same failure without secrets: a server may quote them in what it says."""
        error.title = self.text(error.title)
        error.cause = self.text(error.cause)
        error.hint = self.text(error.hint)
        error.evidence = {name: self.text(value) for name, value in error.evidence.items()}
        return error


class _Secret:
    """One value, and every way to spell it."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.bare = _bare(value)

    @property
    def longest(self) -> int:
        """No spelling has more characters."""
        return len(json.dumps(self.value)) * (_DEEPEST + 5)

    @cached_property
    def spelling(self) -> re.Pattern[str]:
        return re.compile("".join(map(_spellings, self.value)))


def _spellings(character: str) -> str:
    """A pattern for one character: itself, or one of its escapes."""
    units = character.encode("utf-16-be", "surrogatepass").hex()
    code = "".join(
        rf"\\{{1,{_DEEPEST}}}u(?i:{units[at : at + 4]})" for at in range(0, len(units), 4)
    )
    if character == "\\":
        return rf"(?:\\{{1,{_DEEPEST + 1}}}(?:u005[cC])?)"
    if letter := _LETTERS.get(character):
        return rf"(?:{re.escape(character)}|\\{{1,{_DEEPEST}}}{letter}|{code})"
    escapable = rf"\\{{0,{_DEEPEST}}}" if character in '"/' else ""
    return f"(?:{escapable}{re.escape(character)}|{code})"


def _bare(text: str) -> str:
    """The text without what escaping adds to it; control characters become their letters."""
    if "\\u" in text:
        text = _UNICODE.sub(_character, text)
    for control, letter in _LETTERS.items():
        if control in text:
            text = text.replace(control, letter)
    return text.replace("\\", "")


def _character(escape: re.Match[str]) -> str:
    units = bytes.fromhex(escape[1] + (escape[2] or ""))
    return units.decode("utf-16-be", "surrogatepass" if len(units) == 2 else "replace")
