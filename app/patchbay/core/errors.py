"""What went wrong, in words for people: one type, three families."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


class Action(StrEnum):
    """What a face of Patchbay can offer to do about a failure, besides trying again."""

    ADOPT_ADDRESS = "use this address"
    """`value` is the url to write into the entry."""
    SET_PROTOCOL = "set the protocol"
    """`value` is the protocol to write into the entry."""
    ALLOW_HOST = "allow this host"
    """`value` is the host that may be reached without encryption."""
    SET_VALUE = "set the value of a variable"
    """`value` is the name of the variable."""
    EDIT = "edit the configuration"
    """`value` is the name of the field to look at, empty for the entry."""
    SHOW_LOG = "show the log"
    SHOW_TRAFFIC = "show the traffic"


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing to do about a failure: a few words for a button, and what it is."""

    action: Action
    label: str
    value: str = ""


_ENDS = (".", "!", "?", "”", ":", ")")
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
        remedies: at most two things to do, the likelier one first.
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
        remedies: Sequence[Remedy] = (),
    ) -> None:
        super().__init__(title)
        self.family = family
        self.kind = kind
        self.title = title
        self.cause = cause
        self.hint = hint
        self.short = short or ("timed out" if kind is Kind.DEADLINE else "failed")
        self.evidence = dict(evidence)
        self.remedies = tuple(remedies)

    @property
    def exit_code(self) -> int:
        """What a program that ends with this failure returns: 1 to 5."""
        by_family = _TOOL_ERROR if self.family is Family.PROTOCOL else _NO_CONNECTION
        return _BY_KIND.get(self.kind, by_family)

    @property
    def what_and_why(self) -> str:
        """Title and cause as sentences; whoever says more says what to do."""
        cause = self.cause if self.cause.endswith(_ENDS) or not self.cause else f"{self.cause}."
        return " ".join(part for part in (f"{self.title}.", cause) if part)

    @override
    def __str__(self) -> str:
        return " ".join(part for part in (self.what_and_why, self.hint) if part)
