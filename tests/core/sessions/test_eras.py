"""Old, new and dishonest servers: each is spoken to as it wants, or told why that cannot be."""

from collections.abc import Callable
from typing import Any

import pytest

from patchbay.core.errors import Action, AppError, Family
from patchbay.core.sessions.session import Session
from tests.core.sessions.raw_scripts import DISCOVERED, GOOD, GREETING, UNKNOWN, refused
from tests.core.sessions.waiting import ended, failed, started, text

MakeRaw = Callable[..., Session]


def requests(session: Session, since: int) -> list[str]:
    return [each.method for each in session.traffic.exchanges if each.number > since]


async def test_a_server_that_ignores_the_probe_is_asked_the_old_way_at_the_next_start(
    make_raw: MakeRaw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp.client.session.DISCOVER_TIMEOUT_SECONDS", 0.2)
    session = await started(make_raw({"server/discover": [{"silence": True}]}))
    assert session.details.protocol == "2025-11-25"
    assert requests(session, 0)[0] == "server/discover"
    await session.stop()
    before = session.traffic.total

    await started(session)

    assert requests(session, before)[0] == "initialize"


async def test_a_server_remembered_as_old_that_no_longer_is_gets_the_new_way(
    make_raw: MakeRaw,
) -> None:
    session = await started(make_raw({"tools/call": [{"result": GOOD}]}))
    await session.stop()
    new = {"server/discover": [{"result": DISCOVERED}], "initialize": [UNKNOWN]}

    await started(make_raw({**new, "tools/call": [{"result": GOOD}]}))

    assert session.details.protocol == "2026-07-28"


async def test_a_server_of_the_new_era_that_answers_in_old_shapes_works_and_is_noted(
    make_raw: MakeRaw,
) -> None:
    script = {"server/discover": [{"result": DISCOVERED}], "tools/call": [{"result": GOOD}]}
    session = await started(make_raw(script))

    run = await ended(session.call_tool("tool", {}))

    assert text(run) == "fine"
    assert run.result is not None
    assert "set its protocol to “legacy”" in run.result.notes[0].text


async def test_a_server_of_the_new_era_that_then_refuses_is_offered_the_old_one(
    make_raw: MakeRaw,
) -> None:
    no = {"error": {"code": -32600, "message": "not initialized"}}
    script = {"server/discover": [{"result": DISCOVERED}], "tools/list": [no]}

    error = await failed(make_raw(script))

    assert (error.family, error.cause) == (Family.PROTOCOL, "not initialized")
    assert [each.value for each in error.remedies if each.action is Action.SET_PROTOCOL] == [
        "legacy"
    ]


def _speaks_2027(error: AppError) -> bool:
    return error.short == "version" and error.cause.startswith("It speaks 2027-01-01;")


@pytest.mark.parametrize(
    "discovered",
    [refused(["2027-01-01"]), {"result": {**DISCOVERED, "supportedVersions": ["2027-01-01"]}}],
)
@pytest.mark.parametrize("initialized", [refused(["2027-01-01"]), UNKNOWN])
async def test_a_server_that_speaks_only_later_versions_is_told_by_them(
    make_raw: MakeRaw, discovered: dict[str, Any], initialized: dict[str, Any]
) -> None:
    script = {"server/discover": [discovered], "initialize": [initialized]}

    assert _speaks_2027(await failed(make_raw(script)))


@pytest.mark.parametrize("version", ["2024-10-07", "2099-01-01"])
async def test_a_version_nobody_knows_is_named(make_raw: MakeRaw, version: str) -> None:
    greeting = {**GREETING, "protocolVersion": version}

    error = await failed(make_raw({"initialize": [{"result": greeting}]}))

    assert (error.family, error.short) == (Family.PROTOCOL, "version")
    assert error.cause.startswith(f"It speaks {version};")


async def test_the_oldest_version_is_spoken(make_raw: MakeRaw) -> None:
    greeting = {**GREETING, "protocolVersion": "2024-11-05"}

    session = await started(make_raw({"initialize": [{"result": greeting}]}))

    assert session.details.protocol == "2024-11-05"


async def test_what_a_server_says_instead_of_a_greeting_is_told_with_what_to_do(
    make_raw: MakeRaw,
) -> None:
    refusal = {"error": {"code": -32000, "message": "API key missing"}}

    error = await failed(make_raw({"initialize": [refusal]}))

    assert (error.family, error.cause) == (Family.PROTOCOL, "API key missing")
    assert "API key missing. Look up which variable it wants" in str(error)
    assert [each.value for each in error.remedies] == ["env"]
