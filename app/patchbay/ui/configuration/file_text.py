"""A config's text made ready to be shown: secrets masked, cut to what matters when it is large."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from patchbay.core.config.model import ConfigFile, Entry
from patchbay.core.config.secrets import MIN_LENGTH, secret_values, without_secrets
from patchbay.core.sessions.inspection import without_references

LARGE = 150_000
"""Characters above which only the lines around the entry are shown: that many take Qt 50 ms."""

_AROUND = 200
_BLOCK_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_PAIR = re.compile(r"""["']?([\w.-]+)["']?\s*[:=]\s*["']?([^"'\n]+)""")
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class FileText:
    """The lines of a file that are shown. Line numbers are the file's and count from 1.

    `masked` and `open` have the same length in every line; `commented` are the lines that begin
    inside a block comment.
    """

    masked: str
    open: str
    first_line: int = 1
    total_lines: int = 1
    entry_lines: tuple[int, int] | None = None
    commented: frozenset[int] = frozenset()
    has_secrets: bool = False

    @property
    def is_cut(self) -> bool:
        return self.last_line - self.first_line + 1 < self.total_lines

    @property
    def last_line(self) -> int:
        return self.first_line + self.open.count("\n")


def file_text(file: ConfigFile, entry: Entry | None = None) -> FileText:
    """Prepare a text for the view; takes time that grows with the file."""
    text = file.text
    starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
    span = _entry_lines(text, entry) if entry is not None else None
    first, last = 1, len(starts)
    if len(text) > LARGE:
        at, end = span or (1, 1)
        first, last = max(1, at - _AROUND), min(len(starts), end + _AROUND)
    begin, stop = starts[first - 1], starts[last] if last < len(starts) else len(text)
    stop = min(stop, begin + LARGE)
    is_cut = last < len(starts)
    shown = _shown(text[begin:stop], is_cut=is_cut)
    masked = _shown(_masked_part(file, begin, stop), is_cut=is_cut)
    return FileText(
        masked=masked,
        open=shown,
        first_line=first,
        total_lines=len(starts),
        entry_lines=span,
        commented=frozenset(_commented(text)),
        has_secrets=masked != shown,
    )


def _shown(text: str, *, is_cut: bool) -> str:
    """With the line ends the view knows; where the text goes on, the last would begin a line."""
    lines = _LINE_END.sub("\n", text)
    return lines.removesuffix("\n") if is_cut else lines


def _entry_lines(text: str, entry: Entry) -> tuple[int, int]:
    start, end = entry.span
    before = len(_LINE_END.findall(text, 0, start)) + 1
    # A block style value ends at the start of the line after it.
    within = text[start:end].rstrip()
    return min(entry.place.line, before), before + len(_LINE_END.findall(within))


def _masked_part(file: ConfigFile, begin: int, stop: int) -> str:
    """Each entry without its own secrets: looking for all in all takes the product of both."""
    text = file.text
    if not file.parsed:
        return _masked(text[begin:stop], _guessed(text[begin:stop]))
    parts: list[str] = []
    position = begin
    for entry in sorted(file.entries, key=lambda entry: entry.span):
        start, end = max(entry.span[0], begin), min(entry.span[1], stop)
        if position <= start < end:
            parts += [text[position:start], _masked(text[start:end], _secrets(entry))]
            position = end
    return "".join([*parts, text[position:stop]])


def _secrets(entry: Entry) -> frozenset[str]:
    """Secrets as they stand in the text, escapes included."""
    variables = {name: without_references(value) for name, value in entry.env.items()}
    headers = {name: without_references(value) for name, value in entry.headers.items()}
    found = secret_values(variables, headers, entry.url or "", {})
    return found | {json.dumps(secret, ensure_ascii=False)[1:-1] for secret in found}


def _guessed(text: str) -> Iterator[str]:
    """Values under names like `API_KEY` in a text that could not be parsed."""
    for name, value in _PAIR.findall(text):
        plain = without_references(value)
        if len(plain) >= MIN_LENGTH and without_secrets([f"{name}={plain}"]) != [f"{name}={plain}"]:
            yield plain


def _masked(text: str, secrets: Iterable[str]) -> str:
    """Every secret as dots of the same length."""
    for secret in sorted(set(secrets), key=len, reverse=True):
        if secret in text:
            text = text.replace(secret, re.sub(r"[^\n]", "•", secret))
    return text


def _commented(text: str) -> Iterator[int]:
    if "/*" not in text:
        return
    for found in _BLOCK_COMMENT.finditer(text):
        if found[0].startswith("/*"):
            line = len(_LINE_END.findall(text, 0, found.start())) + 1
            yield from range(line + 1, line + len(_LINE_END.findall(found[0])) + 1)
