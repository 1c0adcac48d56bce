"""URI templates as RFC 6570 has them: their variables, and what becomes of them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

_EXPRESSION = re.compile(r"\{([+#./;?&]?)([^{}]*)\}")
_RESERVED = ":/?#[]@!$&'()*+,;=%"
_LEADS = {"": "", "+": "", "#": "#", ".": ".", "/": "/", ";": ";", "?": "?", "&": "&"}
_JOINS = {"": ",", "+": ",", "#": ",", ".": ".", "/": "/", ";": ";", "?": "&", "&": "&"}
_OPEN = ("+", "#")
_NAMED = (";", "?", "&")


@dataclass(frozen=True, slots=True)
class Variable:
    """One name in a template; a query goes without the ones that are missing."""

    name: str
    required: bool


@dataclass(frozen=True, slots=True)
class _Part:
    name: str
    longest: int | None


def variables(template: str) -> tuple[Variable, ...]:
    """The variables in their order, each once."""
    found: dict[str, bool] = {}
    for operator, inner in _EXPRESSION.findall(template):
        for part in _parts(inner):
            found[part.name] = found.get(part.name, False) or operator not in ("?", "&")
    return tuple(Variable(name, required) for name, required in found.items())


def expand(template: str, values: Mapping[str, str]) -> str:
    """The address: values percent-encoded, missing ones left out."""

    def filled(found: re.Match[str]) -> str:
        operator = found[1]
        pieces = list(_filled(operator, found[2], values))
        return _LEADS[operator] + _JOINS[operator].join(pieces) if pieces else ""

    return _EXPRESSION.sub(filled, template)


def _filled(operator: str, inner: str, values: Mapping[str, str]) -> Iterator[str]:
    for part in _parts(inner):
        value = values.get(part.name)
        if value is None:
            continue
        written = quote(value[: part.longest], safe=_RESERVED if operator in _OPEN else "")
        if operator not in _NAMED:
            yield written
        elif written or operator != ";":
            yield f"{part.name}={written}"
        else:
            yield part.name


def _parts(inner: str) -> Iterator[_Part]:
    for spelled in inner.split(","):
        name, _, length = spelled.strip().removesuffix("*").partition(":")
        if name:
            yield _Part(name, int(length) if length.isdecimal() else None)
