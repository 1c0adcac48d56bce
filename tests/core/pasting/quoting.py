"""Command lines made of words, and taken apart again: what a shell and its user do."""

import re
from collections.abc import Sequence

from patchbay.core.pasting.posix_words import PosixScanner
from patchbay.core.pasting.shell_words import Quoting
from patchbay.core.pasting.windows_words import WindowsScanner

_PLAIN_WORD = re.compile(r"[A-Za-z0-9_@+=:,./-]+")
_PLAIN_WINDOWS_WORD = re.compile(r"[A-Za-z0-9_@+=:,./\\-]+")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=", re.ASCII)


def split(line: str, quoting: Quoting) -> list[str]:
    """The words of a line without operators."""
    scanner = WindowsScanner if quoting is Quoting.WINDOWS else PosixScanner
    tokens = scanner(line).scan().tokens
    assert not any(token.is_operator for token in tokens)
    return [token.text for token in tokens]


def joined(words: Sequence[str], quoting: Quoting) -> str:
    """One line that `split` takes apart into the same words."""
    quote = _quoted if quoting is Quoting.POSIX else _quoted_for_windows
    return " ".join(map(quote, words))


def _quoted(word: str) -> str:
    if _PLAIN_WORD.fullmatch(word) and not _ASSIGNMENT.match(word):
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"


def _quoted_for_windows(word: str) -> str:
    if _PLAIN_WINDOWS_WORD.fullmatch(word) and not _ASSIGNMENT.match(word):
        return word
    if word.count("%") < 2:
        return _in_windows_quotes(word)
    # cmd fills in variables inside quotes too; only a caret outside them keeps a percent sign.
    return "^%".join(_in_windows_quotes(part) if part else "" for part in word.split("%"))


def _in_windows_quotes(text: str) -> str:
    escaped = re.sub(r'(\\*)"', r'\1\1\\"', text)
    return '"' + re.sub(r"(\\+)\Z", r"\1\1", escaped) + '"'
