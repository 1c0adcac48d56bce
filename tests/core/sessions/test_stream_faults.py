"""Faults of the streams themselves, through the whole way from a program to its session."""

import json
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from patchbay.core.calls.run import Run
from patchbay.core.errors import Family, Kind
from patchbay.core.paths import standard_paths
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Ready
from patchbay.core.settings import SettingsStore
from tests.core.sessions.raw_scripts import GOOD, GREETING
from tests.core.sessions.waiting import ended, started, text, until, until_logged, until_traffic

MakeRaw = Callable[..., Session]


def answer(result: dict[str, Any]) -> str:
    return '{"jsonrpc":"2.0","id":%ID%,"result":' + json.dumps(result) + "}"


@pytest.mark.parametrize("before", ["\ufeff", "Loading... ", "\ufeff\r", "12% \x1b[32mok\x1b[0m "])
async def test_what_stands_before_the_first_reply_costs_nothing(
    make_raw: MakeRaw, before: str
) -> None:
    script = {"initialize": [{"line": before + answer(GREETING)}], "tools/call": [{"result": GOOD}]}
    session = await started(make_raw(script, protocol="legacy", connect_timeout=15))

    assert text(await ended(session.call_tool("tool", {}))) == "fine"


async def test_line_ends_of_windows_and_separators_inside_texts_split_nothing(
    make_raw: MakeRaw,
) -> None:
    result = {"content": [{"type": "text", "text": "a\u2028b\u0085c"}]}
    line = answer({}).replace("{}}", json.dumps(result, ensure_ascii=False) + "}\r")
    session = await started(make_raw({"tools/call": [{"line": line}]}))

    assert text(await ended(session.call_tool("tool", {}))) == "a\u2028b\u0085c"


@pytest.mark.parametrize("where", ["initialize", "tools/call"])
async def test_a_megabyte_on_stderr_stops_no_answer(make_raw: MakeRaw, where: str) -> None:
    script: dict[str, list[dict[str, Any]]] = {
        "initialize": [{"result": GREETING}],
        "tools/call": [{"result": GOOD}],
    }
    script[where] = [{"loud": 1024, **script[where][0]}]
    session = await started(make_raw(script))

    assert text(await ended(session.call_tool("tool", {}))) == "fine"
    await until_logged(session, Source.STDERR)


async def test_an_argument_the_server_does_not_take_off_the_pipe_fails_its_call_in_time(
    make_raw: MakeRaw,
) -> None:
    session = await started(make_raw({"tools/call": [{"sleep": 60}]}, request_timeout=0.5))
    stuck = session.call_tool("tool", {})
    await until_traffic(session, "tools/call")

    run = await ended(session.call_tool("tool", {"padding": "x" * 5_000_000}))

    assert _ran_late(run)
    assert _ran_late(await ended(stuck))
    assert run.elapsed < 3
    assert isinstance(session.state, Ready)
    _kill(session)
    await until(session, lambda: isinstance(session.state, Failed))


@pytest.fixture
def small_cap() -> None:
    """Takes effect for a workspace that is built later."""
    SettingsStore(standard_paths().settings_file).update(message_cap_mb=1)


@pytest.mark.usefixtures("small_cap")
async def test_an_answer_that_never_ends_fails_its_call_at_the_cap_with_the_setting_to_change(
    make_raw: MakeRaw,
) -> None:
    session = await started(make_raw({"tools/call": [{"endless": 2}]}))

    run = await ended(session.call_tool("tool", {}))

    assert run.error is not None
    assert run.error.family is Family.PROTOCOL
    assert "longer than the 1 MB that Patchbay accepts (“Largest message”" in run.error.cause
    assert isinstance(session.state, Ready)


def _ran_late(run: Run) -> bool:
    return run.error is not None and run.error.kind is Kind.DEADLINE


def _kill(session: Session) -> None:
    assert session.details.pid is not None
    os.kill(session.details.pid, signal.SIGKILL)
