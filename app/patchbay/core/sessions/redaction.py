"""Hide secret values wherever words leave a session."""

import html
import json
import re
from collections.abc import Container, Iterable
from dataclasses import replace
from functools import cached_property
from urllib.parse import quote, unquote_plus

from patchbay.core.config.secrets import worth_hiding
from patchbay.core.errors import AppError
from patchbay.core.values import Json, is_list, is_object

MASK = "••••••"
_SHORTEST = 6
"""Shorter values occur by chance; hiding them would spoil more than it protects."""
_LONG = 2_000
"""Of a longer one only the common spellings are cut out; a text with another is hidden whole."""
_HALF = 4
"""Characters of a secret that tell enough of it to be hidden at a cut."""
_DEEPEST = 15
"""Backslashes before one character: JSON inside a string of JSON, four times over."""
_CUT_FROM = 512
"""No piece of evidence that was cut has fewer characters."""
_SHOWN_WORDS: frozenset[str | int] = frozenset({"title", "description"})
"""Members of what a server lists that are for people only: nothing is sent back of them."""
_MARKS = "\\%&+"
_BROKEN_CHARACTER = re.compile("[\N{REPLACEMENT CHARACTER}\ud800-\udfff]+\\Z")
_BROKEN_END = re.compile(r"(?:\ufffd+|\\+(?:u[0-9a-fA-F]{0,3})?|%[0-9a-fA-F]?|&#?\w{0,6})\Z")
"""What is left of a character or an escape that was cut through."""
_UNICODE = re.compile(r"\\+u([0-9a-fA-F]{4})(?:\\+u([dD][c-fC-F][0-9a-fA-F]{2}))?")
_ENTITIES = {"&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos"}
_AND = rf"(?:&|\\{{1,{_DEEPEST}}}u0026)"
_LETTERS = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}


class Redactor:
    """Replaces known secret values, however JSON, addresses and HTML spell them.

    JSON may escape any character, and a string may hold JSON again; so may an address and a page.
    Texts are first compared bare, without their escapes, which is fast; only a text that holds a
    secret is searched for the spelling.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        values = {value for value in secrets if len(value) >= _SHORTEST}
        self._secrets = [_Secret(value) for value in sorted(values, key=len, reverse=True)]
        self._reach = max((secret.longest for secret in self._secrets), default=0)

    def text(self, text: str) -> str:
        """The text without secrets; its escapes are kept as they are if they hide none."""
        if not self._secrets:
            return text
        plain = not any(mark in text for mark in _MARKS)
        bare = text if plain else _bare(text)
        for secret in self._secrets:
            if plain:
                text = text.replace(secret.value, MASK)
            elif secret.bare in bare or secret.value in text:
                text = secret.hidden_in(text)
        return text

    def beginning(self, text: str, limit: int) -> str:
        """At most the first `limit` characters; no half of a secret is left at the cut."""
        if len(text) <= limit + self._reach:
            return self.text(text)[:limit]
        redacted = self.text(text[: limit + self._reach])
        return redacted[: min(limit, len(redacted) - self._reach)]

    def cut(self, text: str) -> str:
        """A text that may have been cut before it came here, without half a secret at its end."""
        if not self._secrets:
            return text
        text = self.text(text)
        end = _BROKEN_END.sub("", text[-self._reach :])
        bare = _BROKEN_CHARACTER.sub("", _bare(end))
        for secret in self._secrets:
            if half := secret.half_at_end(end, bare):
                return text[: -self._reach] + end[:-half] + MASK
        return text

    def error(self, error: AppError) -> AppError:
        """The same failure without secrets: a server may quote them in what it says."""
        error.title = self.text(error.title)
        error.cause = self.text(error.cause)
        error.hint = self.text(error.hint)
        error.short = self.text(error.short)
        error.evidence = {name: self._evidence(value) for name, value in error.evidence.items()}
        error.remedies = tuple(
            replace(remedy, label=self.text(remedy.label)) for remedy in error.remedies
        )
        return error

    def said(self, value: Json) -> None:
        """Hide secrets in every text of a JSON value, in place; names of members stay."""
        self._replace(value, None)

    def listed(self, value: Json) -> None:
        """The same in titles and descriptions only: the rest may have to be sent back as it is."""
        self._replace(value, _SHOWN_WORDS)

    def _evidence(self, value: str) -> str:
        return self.text(value) if len(value) < _CUT_FROM else self.cut(value)

    def _replace(self, value: Json, names: Container[str | int] | None) -> None:
        left: list[Json] = [value] if self._secrets else []
        while left:
            each = left.pop()
            for key, inner in _members(each):
                if not isinstance(inner, str):
                    left.append(inner)
                elif names is None or key in names:
                    each[key] = self.text(inner)


def without(secrets: Iterable[str], error: AppError) -> AppError:
    """The same failure without these; what could only be done with one of them is not offered."""
    redactor = Redactor(worth_hiding(secrets))
    told = tuple(each for each in error.remedies if redactor.text(each.value) == each.value)
    error.remedies = told
    return redactor.error(error)


def _members(value: Json) -> Iterable[tuple[str | int, Json]]:
    if is_object(value):
        return value.items()
    return enumerate(value) if is_list(value) else ()


class _Secret:
    """One value, and every way to spell it."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.bare = _bare(value)

    @property
    def longest(self) -> int:
        """No spelling has more characters."""
        return len(json.dumps(self.value)) * (_DEEPEST + 5)

    def hidden_in(self, text: str) -> str:
        """A text that holds it, without it."""
        if len(self.value) <= _LONG:
            return self.spelling.sub(MASK, text)
        for spelled in self._common_spellings:
            text = text.replace(spelled, MASK)
        return MASK if self.bare in _bare(text) else text

    @cached_property
    def _common_spellings(self) -> tuple[str, ...]:
        """As a pattern, so long a value would take seconds to prepare."""
        told, ascii_only = json.dumps(self.value, ensure_ascii=False), json.dumps(self.value)
        ways = (told[1:-1], ascii_only[1:-1], html.escape(self.value), quote(self.value))
        return (self.value, *ways)

    @cached_property
    def spelling(self) -> re.Pattern[str]:
        return re.compile("".join(map(_spellings, self.value)))

    def half_at_end(self, tail: str, bare: str) -> int:
        """How many characters at the end of `tail`, which reads `bare`, are the beginning of it."""
        if half := _half(self.value, tail):
            return len(half)
        half = _half(self.bare, bare)
        starts = (self.value[:length] for length in range(len(half), len(self.value)))
        start = next((each for each in starts if _bare(each) == half), "") if half else ""
        # Of a character of several octets some may be left, each of them escaped.
        found = re.search("".join(map(_spellings, start)) + r".{0,24}\Z", tail) if start else None
        return len(found[0]) if found else 0


