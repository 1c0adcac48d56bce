"""A session's state in words and marks, the same wherever it is shown."""

import math
import time
from datetime import datetime

from patchbay.core.calls.run import Status
from patchbay.core.config.model import Entry, Transport
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import (
    Failed,
    Ready,
    Retry,
    Starting,
    State,
    Stopped,
    Stopping,
)
from patchbay.core.trust.visible import visible
from patchbay.ui.controls import Mark
from patchbay.ui.figures import counted, duration, percent, since

_MOST_TOLD = 5
SHORT_TRANSPORT = {
    Transport.STDIO: "stdio",
    Transport.HTTP: "http",
    Transport.SSE: "sse",
    Transport.WEBSOCKET: "ws",
}


def mark(session: Session) -> Mark:
    match session.state:
        case Ready():
            return "asks" if session.asks.open else "running"
        case Starting() | Stopping():
            return "starting"
        case Failed():
            return "failed"
        case Stopped() as state:
            return _mark_at_rest(session.entry, state)


def _mark_at_rest(entry: Entry, state: Stopped) -> Mark:
    if entry.blocked_by_problems:
        return "failed"
    if _unset(entry, state):
        return "attention"
    return "blocked" if state.blocked else "stopped"


def _unset(entry: Entry, state: Stopped) -> tuple[str, ...]:
    """Variables that keep the entry from starting; a server that has run had them all."""
    if state.since is not None and state.blocked is None:
        return ()
    return tuple(dict.fromkeys(each.variable for each in entry.obstacles if each.variable))


def tail(session: Session) -> str:
    """The short word at the right of a row."""
    match session.state:
        case Ready():
            return busy(session) or str(len(session.catalog.tools) or "")
        case Starting():
            return "starting"
        case Stopping():
            return "stopping"
        case Failed(short=short, retry=retry):
            return _until_retry(retry) if retry else short
        case Stopped() as state:
            return _tail_at_rest(session.entry, state)


def _tail_at_rest(entry: Entry, state: Stopped) -> str:
    if entry.blocked_by_problems:
        return "error"
    if entry.disabled:
        return _disabled(entry)
    if _unset(entry, state):
        return "not set"
    return "blocked" if state.blocked else ""


def _disabled(entry: Entry) -> str:
    return "parked" if entry.parked else "disabled"


def transport(session: Session) -> Transport | None:
    """The one in use while there is one, else that of the entry."""
    in_use = session.details.transport if session.is_live else ""
    return Transport(in_use) if in_use else session.entry.transport


def obstacles(entry: Entry) -> str:
    """What stops a start and what to do about it, a line each; nothing for a sound entry."""
    told = [f"{each.message}. {each.fix}".rstrip() for each in entry.obstacles]
    more = len(told) - _MOST_TOLD
    return "\n".join(told[:_MOST_TOLD] + ([f"And {counted(more, 'more')}"] if more > 0 else []))


def next_attempt(state: State) -> str:
    """When a lost server is looked for again, and how often that was in vain; else nothing."""
    if not isinstance(state, Failed) or state.retry is None:
        return ""
    left = _seconds_until(state.retry)
    soon = f"in {left} s" if left else "now"
    return f"Trying again {soon} (attempt {state.retry.attempt})"


def _until_retry(retry: Retry) -> str:
    left = _seconds_until(retry)
    return f"retry {left} s" if left else "retry"


def _seconds_until(retry: Retry) -> int:
    """Counted so that the last second is 1."""
    return max(math.ceil(retry.at - time.monotonic()), 0)


def busy(session: Session) -> str:
    """What the server is at: it asks, or how far the newest running call is; or nothing."""
    if session.asks.open:
        return "asks"
    run = next((run for run in reversed(session.runs) if run.status is Status.RUNNING), None)
    if run is None:
        return ""
    return "calling" if run.share is None else percent(run.share)


def word(state: State) -> str:
    """One word, as a screen reader says it."""
    match state:
        case Ready():
            return "running"
        case Starting(stage=stage):
            return f"starting: {stage.value}"
        case Stopping():
            return "stopping"
        case Failed(retry=retry):
            return "failed, will be tried again" if retry else "failed"
        case Stopped():
            return "stopped"


def status(session: Session) -> str:
    """The line beside the name of a server."""
    match session.state:
        case Ready(since=began):
            return _while_running(session, began)
        case Starting(stage=stage, began=began, entered=entered, deadline=deadline):
            now = time.monotonic()
            limit = f" of {deadline:g} s" if deadline else ""
            return (
                f"{stage.value.capitalize()}, {now - entered:.1f} s{limit}"
                f"  ·  {now - began:.1f} s since the start"
            )
        case Stopping(began=began):
            return f"Stopping, {time.monotonic() - began:.1f} s"
        case Failed(at=at, ran=ran):
            lasted = f"  ·  ran for {duration(ran)}" if ran is not None else ""
            return f"{'Stopped' if lasted else 'Start failed'} {since(at)}{lasted}"
        case Stopped() as state:
            return _at_rest(session.entry, state)


def _while_running(session: Session, began: datetime) -> str:
    pid = f"  ·  pid {session.details.pid}" if session.details.pid else ""
    lasted = (datetime.now().astimezone() - began).total_seconds()
    words = f"Running for {duration(lasted) if lasted >= 1 else 'less than 1 s'}"
    if waiting := len(session.asks.open):
        words = f"{counted(waiting, 'question waits', 'questions wait')} for your answer"
    return f"{words}{pid}"


def accessible(session: Session) -> str:
    """“charts, running, stdio, 9 tools”."""
    entry, state, way = session.entry, session.state, transport(session)
    is_disabled = isinstance(state, Stopped) and entry.disabled
    stands = _disabled(entry) if is_disabled else word(state)
    if isinstance(state, Ready) and session.asks.open:
        stands += ", asks you something"
    parts = [visible(entry.name), stands, way.value if way else ""]
    if isinstance(state, Ready):
        parts.append(counted(len(session.catalog.tools), "tool"))
    if isinstance(state, Stopped):
        parts += [each.message for each in entry.obstacles[:1]]
    return ", ".join(part for part in parts if part)


def _at_rest(entry: Entry, state: Stopped) -> str:
    if entry.blocked_by_problems:
        return "Its entry has an error"
    if unset := _unset(entry, state):
        return f"{', '.join(unset)} not set"
    if state.blocked is not None:
        return "Blocked: nothing ran"
    return f"Stopped {since(state.since)}" if state.since else "Never started"
