"""The life of a session with a server at an address: the way in, losses, and coming back."""

from typing import Any

import pytest

from patchbay.core.calls.run import Status
from patchbay.core.errors import Family
from patchbay.core.sessions.backoff import Backoff
from patchbay.core.sessions.states import Failed, Ready, Stage, Starting, State
from tests.core.sessions.remote.conftest import Far
from tests.core.sessions.remote.steps import echoed, failed, renewed
from tests.core.sessions.waiting import ended, started, text, until
from tests.remote import RemoteServer, StartRemote, StartWeb

HANDSHAKES = {"legacy": {"initialize"}, "modern": {"tools/list"}}
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


@pytest.mark.parametrize(
    ("kind", "era", "protocol"),
    [
        ("http", "legacy", "2025-11-25"),
        ("http", "modern", "2026-07-28"),
        ("sse", "both", "2026-07-28"),
        ("websocket", "legacy", "2025-11-25"),
        ("websocket", "modern", "2026-07-28"),
    ],
)
async def test_every_transport_lists_and_calls(
    far: Far, remote_server: StartRemote, kind: str, era: str, protocol: str
) -> None:
    server = remote_server(kind, era)

    session = await started(far(server.address, transport=kind))
    run = await ended(session.call_tool("add", {"a": 2, "b": 3}))

    assert text(run) == "5"
    assert session.details.transport == kind
    assert session.details.protocol == protocol


async def test_no_program_is_said_to_start_where_a_server_runs_elsewhere(
    far: Far, remote_server: StartRemote
) -> None:
    session = far(remote_server("http", "modern").address)
    stages: list[Stage] = []

    def follow(state: State) -> None:
        if isinstance(state, Starting):
            stages.append(state.stage)

    session.changed.connect(follow)
    await started(session)

    first = stages.index(Stage.WAITING)
    assert Stage.SPAWNING not in stages
    assert {Stage.NEGOTIATING, Stage.LISTING} <= set(stages[first:])


@pytest.mark.parametrize("status", [400, 404, 405, 406, 411])
async def test_where_posts_are_not_taken_sse_is_tried_and_said_so(
    far: Far, web: StartWeb, status: int
) -> None:
    server = web({"POST /sse": {"status": status}})

    session = await started(far(server.sse_address))

    assert text(await echoed(session, "hello")) == "hello"
    assert session.details.transport == "sse"
    assert any("trying sse" in line.text for line in session.log.lines)
    posts = server.count("POST /sse")
    await session.restart()
    assert isinstance(await session.settled(), Ready)
    assert server.count("POST /sse") == posts, "what is known is not tried again"


@pytest.mark.parametrize("status", [401, 403, 429, 500, 502])
async def test_other_refusals_are_no_reason_to_try_sse(
    far: Far, web: StartWeb, status: int
) -> None:
    server = web({"POST /mcp": {"status": status}})

    state = await failed(far(server.address))

    assert state.short == str(status)
    assert server.count("GET /mcp") == 0
    assert "attempts" not in state.error.evidence


async def test_when_neither_way_works_both_failures_are_kept(far: Far, web: StartWeb) -> None:
    server = web({"POST /mcp": {"status": 400, "body": "no"}, "GET /mcp": {"status": 502}})

    state = await failed(far(server.address))

    assert state.short == "400"
    first, second = state.error.evidence["attempts"].splitlines()
    assert first.startswith("http")
    assert "400" in first
    assert second.startswith("sse")
    assert "502" in second


async def test_a_forgotten_session_is_renewed_once_and_no_call_is_repeated(
    far: Far, web: StartWeb
) -> None:
    server = web({})
    session = await started(far(server.address))
    server.lose_sessions()

    lost = await echoed(session, "one")
    await renewed(session, server)
    again = await echoed(session, "two")

    assert lost.status is Status.FAILED
    assert lost.error is not None
    assert lost.error.family is Family.CONNECTION
    assert "forgotten" in lost.error.title
    assert text(again) == "two"
    assert server.count("tools/call") == 2
    assert server.count("initialize") == 2


async def test_a_session_lost_with_400_is_renewed_too(far: Far, web: StartWeb) -> None:
    server = web({}, lost_status=400)
    session = await started(far(server.address))
    server.lose_sessions()

    lost = await echoed(session, "one")
    await renewed(session, server)

    assert lost.error is not None
    assert "forgotten" in lost.error.title
    assert text(await echoed(session, "two")) == "two"


