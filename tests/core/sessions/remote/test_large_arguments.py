"""Large arguments over HTTP: encoded once, and they arrive as they were written."""

from typing import Any

import pytest

from patchbay.core.calls.run import Status
from tests.core.sessions.remote.conftest import Far
from tests.core.sessions.remote.steps import echoed
from tests.core.sessions.waiting import started
from tests.remote import StartWeb

MOVED = {"POST /mcp": {"status": 307, "headers": {"location": "/mcp/"}}}


@pytest.mark.parametrize("script", [{}, MOVED])
@pytest.mark.parametrize("kind", ["http legacy", "http modern", "sse legacy"])
async def test_a_large_argument_arrives_whole_and_once(
    far: Far, web: StartWeb, kind: str, script: dict[str, Any]
) -> None:
    transport, era = kind.split()
    server = web(script, era=era)
    address = server.address if transport == "http" else server.sse_address
    session = await started(far(address, transport=transport, headers={"X-Team": "a"}))
    large = 'ä"\n' * 500_000

    run = await echoed(session, large)

    assert run.status is Status.DONE
    (*_, sent) = (one for one in server.requests if one.step == "tools/call")
    assert sent.message["params"]["arguments"] == {"text": large}
    assert sent.headers["content-type"] == "application/json"
    assert sent.headers["x-team"] == "a"
    row = next(one for one in session.traffic.exchanges if one.method == "tools/call")
    assert row.request_size == len(sent.body)
    assert row.request_cut
    assert sent.body.decode().startswith(row.request[:60_000])
