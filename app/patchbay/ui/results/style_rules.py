"""What the style sheet in a drawing may say of which elements: never less than Qt reads in it."""

import re
from collections.abc import Iterator, Mapping

_ESCAPED = re.compile(r"""\\(?:([0-9a-fA-F]{1,6})\s?|(.))""", re.DOTALL)
_COMBINED = re.compile(r"""[\s>+~]+""")
_WORD = re.compile(r"""[.#]?[^.#*]+""")
_ANY = "*"


def rules(css: str) -> Iterator[tuple[str, str]]:
    """Pairs of a word that every element meant by a rule has (see `words`), and its body."""
    for rule in plain_css(css).split("}"):
        selectors, _, body = rule.rpartition("{")
        if "url" not in body.lower():
            continue
        # Commas and spaces in an attribute's value would be taken for the selector's own.
        found = [_ANY] if "[" in selectors else map(_subject, selectors.split(","))
        yield from ((word, body) for word in set(found))


def words(element: str, attributes: Mapping[str, str]) -> set[str]:
    """By which words rules can mean this element."""
    classes = {f".{name}" for name in attributes.get("class", "").split()}
    found = {_ANY, element, f"#{attributes.get('id', '')}"} | classes
    return {word.casefold() for word in found}


def plain_css(css: str) -> str:
    """The text without comments and escapes."""
    first, *others = css.split("/*")
    if others:
        css = first + "".join(other.partition("*/")[2] for other in others)
    return _ESCAPED.sub(_unescaped, css) if "\\" in css else css


def _unescaped(found: re.Match[str]) -> str:
    code, letter = found.groups()
    return letter if code is None else chr(min(int(code, 16), 0x10FFFF))


def _subject(selector: str) -> str:
    compound = _COMBINED.split(selector.strip())[-1].partition(":")[0]
    found = _WORD.findall(compound)
    return found[-1].casefold() if found else _ANY
