"""What the tests of sessions with servers at an address do again and again."""

import asyncio

from patchbay.core.calls.run import Run, Status
from patchbay.core.errors import AppError
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Ready, Stopped
from tests.core.sessions.waiting import LONG, ended, until
from tests.servers.web import WebServer


async def failed(session: Session) -> Failed:
    session.start()
    async with asyncio.timeout(LONG):
        state = await session.settled()
    assert isinstance(state, Failed), state
    return state


async def echoed(session: Session, words: str) -> Run:
    return await ended(session.call_tool("echo", {"text": words}))


async def renewed(session: Session, server: WebServer) -> None:
    """Until it has introduced itself a second time."""
    await until(
        session,
        lambda: isinstance(session.state, Ready) and server.count("initialize") == 2,
    )


async def refused(session: Session) -> AppError:
    """Why the session does not even try to connect."""
    session.start()
    async with asyncio.timeout(LONG):
        state = await session.settled()
    assert isinstance(state, Stopped), state
    assert state.blocked is not None
    return state.blocked


async def lost(session: Session, words: str = "") -> AppError:
    """Why a call of `echo` fails."""
    run = await echoed(session, words)
    assert run.status is Status.FAILED
    assert run.error is not None
    return run.error
