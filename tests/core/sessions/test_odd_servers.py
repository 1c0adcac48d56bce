"""Servers that answer in odd ways: what is usable is used, the rest fails at once and says why."""

import asyncio
import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

from patchbay.core.calls.blocks import Image, Text, Unknown
from patchbay.core.errors import Family
from patchbay.core.sessions.block_pages import MOST_BLOCKS
from patchbay.core.sessions.log import Source
from patchbay.core.sessions.peel import peel
from patchbay.core.sessions.session import Session
from patchbay.core.sessions.states import Failed, Ready
from patchbay.core.sessions.traffic import Outcome
from patchbay.core.values import JsonObject
from tests.core.sessions.waiting import LONG, ended, started, text, until, until_logged

MakeRaw = Callable[..., Session]
GOOD = {"content": [{"type": "text", "text": "fine"}]}
GOOD_TOOL = {"name": "good", "inputSchema": {"type": "object"}}


def legacy(**methods: Any) -> dict[str, Any]:
    return {name.replace("_", "/"): answers for name, answers in methods.items()}


@pytest.mark.parametrize(
    "bad",
    [
        {"name": None, "inputSchema": {"type": "object"}},
        {"name": 5, "inputSchema": {"type": "object"}},
        {"inputSchema": {"type": "object"}},
        "no object",
        None,
    ],
)
async def test_a_tool_without_a_name_is_left_out_and_the_others_stay(
    make_raw: MakeRaw, bad: Any
) -> None:
    script = legacy(
        tools_list=[{"result": {"tools": [bad, GOOD_TOOL]}}], tools_call=[{"result": GOOD}]
    )
    session = await started(make_raw(script, protocol="legacy"))

    assert [tool.name for tool in session.catalog.tools] == ["good"]
    assert session.catalog.notes[0].path == "/tools/0"
    assert "left out. (/tools/0)" in session.log.tail(Source.PATCHBAY, 2)[0]
    assert text(await ended(session.call_tool("good", {}))) == "fine"


@pytest.mark.parametrize(
    "defect",
    [
        {"inputSchema": None},
        {"inputSchema": True},
        {"inputSchema": {}},
        {"outputSchema": {"type": "array"}},
        {"outputSchema": 5},
        {"annotations": {"readOnlyHint": "maybe"}},
        {"annotations": []},
        {"description": None, "title": 7},
        {"inputSchema": {"type": "object", "properties": None}},
        {"icons": "none", "_meta": 3},
    ],
)
async def test_a_defective_tool_is_listed_and_can_be_called_once(
    make_raw: MakeRaw, defect: dict[str, Any]
) -> None:
    tool = {**GOOD_TOOL, **defect}
    script = legacy(tools_list=[{"result": {"tools": [tool]}}], tools_call=[{"result": GOOD}])
    session = await started(make_raw(script, protocol="legacy"))

    assert text(await ended(session.call_tool("good", {}))) == "fine"
    methods = [each.method for each in session.traffic.exchanges]
    assert methods.count("tools/call") == 1
    assert methods.count("tools/list") == 1


@pytest.mark.parametrize(
    "answer",
    [
        {"line": '{"jsonrpc":"2.0","id":%ID%,"result":'},
        {"line": '{"jsonrpc":"2.0","id":%ID%,"result":' + "[" * 3000 + "]" * 3000 + "}"},
        {"drop": ["jsonrpc"]},
        {"result": None},
        {"result": [1, 2]},
        {"error": "a string"},
        {"error": {"code": "x", "message": None}},
        {"error": {"code": -32000}},
        {"error": {"code": "--5", "message": "odd"}},
        {"error": {"code": "²", "message": "odd"}},
        {"line": '{\n "jsonrpc": "2.0",\n "id": %ID%,\n "result": {"content": []}\n}'},
        {"id": None, "error": {"code": -32700, "message": "Parse error"}},
        {"drop": ["id"], "error": {"code": -32600, "message": "Invalid request"}},
    ],
)
async def test_a_malformed_answer_fails_its_call_at_once(
    make_raw: MakeRaw, answer: dict[str, Any]
) -> None:
    session = await started(make_raw(legacy(tools_call=[answer]), protocol="legacy"))

    run = await ended(session.call_tool("tool", {}))

    assert run.error is not None
    assert run.error.family is Family.PROTOCOL
    assert isinstance(session.state, Ready)


