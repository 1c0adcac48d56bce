"""Lists with odd names and without an end."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from patchbay.core.errors import Family, Kind
from patchbay.core.sessions import connection, listing
from patchbay.core.sessions.session import Session
from tests.core.sessions.raw_scripts import GOOD, GREETING
from tests.core.sessions.waiting import ended, failed, started, text

MakeRaw = Callable[..., Session]
PAGE = (
    '{"jsonrpc":"2.0","id":%ID%,"result":{"tools":[{"name":"t%ID%",'
    '"inputSchema":{"type":"object"}}],"nextCursor":"after %ID%"}}'
)


def _tools(*names: str) -> dict[str, object]:
    return {"result": {"tools": [{"name": name, "inputSchema": {}} for name in names]}}


@pytest.mark.parametrize("name", ["a b/ue:", "", "x" * 300, "größe", "\u202egnp"])
async def test_a_name_that_others_refuse_is_kept_as_it_is_with_a_note(
    make_raw: MakeRaw, name: str
) -> None:
    script = {"tools/list": [_tools(name, "plain.name-1")], "tools/call": [{"result": GOOD}]}
    session = await started(make_raw(script))

    odd, plain = session.catalog.tools
    assert (odd.name, plain.name) == (name, "plain.name-1")
    assert [note.path for note in odd.notes if "other clients may refuse it" in note.text] == [
        "/name"
    ]
    assert not any(note.path == "/name" for note in plain.notes)
    assert text(await ended(session.call_tool(name, {}))) == "fine"


async def test_names_that_come_twice_are_both_listed_and_told_by_their_place(
    make_raw: MakeRaw,
) -> None:
    session = await started(make_raw({"tools/list": [_tools("a", "twin", "twin")]}))

    assert [tool.name for tool in session.catalog.tools] == ["a", "twin", "twin"]
    assert [note.words for note in session.catalog.notes] == [
        "The server lists “twin” more than once. (/tools/2)"
    ]


@pytest.mark.parametrize(
    "answer", [{"error": {"code": -32603, "message": "no database"}}, {"result": [1]}]
)
async def test_a_list_the_server_fails_to_tell_takes_no_other_along(
    make_raw: MakeRaw, answer: dict[str, Any]
) -> None:
    greeting: dict[str, Any] = {
        **GREETING,
        "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
    }
    lists = {"prompts/list": [answer], "resources/list": [answer]}
    session = await started(make_raw({"initialize": [{"result": greeting}], **lists}))

    assert [tool.name for tool in session.catalog.tools] == ["tool"]
    assert [(note.path, note.text[:34]) for note in session.catalog.notes] == [
        ("/prompts", "The server did not list its prompt"),
        ("/resources", "The server did not list its resour"),
    ]


async def test_a_server_that_fails_to_tell_its_tools_is_not_up(make_raw: MakeRaw) -> None:
    answer = {"error": {"code": -32603, "message": "no database"}}

    error = await failed(make_raw({"tools/list": [answer]}))

    assert (error.family, error.cause) == (Family.PROTOCOL, "no database")


async def test_a_list_that_never_comes_ends_the_start_in_time(
    make_raw: MakeRaw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LIST_SECONDS", 0.3)

    error = await failed(make_raw({"tools/list": [{"silence": True}]}))

    assert error.kind is Kind.DEADLINE
    assert "isting tools, prompts and resources" in error.cause


async def test_pages_without_an_end_are_read_up_to_a_number(
    make_raw: MakeRaw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MOST_PAGES", 20)
    session = await started(make_raw({"tools/list": [{"line": PAGE}]}))

    assert len(session.catalog.tools) == 21
    assert [note.text for note in session.catalog.notes] == [
        "The list of tools never ends; stopped after 21 items."
    ]


async def test_slow_pages_without_an_end_are_read_for_so_long(
    make_raw: MakeRaw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "LONGEST", 0.3)
    began = time.monotonic()
    session = await started(make_raw({"tools/list": [{"line": PAGE, "sleep": 0.05}]}))

    assert 1 < len(session.catalog.tools) < 20
    assert time.monotonic() - began < 10
    assert "never ends" in session.catalog.notes[0].text
