"""Text that cannot lie about itself: what is invisible is written out."""

import unicodedata

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def visible(text: str) -> str:
    """`text` with line breaks, direction marks and other unseen characters as escapes."""
    return "".join(map(_seen, text))


def _seen(letter: str) -> str:
    if unicodedata.category(letter) not in _HIDDEN:
        return letter if letter == " " or unicodedata.category(letter) != "Zs" else _escape(letter)
    return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(letter) or _escape(letter)


def _escape(letter: str) -> str:
    return (
        letter.encode("ascii", "backslashreplace").decode()
        if ord(letter) > 127
        else (f"\\x{ord(letter):02x}")
    )
