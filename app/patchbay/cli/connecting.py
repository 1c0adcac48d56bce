"""Start one server for one command, and stop it again, whatever happens."""

import argparse
import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

from patchbay.cli.answering import answering
from patchbay.cli.asking import TerminalAsker
from patchbay.cli.reading import read_config
from patchbay.cli.streams import tell
from patchbay.cli.terminal import is_attended
from patchbay.core.calls.run import Run
from patchbay.core.config.model import Transport
from patchbay.core.errors import AppError, Family, Kind
from patchbay.core.paths import standard_paths
from patchbay.core.sessions.diagnosis.exits import silence
from patchbay.core.sessions.log import LogLine, Source
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Stage, Starting, Stopped
from patchbay.core.trust.question import Asker
from patchbay.core.workspace import Workspace, build_workspace

DEFAULT_SECONDS = 60.0
_QUIET = 1.0
"""Seconds that a keychain may take before it is told that it is waited for."""
_FIRST_STAGES = (Stage.SPAWNING, Stage.WAITING)
"""With one of these a start leaves the person: a server at an address is not spawned."""


@asynccontextmanager
async def workspace(
    *, trust: bool = False, ask: Asker | None = None, attended: bool = False
) -> AsyncGenerator[Workspace]:
    """Core, built for one command; every server it started is gone afterwards."""
    asker = ask or TerminalAsker(trust=trust)
    made = build_workspace(standard_paths(), asker, login_shell=False, attended=attended)
    try:
        yield made
    finally:
        await made.close()


@asynccontextmanager
async def connected(options: argparse.Namespace) -> AsyncGenerator[Session]:
    """The server named on the command line, running and listed; a terminal answers its questions.

    Raises:
        AppError: it is unknown, may not start, or did not come up.
    """
    file = read_config(options.file)
    entry = file.entry(options.server)
    limits = {"request_timeout": options.timeout, "connect_timeout": options.start_timeout}
    said = {name: seconds for name, seconds in limits.items() if seconds is not None}
    async with workspace(trust=options.trust, attended=is_attended()) as made:
        made.gate.env_file = options.env_file
        made.pool.put(replace(file, entries=(replace(entry, **said),)))
        session = made.pool.find(file.path, entry.name)
        if session is None:  # put() has just made it
            raise AppError(Family.CONFIGURATION, f"{entry.name} was lost", kind=Kind.MISSING)
        session.log.added.connect(_echo)
        async with answering(session):
            await start(session, options.start_timeout or entry.connect_timeout or DEFAULT_SECONDS)
            yield session


async def finished(run: Run) -> Run:
    """Wait for a run; its progress goes to a terminal's stderr."""
    seen = 0

    def show(_: None) -> None:
        nonlocal seen
        for progress in run.progress[seen:]:
            total = f" of {progress.total:g}" if progress.total else ""
            tell(f"{progress.done:g}{total} {progress.message}".rstrip())
        seen = len(run.progress)

    if sys.stderr.isatty():
        run.changed.connect(show)
    try:
        await run.ended.wait()
    except asyncio.CancelledError:
        run.cancel()
        raise
    return run


async def start(session: Session, seconds: float | None) -> None:
    """Start and wait; the time for variables and consent does not count.

    Without `seconds` the session's own limits hold, a shorter one for each of its stages.

    Raises:
        AppError: it may not start, or did not come up.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(None) as deadline:

            def follow(state: object) -> None:
                begins = isinstance(state, Starting) and state.stage in _FIRST_STAGES
                if seconds is not None and begins and deadline.when() is None:
                    deadline.reschedule(loop.time() + seconds)

            disconnect = session.changed.connect(follow)
            patience = loop.call_later(_QUIET, _say_what_is_waited_for, session)
            try:
                session.start()
                state = await session.settled()
            finally:
                patience.cancel()
                disconnect()
    except TimeoutError:
        raise _late(session, seconds or 0) from None
    if isinstance(state, Failed):
        raise state.error
    if isinstance(state, Stopped) and state.blocked is not None:
        raise state.blocked


def _say_what_is_waited_for(session: Session) -> None:
    """A person may have to unlock it, in a window that does not show which program asks."""
    state = session.state
    if isinstance(state, Starting) and state.stage is Stage.UNLOCKING:
        tell("Waiting for the keychain…")


def _late(session: Session, seconds: float) -> AppError:
    state, cause, hint = session.state, "", ""
    waits = isinstance(state, Starting) and state.stage in (Stage.WAITING, Stage.NEGOTIATING)
    if waits and session.entry.transport is Transport.STDIO:
        cause, hint, _ = silence(session.log)
    return AppError(
        Family.CONNECTION,
        f"{session.entry.name} did not come up within {seconds:g} s",
        cause=cause,
        hint=f"{hint} Give it more time with --start-timeout.".strip(),
        kind=Kind.DEADLINE,
    )


def _echo(lines: tuple[LogLine, ...]) -> None:
    """What the server prints is diagnostics; Patchbay's own notes stay out of the way."""
    for line in lines:
        if line.source is Source.STDERR:
            tell(line.text)
        elif line.source is Source.NOISE:
            tell(f"stdout noise: {line.text}")
