"""Sessions with servers that ask, and somebody who answers."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest

from patchbay.core.calls.ask import Ask
from patchbay.core.calls.run import Run
from patchbay.core.paths import standard_paths
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.session import Session
from patchbay.core.workspace import Workspace, build_workspace
from tests.core.sessions.conftest import agree
from tests.core.sessions.waiting import LONG, text

__all__ = ["workspace"]

BERTH: dict[str, Any] = {
    "message": "Which berth?",
    "requestedSchema": {
        "type": "object",
        "properties": {"berth": {"type": "integer"}, "password": {"type": "string"}},
        "required": ["berth"],
    },
}
NAME: dict[str, Any] = {
    "mode": "form",
    "message": "What is her name?",
    "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
}
PAGE: dict[str, Any] = {
    "mode": "url",
    "message": "Pay the harbour dues",
    "url": "https://pay.example.org/dues?ship=7",
    "elicitationId": "dues-7",
}


@pytest.fixture
async def workspace() -> AsyncIterator[Workspace]:
    """As where a person sits before it."""
    made = build_workspace(standard_paths(), agree, login_shell=False, attended=True)
    made.allow.add(sys.executable)
    try:
        yield made
    finally:
        await made.close()


def ask(session: Session, *questions: dict[str, Any]) -> Run:
    return session.call_tool("ask", {"questions": list(questions)})


async def asked(session: Session, count: int = 1) -> tuple[Ask, ...]:
    """Wait until so many questions are open."""
    async with asyncio.timeout(LONG):
        while len(session.asks.open) < count:
            await _change(session)
    return session.asks.open


async def nothing_asked(session: Session) -> None:
    async with asyncio.timeout(LONG):
        while session.asks.open:
            await _change(session)


async def until_said(
    session: Session, words: str, source: Source = Source.PATCHBAY, times: int = 1
) -> None:
    """Wait until so many lines of the log have these words."""
    async with asyncio.timeout(LONG):
        while sum(words in line for line in session.log.tail(source, 100)) < times:
            happened = asyncio.Event()
            disconnect = session.log.added.connect(lambda _, event=happened: event.set())
            await happened.wait()
            disconnect()


async def _change(session: Session) -> None:
    happened = asyncio.Event()
    disconnect = session.asks.changed.connect(lambda _: happened.set())
    await happened.wait()
    disconnect()


def replies(run: Run) -> list[Any]:
    """What the server says that it was told."""
    return json.loads(text(run))
