"""Why a server went away or kept silent, from its exit code and what it printed."""

import re
import signal
from collections.abc import Sequence
from contextlib import suppress

from patchbay.core.errors import AppError, Family, Kind, Remedy
from patchbay.core.remedies import EDIT_ARGUMENTS, EDIT_TIME_OUT, OPEN_LOG
from patchbay.core.sessions.diagnosis.loss import unanswered_calls
from patchbay.core.sessions.diagnosis.sign import Reading
from patchbay.core.sessions.diagnosis.signs import read_signs
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.relay_events import Exited
from patchbay.core.sessions.states import Stage, Starting

_TAIL = 8
_READ = 60
"""Lines, from the end, that are searched for signs."""
_WIDEST = 500
_SAYS_NOTHING = re.compile(
    r"\s*[\]}){(\[;^~-]*\s*|\s+at .*|Node\.js v[\d.]+|npm (?:error|ERR!|notice|warn)\s*"
    r"|.*A complete log of this run can be found in.*|(?:npm (?:error|ERR!)\s+)?\S*_logs\S*\.log"
)
_LISTENS = re.compile(
    r"(?i)(?:listening|running|started|serving|available|ready)\b.*?(?P<address>https?://[^\s/]+\S*)"
)
_FETCHES = re.compile(
    r"(?i)\b(?:downloading|downloaded|resolved \d+ packages|pulling (?:from|fs layer)"
    r"|unable to find image|building wheel|preparing packages)"
)
_BY_HAND = "Run the command in a terminal, or look at its log."
_WRONG_MODE = (
    "Is it an MCP server that talks over stdio? Many need an argument such as stdio, --stdio or"
    " mcp for that."
)
_CODES = {
    126: ("Something that it starts may not be executed.", _BY_HAND),
    127: ("Something that it starts was not found in its search path.", _BY_HAND),
    137: ("It was killed from outside, as the system does when memory runs out.", ""),
    139: ("It crashed: it used memory that was not its own.", "Update the server."),
    143: ("Something outside of Patchbay ended it.", ""),
}
_SIGNALS = {9: 137, 11: 139, 15: 143}


def died_early(exited: Exited, log: Log) -> AppError:
    """A server that ended before it could be used."""
    found = _reading(log)
    cause, hint = (found.cause, found.hint) if found else _without_sign(exited, log)
    return AppError(
        Family.CONNECTION,
        f"{exit_words(exited)} before it answered",
        cause=cause,
        hint=hint,
        short=_short_exit(exited),
        evidence=_exit_evidence(exited, log),
        remedies=found.remedies if found else (),
    )


def ended(exited: Exited | None, during: Sequence[str], log: Log) -> AppError:
    """A server that had been running went away."""
    calls, told = unanswered_calls(during)
    found = _reading(log, _TAIL * 2) if exited is not None else None
    likely = found.cause if found else _by_code(exited)[0]
    again = "Its log shows what it said last. Restart it when the reason is mended."
    return AppError(
        Family.CONNECTION,
        f"{exit_words(exited)}{calls}",
        cause=" ".join(part for part in (told, likely) if part),
        hint=found.hint if found else again,
        short=_short_exit(exited),
        evidence=_exit_evidence(exited, log),
        remedies=found.remedies if found else (),
    )


def late(name: str, state: Starting, log: Log, *, is_stdio: bool) -> AppError:
    """A start of which one stage took longer than it may."""
    waited = f"{state.stage.value.capitalize()} took longer than {state.deadline:g} s."
    more, hint, remedies = "", "Give it more time with “connect_timeout”.", (EDIT_TIME_OUT,)
    if is_stdio and state.stage in (Stage.WAITING, Stage.NEGOTIATING):
        more, hint, remedies = silence(log)
    elif not is_stdio:
        hint = (
            f"Check that the address is that of an MCP server, or else: {hint[0].lower()}{hint[1:]}"
        )
    return AppError(
        Family.CONNECTION,
        f"{name} did not come up in time",
        cause=f"{waited} {more}".strip(),
        hint=hint,
        kind=Kind.DEADLINE,
        evidence=_exit_evidence(None, log),
        remedies=remedies,
    )


