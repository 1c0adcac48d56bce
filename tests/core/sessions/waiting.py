"""Wait for what a session does, never longer than a bound that tells an end from a hang."""

import asyncio
from collections.abc import Callable

from patchbay.core.calls.blocks import Text
from patchbay.core.calls.run import Run
from patchbay.core.errors import AppError
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Ready
from patchbay.core.sessions.traffic import Exchange

Make = Callable[..., Session]
LONG = 30.0


async def started(session: Session) -> Session:
    session.start()
    async with asyncio.timeout(LONG):
        state = await session.settled()
    assert isinstance(state, Ready), state
    return session


async def failed(session: Session) -> AppError:
    """Start a session that cannot come up; why it did not."""
    session.start()
    async with asyncio.timeout(LONG):
        state = await session.settled()
    assert isinstance(state, Failed), state
    return state.error


async def ended(run: Run) -> Run:
    async with asyncio.timeout(LONG):
        await run.ended.wait()
    return run


async def until(session: Session, condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not condition():
            happened = asyncio.Event()
            disconnect = session.changed.connect(lambda _, event=happened: event.set())
            other = session.catalog_changed.connect(lambda _, event=happened: event.set())
            await happened.wait()
            disconnect()
            other()


def text(run: Run) -> str:
    assert run.result is not None, run.error
    block = run.result.blocks[0]
    assert isinstance(block, Text)
    return block.text


async def until_traffic(session: Session, method: str) -> None:
    await _until_recorded(session, lambda each: each.method == method)


async def until_answered(session: Session, request_id: str) -> str:
    """Wait until a request of the server has its answer; the answer as it was sent."""
    found = await _until_recorded(
        session,
        lambda each: each.method.startswith("answer:") and each.request_id == request_id,
    )
    return found.request


async def _until_recorded(session: Session, is_it: Callable[[Exchange], bool]) -> Exchange:
    async with asyncio.timeout(LONG):
        while not (found := [each for each in session.traffic.exchanges if is_it(each)]):
            happened = asyncio.Event()
            disconnect = session.traffic.added.connect(lambda _, event=happened: event.set())
            await happened.wait()
            disconnect()
    return found[0]


async def until_logged(session: Session, source: Source) -> None:
    async with asyncio.timeout(LONG):
        while not session.log.count(source):
            happened = asyncio.Event()
            disconnect = session.log.added.connect(lambda _, event=happened: event.set())
            await happened.wait()
            disconnect()
