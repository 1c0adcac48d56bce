"""Why a connection to an address is no more, in words."""

from collections.abc import Sequence

from patchbay.core.errors import AppError, Family

FORGOTTEN = AppError(
    Family.CONNECTION,
    "The server has forgotten this session",
    cause="It was idle for long, or the server was started again.",
    hint="Patchbay connects again by itself; what was called has to be run again.",
    short="expired",
)
LOST = AppError(
    Family.CONNECTION,
    "The connection to the server was lost",
    hint="A call that was under way may have been carried out.",
    short="lost",
)


def forgotten_at_once() -> AppError:
    """A server refused the session that it had just begun, so there never was one."""
    return AppError(
        Family.CONNECTION,
        "The server does not know its own session",
        cause="It refused the session that it had just begun.",
        hint="It may run in several copies that do not share sessions. Ask who runs it.",
        short="session",
    )


def unanswered(failure: AppError) -> AppError:
    """The same failure of a request that was sent: a call may have been carried out."""
    failure.hint = "Look before you try again: it may have carried out a call."
    return failure


def unanswered_calls(during: Sequence[str]) -> tuple[str, str]:
    """What the title and the cause of a loss say of the calls it left without an answer."""
    if not during:
        return "", ""
    told = "The call got no answer. Patchbay did not repeat it, because it may have run."
    return f" during the call {', '.join(during)}", told


def lost_words(failure: AppError, during: Sequence[str]) -> AppError:
    """The same failure, with the calls that were left without an answer."""
    calls, told = unanswered_calls(during)
    return AppError(
        failure.family,
        f"{failure.title}{calls}",
        cause=" ".join(part for part in (told, failure.cause) if part),
        hint=failure.hint,
        short=failure.short,
        evidence=failure.evidence,
        remedies=failure.remedies,
    )
