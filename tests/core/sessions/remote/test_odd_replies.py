"""Malformed JSON-RPC over every remote transport: understood, or failed at once."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection

from patchbay.core.calls.run import Status
from patchbay.core.errors import Family
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Ready
from tests.core.sessions.remote.conftest import Far
from tests.core.sessions.remote.steps import echoed
from tests.core.sessions.remote.websocket_line import serving
from tests.core.sessions.waiting import started, text
from tests.remote import StartWeb
from tests.servers.answers import body_of, good_answer

FINE = '{"content": [{"type": "text", "text": "fine"}]}'
UNUSABLE = (
    '{"jsonrpc":"2.0","id":%ID%,"result":' + "[" * 3000 + "]" * 3000 + "}",
    '{"jsonrpc":"2.0","id":%ID%,"result":',
    '{"jsonrpc":"2.0","id":%ID%}',
    '{"jsonrpc":"2.0","id":%ID%,"result":{"large":' + "9" * 5000 + "}}",
    '{"jsonrpc":"2.0","id":%ID%,"result":null}',
    '{"jsonrpc":"2.0","id":%ID%,"result":[1,2]}',
    '{"jsonrpc":"2.0","id":%ID%,"error":"own words"}',
    '{"jsonrpc":"2.0","id":%ID%,"error":{"code":"-5","message":"odd"}}',
    '{"jsonrpc":"2.0","id":%ID%,"error":{"code":-5}}',
    '{"jsonrpc":"2.0","id":%ID%,"error":{"code":-5,"message":null}}',
)
USABLE = (
    '{"jsonrpc":"2.0","id":%ID%.0,"result":' + FINE + "}",
    '{"id":%ID%,"result":' + FINE + "}",
    '[{"jsonrpc":"2.0","id":%ID%,"result":' + FINE + "}]",
    '{"jsonrpc":"2.0","id":%ID%,"error":null,"result":' + FINE + "}",
    '{"jsonrpc":"2.0","id":%ID%,"half":"\\ud800","result":' + FINE + "}",
    '\ufeff{"jsonrpc":"2.0","id":%ID%,"result":' + FINE + "}",
)
ALL = (*UNUSABLE, *USABLE)


def over_http(web: StartWeb) -> Any:
    answers = [{"body": each, "type": "application/json"} for each in ALL]
    return nullcontext(web({"tools/call": answers}).address)


def over_http_events(web: StartWeb) -> Any:
    answers = [{"events": [f"data: {each}\n\n"], "then": "stay"} for each in ALL]
    return nullcontext(web({"tools/call": answers}).address)


def over_sse(web: StartWeb) -> Any:
    return nullcontext(web({"tools/call": [{"body": each} for each in ALL]}).sse_address)


@asynccontextmanager
async def over_websocket(_: StartWeb) -> AsyncGenerator[str]:
    left = list(ALL)

    async def handler(connection: ServerConnection) -> None:
        async for sent in connection:
            asked = json.loads(sent)
            answer = good_answer(asked, is_modern=False)
            if asked.get("method") == "tools/call":
                answer = {"body": left.pop(0)}
            if body := body_of(answer, asked):
                await connection.send(body.decode())

    async with serving(handler) as address:
        yield address


@pytest.mark.parametrize("over", [over_http, over_http_events, over_sse, over_websocket])
async def test_a_malformed_reply_is_understood_or_fails_its_call_at_once(
    far: Far, web: StartWeb, over: Callable[[StartWeb], Any]
) -> None:
    async with over(web) as address:
        transport = over.__name__.split("_")[1]
        session: Session = far(address, transport=transport, protocol="legacy")
        await started(session)

        for body in UNUSABLE:
            run = await echoed(session, "")
            assert run.status is Status.FAILED, body
            assert run.error is not None
            assert run.error.family is Family.PROTOCOL
            assert "validation error" not in str(run.error)
            assert run.elapsed < 1
        for body in USABLE:
            assert text(await echoed(session, "")) == "fine", body
        assert isinstance(session.state, Ready)
        await session.stop()