async def test_a_server_that_forgets_every_session_at_once_is_no_endless_loop(
    far: Far, web: StartWeb
) -> None:
    server = web({"tools/call": {"status": 404}})
    session = await started(far(server.address))

    await echoed(session, "one")
    await renewed(session, server)
    await echoed(session, "two")
    await until(session, lambda: isinstance(session.state, Failed))

    assert server.count("initialize") == 2


@pytest.mark.parametrize(
    "fault",
    [
        {"drop": True},
        {"result": {"content": []}, "pad": 5_000, "cut": 200},
        {"events": [{"jsonrpc": "2.0", "method": "notifications/odd"}], "then": "cut"},
    ],
)
async def test_an_answer_that_breaks_off_fails_its_call_alone(
    far: Far, web: StartWeb, fault: dict[str, Any]
) -> None:
    server = web({"tools/call": [fault, {}]})
    session = await started(far(server.address))

    lost = await echoed(session, "one")
    again = await echoed(session, "two")

    assert lost.status is Status.FAILED
    assert lost.error is not None
    assert lost.error.family is Family.CONNECTION, lost.error
    assert text(again) == "two"
    assert server.count("tools/call") == 2
    assert isinstance(session.state, Ready)


async def test_a_server_that_comes_back_is_found_again(far: Far, http_server: RemoteServer) -> None:
    session = await started(far(http_server.address))
    http_server.stop()

    lost = await ended(session.call_tool("add", {"a": 1, "b": 1}))
    await until(session, lambda: isinstance(session.state, Failed))
    state = session.state
    http_server.start()
    await until(session, lambda: isinstance(session.state, Ready))

    assert lost.status is Status.FAILED
    assert isinstance(state, Failed)
    assert state.retry is not None
    assert text(await ended(session.call_tool("add", {"a": 2, "b": 2}))) == "4"


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_a_network_cut_while_nothing_was_asked_costs_no_call(
    far: Far, web: StartWeb, era: str
) -> None:
    server = web({"GET /mcp": {"events": [], "then": "stay"}}, era=era)
    session = await started(far(server.address))
    server.cut_all()

    assert text(await echoed(session, "one")) == "one"
    assert text(await echoed(session, "two")) == "two"
    assert server.count("tools/call") == 2
    assert isinstance(session.state, Ready)


@pytest.mark.parametrize("backoff", [Backoff(first=1_000, most=1_000)])
async def test_looking_for_a_lost_server_can_be_stopped_and_hurried(
    far: Far, sse_server: RemoteServer, backoff: Backoff
) -> None:
    session = await started(far(sse_server.address, transport="sse"))
    sse_server.stop()
    await until(session, lambda: isinstance(session.state, Failed))
    assert session.will_retry

    sse_server.start()
    session.start()
    await until(session, lambda: isinstance(session.state, Ready))
    sse_server.stop()
    await until(session, lambda: isinstance(session.state, Failed))
    await session.stop()

    assert isinstance(session.state, Failed)
    assert not session.will_retry


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_a_servers_own_config_is_told_at_the_handshake(
    far: Far, web: StartWeb, era: str
) -> None:
    server = web({}, era=era)

    await started(far(server.address, config={"region": "north"}))

    told = [each.message for each in server.requests if each.message]
    params = next(each["params"] for each in told if each["method"] in HANDSHAKES[era])
    capabilities = params.get("capabilities") or params["_meta"][CAPABILITIES]
    assert capabilities["experimental"] == {"patchbay/config": {"region": "north"}}


@pytest.mark.parametrize("backoff", [Backoff(first=1_000, most=1_000)])
async def test_a_lost_server_is_not_looked_for_once_it_is_disabled(
    far: Far, sse_server: RemoteServer
) -> None:
    session = await started(far(sse_server.address, transport="sse"))
    sse_server.stop()
    await until(session, lambda: session.will_retry)

    assert far(sse_server.address, transport="sse", disabled=True) is session

    await until(session, lambda: not session.will_retry)
    assert isinstance(session.state, Failed)


@pytest.mark.parametrize("kind", ["http", "sse"])
async def test_half_a_character_that_is_sent_costs_no_connection(
    far: Far, web: StartWeb, kind: str
) -> None:
    server = web({})
    session = await started(far(server.sse_address if kind == "sse" else server.address))

    assert text(await echoed(session, "half \ud800")) == "half ?"
    assert isinstance(session.state, Ready)