def _half(whole: str, text: str) -> str:
    """The end of `text` that `whole` begins with, if that tells enough of it."""
    text = text[-len(whole) :]
    at = text.find(whole[:_HALF])
    while at >= 0 and not whole.startswith(text[at:]):
        at = text.find(whole[:_HALF], at + 1)
    return text[at:] if at >= 0 else ""


def _spellings(character: str) -> str:
    """A pattern for one character: itself, or one of its escapes."""
    units = character.encode("utf-16-be", "surrogatepass").hex()
    code = "".join(
        rf"\\{{1,{_DEEPEST}}}u(?i:{units[at : at + 4]})" for at in range(0, len(units), 4)
    )
    code = f"{code}|{_foreign(character)}"
    if character == "\\":
        return rf"(?:\\{{1,{_DEEPEST + 1}}}(?:u005[cC])?|{_foreign(character)})"
    if letter := _LETTERS.get(character):
        return rf"(?:{re.escape(character)}|\\{{1,{_DEEPEST}}}{letter}|{code})"
    escapable = rf"\\{{0,{_DEEPEST}}}" if character in '"/' else ""
    return f"(?:{escapable}{re.escape(character)}|{code})"


def _foreign(character: str) -> str:
    """How addresses and HTML write a character."""
    octets = character.encode("utf-8", "surrogatepass")
    ways = [f"(?i:{''.join(f'%{octet:02x}' for octet in octets)})"]
    if not character.isalnum():
        ways.append(f"(?i:{_AND}#(?:0*{ord(character)}|x0*{ord(character):x});)")
    if entity := _ENTITIES.get(character):
        ways.append(f"{_AND}{entity};")
    if character == " ":
        ways.append(r"\+")
    return "|".join(ways)


def _bare(text: str) -> str:
    """The text without what escaping adds to it; control characters become their letters."""
    if "\\u" in text:
        text = _UNICODE.sub(_character, text)
    if "%" in text or "+" in text:
        text = unquote_plus(text)
    if "&" in text:
        text = html.unescape(text)
    for control, letter in _LETTERS.items():
        if control in text:
            text = text.replace(control, letter)
    return text.replace("\\", "")


def _character(escape: re.Match[str]) -> str:
    units = bytes.fromhex(escape[1] + (escape[2] or ""))
    return units.decode("utf-16-be", "surrogatepass" if len(units) == 2 else "replace")