@pytest.mark.parametrize(
    "answer",
    [
        {"line": '[{"jsonrpc":"2.0","id":%ID%,"result":' + json.dumps(GOOD) + "}]"},
        {"line": 'Loading... {"jsonrpc":"2.0","id":%ID%,"result":' + json.dumps(GOOD) + "}"},
        {"line": '{"id":%ID%,"result":' + json.dumps(GOOD) + "}"},
        {"line": '{"jsonrpc":"2.0","id":%ID%,"error":null,"result":' + json.dumps(GOOD) + "}"},
        {"line": '{"jsonrpc":"2.0","id":"%ID%","result":' + json.dumps(GOOD) + "}"},
        {"line": '{"jsonrpc":"2.0","id":%ID%.0,"result":' + json.dumps(GOOD) + "}"},
        {"before": ["hello", "", "null", "[1,2]", '"str"'], "result": GOOD},
        {"before": ['{"jsonrpc":"2.0","id":"--5","result":{}}'], "result": GOOD},
        {"before": ['{"jsonrpc":"2.0","id":"²","error":{}}'], "result": GOOD},
        {"before": ['{"jsonrpc":"2.0","id":[],"method":{}}'], "result": GOOD},
        {"result": {**GOOD, "isError": []}},
        {"id": None, "result": GOOD},
        {"drop": ["id"], "result": GOOD},
        {
            "before": ['{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"notice"}}'],
            "result": GOOD,
        },
    ],
)
async def test_an_odd_answer_that_can_be_understood_is_understood(
    make_raw: MakeRaw, answer: dict[str, Any]
) -> None:
    session = await started(make_raw(legacy(tools_call=[answer]), protocol="legacy"))

    assert text(await ended(session.call_tool("tool", {}))) == "fine"


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ({"content": [{"type": "video", "data": "x"}]}, Unknown),
        ({"content": [{"type": "image", "mimeType": "image/png"}]}, Unknown),
        ({"content": [{"type": "text", "text": None}]}, Unknown),
        ({"content": "plain words"}, Text),
        ({"content": [{"type": "text", "text": "half \ud800"}]}, Text),
    ],
)
async def test_a_damaged_block_is_shown_as_far_as_it_goes(
    make_raw: MakeRaw, result: dict[str, Any], kind: type
) -> None:
    session = await started(make_raw(legacy(tools_call=[{"result": result}]), protocol="legacy"))

    run = await ended(session.call_tool("tool", {}))

    assert run.result is not None, run.error
    assert isinstance(run.result.blocks[0], kind)


async def test_an_answer_patchbay_stumbles_over_fails_its_call_alone_and_is_not_the_servers_fault(
    make_raw: MakeRaw, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [{"result": {**GOOD, "stumble": True}}, {"result": GOOD}]
    session = await started(make_raw(legacy(tools_call=answers), protocol="legacy"))

    def stumble(method: str, result: JsonObject, request_id: int | str) -> object:
        if "stumble" in result:
            raise KeyError(method)
        return peel(method, result, request_id)

    monkeypatch.setattr("patchbay.core.sessions.tap.peel", stumble)
    run = await ended(session.call_tool("tool", {}))

    assert run.error is not None
    assert run.error.family is Family.PROTOCOL
    assert "Patchbay could not handle a message of the server (KeyError)" in run.error.cause
    assert "KeyError" in session.log.tail(Source.PATCHBAY, 1)[0]
    assert text(await ended(session.call_tool("tool", {}))) == "fine"


async def test_notifications_the_sdk_refuses_are_logged_nowhere_else(
    make_raw: MakeRaw, caplog: pytest.LogCaptureFixture
) -> None:
    bad = json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"x": "y"}})
    answer = {"before": [bad], "repeat": 50, "result": GOOD}
    session = await started(make_raw(legacy(tools_call=[answer]), protocol="legacy"))

    assert text(await ended(session.call_tool("tool", {}))) == "fine"

    assert not caplog.records


async def test_lines_that_are_no_messages_are_kept_as_stdout_noise(make_raw: MakeRaw) -> None:
    answer = {"before": ["Loaded 12 datasets"], "result": GOOD}
    session = await started(make_raw(legacy(tools_call=[answer]), protocol="legacy"))

    await ended(session.call_tool("tool", {}))

    await until_logged(session, Source.NOISE)
    assert session.log.tail(Source.NOISE, 1) == ("Loaded 12 datasets",)


