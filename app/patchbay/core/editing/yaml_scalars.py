"""Strings as YAML writes them: plain where every reader sees a string, else in quotes."""

import re
from typing import Literal, TypeAlias

from patchbay.core.config.yaml_tags import is_plain_string
from patchbay.core.editing import refusals

Quoting: TypeAlias = Literal["plain", "single", "double", "block"]

# What YAML 1.2 reads as something else than a string and YAML 1.1 does not, or not everywhere.
_OTHER_KINDS = re.compile(
    r"~|null|true|false|y|n|yes|no|on|off"
    r"|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])*(\.[0-9_]*)?(e[-+]?[0-9]+)?"
    r"|[-+]?\.[0-9_]+(e[-+]?[0-9]+)?"
    r"|[-+]?0(x[0-9a-f_]+|o[0-7_]+|b[01_]+)"
    r"|[-+]?\.inf|\.nan",
    re.IGNORECASE,
)
_LONGEST_KEY = 1_024
"""Quotes and escapes included (YAML 1.2.2, section 7.4.2)."""
_PRINTABLE = r"\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff"
_ONE_LINE = re.compile(f"[{_PRINTABLE}]*")
_BEGINNING = re.compile(r"--?[^\s,\[\]{}-]|[^-\s?:,\[\]{}#&*!|>'\"%@`]")
_BLOCK = re.compile(f"(?! )[{_PRINTABLE}]+(?:\n[\t{_PRINTABLE}]*)*")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(f'["\\\\]|[^{_PRINTABLE}]')


def quoting_of(source: str) -> Quoting:
    """How a scalar without anchor and tag is written."""
    known: dict[str, Quoting] = {"'": "single", '"': "double", "|": "block", ">": "block"}
    return known.get(source[:1], "plain")


def spelled_string(text: str, quoting: Quoting, *, in_flow: bool) -> str:
    """`text` on one line, with the wanted quotes if it can have them, else with double ones."""
    if quoting == "plain" and is_safe_plain(text, in_flow=in_flow):
        return text
    if quoting == "single" and _ONE_LINE.fullmatch(text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def spelled_name(name: str, quoting: Quoting, *, in_flow: bool) -> str:
    """`name` as a key.

    Raises:
        AppError: it is longer than YAML lets a key be.
    """
    written = spelled_string(name, quoting, in_flow=in_flow)
    if len(written) > _LONGEST_KEY:
        raise refusals.unwritable(
            f"YAML keys are at most {_LONGEST_KEY} characters long, and a name in it is longer."
        )
    return written


def is_safe_plain(text: str, *, in_flow: bool) -> bool:
    """Whether `text` without quotes is this string, and no other value, to every reader."""
    if not text or text != text.strip() or not _ONE_LINE.fullmatch(text):
        return False
    if not _BEGINNING.match(text) or text.startswith("..."):
        return False
    if ": " in text or " #" in text or text.endswith(":"):
        return False
    if in_flow and re.search(r"[,?\[\]{}]", text):
        return False
    return is_plain_string(text) and not _OTHER_KINDS.fullmatch(text)


def literal_block(text: str, indent: str, line_end: str) -> str | None:
    """`text` as a literal block, without its last line end; nothing if that is not exact."""
    body = text.removesuffix("\n")
    if not _BLOCK.fullmatch(body) or body.endswith("\n"):
        return None
    header = "|" if text.endswith("\n") else "|-"
    lines = [indent + line if line else "" for line in body.split("\n")]
    return line_end.join([header, *lines])


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    if character in _ESCAPES:
        return _ESCAPES[character]
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
