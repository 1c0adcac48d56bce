"""What went wrong, in words for people: one type, three families."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from typing_extensions import override

NO_EVIDENCE: Mapping[str, str] = MappingProxyType({})


class Family(StrEnum):
    """Who has to act: the person, the way to the server, or the server."""

    CONFIGURATION = "configuration"
    CONNECTION = "connection"
    PROTOCOL = "protocol"


class Kind(StrEnum):
    """What sort of failure it is; the command line's exit code follows from it."""

    FAULT = "fault"
    MISSING = "missing"
    """No such file, server or tool."""
    REFUSED = "refused"
    """Not allowed, not trusted, variable unset, insecure address."""
    DEADLINE = "deadline"


_TOOL_ERROR, _NO_CONNECTION = 1, 4
_BY_KIND = {Kind.MISSING: 2, Kind.REFUSED: 3, Kind.DEADLINE: 5}


class AppError(Exception):
    """A failure worth telling a person.

    Attributes:
        family: who has to act.
        kind: what sort of failure it is.
        title: what did not work; one line, no full stop.
        cause: why, if known; whole sentences.
        hint: what to do now; whole sentences.
        short: a word or two for a list row.
        evidence: named facts that support it (exit code, stderr tail, HTTP status); never secrets.
    """

    def __init__(  # noqa: PLR0913 - the things a failure is made of
        self,
        family: Family,
        title: str,
        *,
        cause: str = "",
        hint: str = "",
        kind: Kind = Kind.FAULT,
        short: str = "",
        evidence: Mapping[str, str] = NO_EVIDENCE,
    ) -> None:
        super().__init__(title)
        self.family = family
        self.kind = kind
        self.title = title
        self.cause = cause
        self.hint = hint
        self.short = short or ("timed out" if kind is Kind.DEADLINE else "failed")
        self.evidence = dict(evidence)

    @property
    def exit_code(self) -> int:
        """What a program that ends with this failure returns: 1 to 5."""
        by_family = _TOOL_ERROR if self.family is Family.PROTOCOL else _NO_CONNECTION
        return _BY_KIND.get(self.kind, by_family)

    @override
    def __str__(self) -> str:
        return " ".join(part for part in (f"{self.title}.", self.cause, self.hint) if part)