def exit_words(exited: Exited | None) -> str:
    if exited is None:
        return "The connection to the server was lost"
    if exited.signal:
        return f"The server was ended by {signal_name(exited.signal)}"
    return f"The server exited with code {exited.code}"


def signal_name(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"


def _reading(log: Log, lines: int = _READ) -> Reading | None:
    return read_signs(_said(log, lines))


def _said(log: Log, lines: int) -> str:
    said = (*log.fresh(Source.NOISE)[-lines:], *log.fresh(Source.STDERR)[-lines:])
    return "\n".join(line[:_WIDEST] for line in said)


def _without_sign(exited: Exited, log: Log) -> tuple[str, str]:
    """What can be said when nothing that was printed is known: the exit code and the last line."""
    cause, hint = _by_code(exited)
    last = _last_line(log)
    if last:
        return f"{cause} The last line it printed: {last}".strip(), hint or _BY_HAND
    if exited.code == 0:
        return "It ended as if all were done, and printed nothing.", _WRONG_MODE
    return cause or "It printed nothing on stderr.", hint or _BY_HAND


def _by_code(exited: Exited | None) -> tuple[str, str]:
    if exited is None:
        return "", ""
    code = _SIGNALS.get(exited.signal or 0, exited.code or 0)
    return _CODES.get(code, ("", ""))


def _last_line(log: Log) -> str:
    for source in (Source.STDERR, Source.NOISE):
        telling = (
            line for line in reversed(log.fresh(source)) if not _SAYS_NOTHING.fullmatch(line)
        )
        if line := next(telling, ""):
            return line.strip()
    return ""


def silence(log: Log) -> tuple[str, str, tuple[Remedy, ...]]:
    """Why there may be no message yet: cause, hint and what can be done."""
    noise, errors = log.fresh(Source.NOISE), log.fresh(Source.STDERR)
    text = _said(log, _READ)
    if found := _LISTENS.search(text):
        where = found["address"].rstrip(".,;)")
        cause = f"It waits for HTTP at {where}, while Patchbay talks to it over stdio."
        return (
            cause,
            "Give it the argument for stdio, or enter that address as its url.",
            (EDIT_ARGUMENTS,),
        )
    if _FETCHES.search(text):
        return (
            "It is still fetching what it needs.",
            "Start it again: what was fetched is kept. Or allow more time with “connect_timeout”.",
            (EDIT_TIME_OUT, OPEN_LOG),
        )
    if known := read_signs(text):
        return known.cause, known.hint, known.remedies
    return _printed(noise, errors), _WRONG_MODE, (EDIT_ARGUMENTS, OPEN_LOG)


def _printed(noise: Sequence[str], errors: Sequence[str]) -> str:
    if noise:
        count = "1 line" if len(noise) == 1 else f"{len(noise)} lines"
        return f"It printed {count} on stdout, but no MCP message: {noise[-1].strip()[:200]}"
    if errors:
        return f"It printed only on stderr, last: {errors[-1].strip()[:200]}"
    return "It printed nothing."


def _short_exit(exited: Exited | None) -> str:
    """A few characters for a list row."""
    if exited is None:
        return "lost"
    if exited.signal:
        return signal_name(exited.signal)
    return f"exit {exited.code}" if exited.code is not None else "ended"


def _exit_evidence(exited: Exited | None, log: Log) -> dict[str, str]:
    evidence: dict[str, str] = {}
    if exited is not None:
        if exited.code is not None:
            evidence["exit code"] = str(exited.code)
        if exited.signal:
            evidence["signal"] = signal_name(exited.signal)
    if tail := log.fresh(Source.STDERR)[-_TAIL:]:
        evidence["stderr"] = "\n".join(tail)
    return evidence
