"""Why a connection to an address is no more, in words."""

from collections.abc import Sequence

from patchbay.core.errors import AppError, Family

FORGOTTEN = AppError(
    Family.CONNECTION,
    "The server has forgotten this session",
    cause="It was idle for long, or the server was started again.",
    hint="Patchbay connects again by itself.",
    short="expired",
)
LOST = AppError(
    Family.CONNECTION,
    "The connection to the server was lost",
    hint="Its log shows what it said last.",
    short="lost",
)


def lost_words(failure: AppError, during: Sequence[str]) -> AppError:
    """The same failure, with the calls that were left without an answer."""
    calls = f" during the call {', '.join(during)}" if during else ""
    told = "The call got no answer. Patchbay did not repeat it, because it may have run. "
    return AppError(
        failure.family,
        f"{failure.title}{calls}",
        cause=f"{told if during else ''}{failure.cause}",
        hint=failure.hint,
        short=failure.short,
        evidence=failure.evidence,
        remedies=failure.remedies,
    )