async def test_structured_content_that_breaks_its_schema_is_shown_with_the_place(
    make_raw: MakeRaw,
) -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    tool = {**GOOD_TOOL, "outputSchema": schema}
    result = {**GOOD, "structuredContent": {"n": "seven"}}
    script = legacy(tools_list=[{"result": {"tools": [tool]}}], tools_call=[{"result": result}])
    session = await started(make_raw(script, protocol="legacy"))

    run = await ended(session.call_tool("good", {}))

    assert text(run) == "fine"
    assert run.result is not None
    assert run.result.structured is not None
    assert run.result.structured.value == {"n": "seven"}
    assert [note.path for note in run.result.notes] == ["/n"]
    call = next(each for each in session.traffic.exchanges if each.method == "tools/call")
    assert call.outcome is Outcome.OK


@pytest.mark.parametrize("cursor", [None, ""])
async def test_an_empty_cursor_ends_a_list(make_raw: MakeRaw, cursor: Any) -> None:
    page = {"tools": [GOOD_TOOL], "nextCursor": cursor}
    session = await started(make_raw(legacy(tools_list=[{"result": page}]), protocol="legacy"))

    assert len(session.catalog.tools) == 1


async def test_all_pages_are_read_and_a_repeated_cursor_ends_the_list_with_a_note(
    make_raw: MakeRaw,
) -> None:
    pages = [
        {"result": {"tools": [{**GOOD_TOOL, "name": name}], "nextCursor": cursor}}
        for name, cursor in (("a", "1"), ("b", "2"), ("c", "2"))
    ]
    session = await started(make_raw(legacy(tools_list=pages), protocol="legacy"))

    assert [tool.name for tool in session.catalog.tools] == ["a", "b", "c"]
    assert "repeats a page" in session.catalog.notes[0].text


