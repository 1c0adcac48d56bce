"""One kind of words in a server's output that tell why it gave up."""

import re
from dataclasses import dataclass

from patchbay.core.errors import Remedy

UNREACHED = "ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT"
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Reading:
    """A sign that was found: the likely cause and what to do, in whole sentences."""

    name: str
    cause: str
    hint: str
    remedies: tuple[Remedy, ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """Words in a server's output, and the likely cause they tell of.

    `cause` and `hint` may name groups of `pattern`, and `line`: the line it was found in.
    """

    name: str
    pattern: str
    cause: str
    hint: str
    remedies: tuple[Remedy, ...] = ()

    def search(self, text: str) -> Reading | None:
        """What this sign says about `text`, if it is in there."""
        found = re.search(self.pattern, text, re.MULTILINE)
        if found is None:
            return None
        groups = {name: (value or "").strip() for name, value in found.groupdict().items()}
        words = {name: value[:_LONGEST] for name, value in {"line": _line(found), **groups}.items()}
        cause, hint = self.cause.format(**words), self.hint.format(**words)
        return Reading(self.name, " ".join(cause.split()), hint, self.remedies)


def _line(found: "re.Match[str]") -> str:
    begin = found.string.rfind("\n", 0, found.start()) + 1
    return found.string[begin:].split("\n", 1)[0].strip()
