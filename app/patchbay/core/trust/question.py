"""The question a person answers before a server starts for the first time, or changed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from patchbay.core.config.model import Entry
from patchbay.core.trust.consent import Changed, Unknown
from patchbay.core.trust.plan import StartPlan
from patchbay.core.trust.reach import Reach
from patchbay.core.trust.risks import Risk


class Consent(StrEnum):
    """A person's answer to “may this start?”."""

    ONCE = "once"
    """For as long as this Patchbay runs, and only for exactly this."""
    ALWAYS = "always"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ConsentQuestion:
    """Everything a person needs to decide; variables by name only.

    `plan` is `None` for a remote server; then `address` says where Patchbay would connect, and
    `reach` what else decides whom it reaches.
    """

    entry: Entry
    decision: Unknown | Changed
    plan: StartPlan | None
    address: str
    folder: str
    variables: tuple[str, ...]
    basics: tuple[str, ...]
    risks: tuple[Risk, ...]
    reach: tuple[Reach, ...] = ()
    secrets: tuple[str, ...] = ()
    """The names of the kept secrets it gets."""


class Asker(Protocol):
    """Puts the question to a person: a dialog in the window, a line in a terminal."""

    async def __call__(self, question: ConsentQuestion) -> Consent: ...
