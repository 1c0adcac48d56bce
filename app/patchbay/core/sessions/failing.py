"""From evidence to words: why a server did not start, or why it went away."""

import signal
from collections.abc import Sequence
from contextlib import suppress

from patchbay.core.errors import AppError, Family
from patchbay.core.sessions.explain import explain, root_cause
from patchbay.core.sessions.log import Log, Source
from patchbay.core.sessions.relay_events import Exited, SpawnFailed
from patchbay.core.sessions.remote.http import HttpTransport
from patchbay.core.sessions.remote.refusal import Refusal
from patchbay.core.sessions.stdio import StdioTransport

_TAIL = 8

_SPAWN = {
    "bad-cwd": (
        "The folder to start in cannot be used",
        "There is no folder {path}, or it may not be entered.",
        "Make the folder, or change “cwd” in the server's entry.",
    ),
    "no-such-command": (
        "There is no program called {path}",
        "It was found in no folder of the search path.",
        "Install it, or give its full path in the server's entry.",
    ),
    "not-executable": (
        "{path} cannot be executed",
        "It is a folder, or it lacks the right to be executed.",
        "Check the path, or run “chmod +x” on it.",
    ),
    "bad-interpreter": (
        "The interpreter of {path} is missing",
        "The file names an interpreter in its first line that does not exist.",
        "Install that interpreter, or repair the first line.",
    ),
    "bad-format": (
        "{path} is not a program for this machine",
        "The system does not recognise its format.",
        "Install the build for this system, or add a “#!” line to a script.",
    ),
    "bad-encoding": (
        "The encoding {path} cannot be used",
        "It is unknown, or it cannot be split into lines.",
        "Change “encoding” in the server's entry; most servers speak utf-8.",
    ),
    "no-spool": (
        "Patchbay has no room for large messages",
        "Its cache folder {path} cannot be written.",
        "Make room on that disk, or check the rights of the folder.",
    ),
    "version": (
        "Two versions of Patchbay are mixed",
        "Its helper process speaks another version than the window.",
        "Install Patchbay again.",
    ),
    "too-long": (
        "The command line is too long",
        "Arguments and environment together exceed what the system accepts.",
        "Shorten the arguments or the environment of this server.",
    ),
}


def spawn_error(failed: SpawnFailed) -> AppError:
    title, cause, hint = _SPAWN.get(
        failed.why,
        ("{path} could not be started", f"The system said: error {failed.errno}.", ""),
    )
    return AppError(
        Family.CONNECTION,
        title.format(path=failed.path),
        cause=cause.format(path=failed.path),
        hint=hint,
        evidence={"reason": failed.why, "path": failed.path},
    )


def _short_exit(exited: Exited | None) -> str:
    """A few characters for a list row."""
    if exited is None:
        return "lost"
    if exited.signal:
        return signal_name(exited.signal)
    return f"exit {exited.code}" if exited.code is not None else "ended"


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


def ended(exited: Exited | None, during: Sequence[str], log: Log) -> AppError:
    """A server that had been running went away."""
    calls = f" during the call {', '.join(during)}" if during else ""
    cause = ""
    if during:
        cause = "The call got no answer. Patchbay did not repeat it, because it may have run."
    return AppError(
        Family.CONNECTION,
        f"{exit_words(exited)}{calls}",
        cause=cause,
        hint="Its log shows what it said last. Restart it when the reason is mended.",
        short=_short_exit(exited),
        evidence=_exit_evidence(exited, log),
    )


def start_error(
    error: BaseException, transport: object, log: Log, earlier: Sequence[AppError] = ()
) -> AppError:
    """Why a start failed, from whatever the transport saw; `earlier` are other ways that failed."""
    found = _start_error(error, transport, log)
    if earlier:
        attempts = (*earlier, found)
        found.evidence["attempts"] = "\n".join(f"{each.title} ({each.short})" for each in attempts)
    return found


def _start_error(error: BaseException, transport: object, log: Log) -> AppError:
    cause = root_cause(error)
    if isinstance(cause, AppError):
        return cause
    if isinstance(transport, StdioTransport):
        if transport.spawn_failed is not None:
            return spawn_error(transport.spawn_failed)
        if transport.exited is not None and not transport.exited.asked:
            return _died_early(transport.exited, log)
    if isinstance(transport, HttpTransport):
        if transport.refusal is not None:
            return http_error(transport.refusal)
        error = transport.failure or error
    return explain(error)


def _died_early(exited: Exited, log: Log) -> AppError:
    said = log.tail(Source.STDERR, 1)
    last = f"The last line it printed: {said[0]}" if said else "It printed nothing on stderr."
    return AppError(
        Family.CONNECTION,
        f"{exit_words(exited)} before it answered",
        cause=last,
        hint="Run the command in a terminal, or look at its log.",
        short=_short_exit(exited),
        evidence=_exit_evidence(exited, log),
    )


def _exit_evidence(exited: Exited | None, log: Log) -> dict[str, str]:
    evidence: dict[str, str] = {}
    if exited is not None:
        if exited.code is not None:
            evidence["exit code"] = str(exited.code)
        if exited.signal:
            evidence["signal"] = signal_name(exited.signal)
    if tail := log.tail(Source.STDERR, _TAIL):
        evidence["stderr"] = "\n".join(tail)
    return evidence


_HTTP_WORDS: dict[int, tuple[str, str]] = {
    400: ("The server refused the request", "Check that the address is an MCP endpoint."),
    401: ("The server wants a login", "Add a token to the headers of this server's entry."),
    403: ("The server forbids access", "Check that the token may use this server."),
    404: ("There is no MCP server at this address", "Check the path of the address."),
    405: ("The address does not take MCP requests", "Check the path; it may be an SSE server."),
    429: ("The server asks to slow down", "Wait, then start it again."),
}


def http_error(refusal: Refusal) -> AppError:
    evidence = {"status": f"{refusal.status} {refusal.reason}".strip(), "address": refusal.url}
    evidence.update(refusal.headers)
    if refusal.body:
        evidence["body"] = refusal.body
    if "text/html" in refusal.headers.get("content-type", "") and refusal.status < 400:
        return AppError(
            Family.CONNECTION,
            "The address answered with a web page",
            cause="It is no MCP endpoint, or it wants a login first.",
            hint="Check the path of the address.",
            short="web page",
            evidence=evidence,
        )
    fallback = ("The server answered with an error", "Try again later, or ask who runs it.")
    title, hint = _HTTP_WORDS.get(refusal.status, fallback)
    if 300 <= refusal.status < 400:
        title = "The address leads elsewhere"
        hint = f"Use {refusal.headers.get('location', 'the new address')} if that is the server."
    return AppError(
        Family.CONNECTION,
        title,
        cause=f"It answered {evidence['status']}.",
        hint=hint,
        short=str(refusal.status),
        evidence=evidence,
    )