async def test_a_storm_of_list_changes_costs_few_listings_and_delays_no_call(
    make_raw: MakeRaw,
) -> None:
    change = json.dumps({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    two = {"result": {"tools": [GOOD_TOOL, {**GOOD_TOOL, "name": "new"}]}}
    script = legacy(
        tools_list=[{"result": {"tools": [GOOD_TOOL]}}, two],
        tools_call=[{"before": [change], "repeat": 2000, "result": GOOD}],
    )
    session = await started(make_raw(script, protocol="legacy"))

    assert text(await ended(session.call_tool("good", {}))) == "fine"
    await until(session, lambda: len(session.catalog.tools) == 2)

    listings = [each for each in session.traffic.exchanges if each.method == "tools/list"]
    assert 2 <= len(listings) <= 3


@pytest.mark.parametrize(
    "change",
    [
        {"serverInfo": None},
        {"serverInfo": {"name": "x"}},
        {"capabilities": None},
        {"capabilities": {"tools": None}},
        {"instructions": None},
    ],
)
async def test_a_sloppy_greeting_is_repaired(make_raw: MakeRaw, change: dict[str, Any]) -> None:
    greeting: dict[str, Any] = {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "raw", "version": "1"},
        **change,
    }
    session = await started(make_raw(legacy(initialize=[{"result": greeting}]), protocol="legacy"))

    assert [tool.name for tool in session.catalog.tools] == ["tool"]


async def test_an_unknown_protocol_version_is_explained(make_raw: MakeRaw) -> None:
    greeting = {
        "protocolVersion": "2099-01-01",
        "capabilities": {},
        "serverInfo": {"name": "raw", "version": "1"},
    }
    session = make_raw(legacy(initialize=[{"result": greeting}]), protocol="legacy")
    session.start()
    async with asyncio.timeout(LONG):
        state = await session.settled()

    assert isinstance(state, Failed)
    assert state.error.family is Family.PROTOCOL
    assert "2099-01-01" in state.error.cause


async def test_a_catalog_of_ten_thousand_tools_is_whole(make_raw: MakeRaw) -> None:
    session = await started(make_raw(legacy(tools_list=[{"many": 10_000}]), protocol="legacy"))

    assert [tool.name for tool in session.catalog.tools] == [f"t{place}" for place in range(10_000)]


@pytest.mark.parametrize("count", [300, 3_000])
async def test_a_result_of_many_blocks_has_them_all(make_raw: MakeRaw, count: int) -> None:
    block = {"type": "text", "text": "%N% of many"}
    script = legacy(tools_call=[{"result": {"content": [block]}, "times": count}])
    session = await started(make_raw(script, protocol="legacy"))

    result = (await ended(session.call_tool("tool", {}))).result

    assert result is not None
    assert result.blocks == tuple(Text(f"{number} of many") for number in range(count))
    assert result.notes == ()
    json.dumps(result.raw)


async def test_of_many_large_pictures_each_is_there(make_raw: MakeRaw) -> None:
    picture = b"\x89PNG\r\n\x1a\n" + bytes(60_000)
    block = {"type": "image", "mimeType": "image/png", "data": base64.b64encode(picture).decode()}
    script = legacy(tools_call=[{"result": {"content": [block]}, "times": 300}])
    session = await started(make_raw(script, protocol="legacy"))

    result = (await ended(session.call_tool("tool", {}))).result

    assert result is not None
    pictures = [block for block in result.blocks if isinstance(block, Image)]
    assert len(pictures) == 300
    assert {each.payload.read() for each in pictures} == {picture}
    assert len(set(result.files())) == 301


async def test_a_result_of_endless_blocks_stops_with_a_note(make_raw: MakeRaw) -> None:
    block = {"type": "text", "text": "%N%"}
    script = legacy(tools_call=[{"result": {"content": [block]}, "times": 10_500}])
    session = await started(make_raw(script, protocol="legacy"))

    result = (await ended(session.call_tool("tool", {}))).result

    assert result is not None
    assert MOST_BLOCKS <= len(result.blocks) < 10_500
    assert [note.text for note in result.notes] == [
        f"Only the first {len(result.blocks):,} items of content are shown; the raw result has all."
    ]


@pytest.mark.parametrize("size", [1_100_000, 5_000_000])
async def test_a_large_tool_definition_is_whole(make_raw: MakeRaw, size: int) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    script = legacy(
        tools_list=[{"result": {"tools": [{"name": "large", "inputSchema": schema}]}, "pad": size}]
    )
    session = await started(make_raw(script, protocol="legacy"))

    (tool,) = session.catalog.tools
    assert tool.name == "large"
    assert len(tool.input_schema.pop("description")) == size
    assert tool.input_schema == schema
    assert session.catalog.notes == ()


async def test_a_huge_tool_definition_loses_only_its_schema(make_raw: MakeRaw) -> None:
    tool = {
        "name": "huge",
        "description": "Does much.",
        "annotations": {"readOnlyHint": True},
        "inputSchema": {"type": "object"},
    }
    script = legacy(tools_list=[{"result": {"tools": [tool, GOOD_TOOL]}, "pad": 9_000_000}])
    session = await started(make_raw(script, protocol="legacy"))

    huge, good = session.catalog.tools
    assert (huge.name, huge.description, huge.read_only) == ("huge", "Does much.", True)
    assert (huge.input_schema, huge.notes, good.name) == ({"type": "object"}, (), "good")
    assert [note.words for note in session.catalog.notes] == [
        "“huge” is larger than 8 MB; it is listed without its inputSchema. (/tools/0)"
    ]


@pytest.fixture
def canary(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PATCHBAY_CANARY", "canary-5f2b9d7e")
    return "canary-5f2b9d7e"


async def test_a_secret_is_in_no_log_line_and_no_message(canary: str, make_raw: MakeRaw) -> None:
    told = {"content": [{"type": "text", "text": canary}]}
    answer = {"stderr": [f"token {canary}"], "result": told}
    greeting: dict[str, Any] = {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "raw", "version": "1"},
        "instructions": f"Use {canary}.",
    }
    session = make_raw(
        legacy(initialize=[{"result": greeting}], tools_call=[answer]),
        protocol="legacy",
        env={"TOKEN": "${PATCHBAY_CANARY}"},
    )
    await started(session)

    await ended(session.call_tool("tool", {"key": canary}))
    await until_logged(session, Source.STDERR)

    written = [session.details.instructions, *(line.text for line in session.log.lines)]
    written += [each.request + each.response for each in session.traffic.exchanges]
    assert written
    assert not [words for words in written if canary in words]
