"""The demo server, asked by a real client, and as a process of its own."""

import asyncio
import io
import json
import struct
import sys
import wave
import zlib
from typing import Any

import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitResult, LoggingMessageNotificationParams

from patchbay.core.calls.blocks import Audio, HeldBytes, Image, Link, Resource, Result, Text
from patchbay.core.calls.content import prompt_result, resource_result, tool_result
from patchbay.core.calls.fields import FieldKind
from patchbay.core.calls.schema import form
from patchbay.core.calls.verdict import check
from patchbay.demo.canvas import Canvas
from patchbay.demo.server import build

TOOLS = [
    "draw_chart",
    "list_datasets",
    "show_pictures",
    "sound_horn",
    "daily_report",
    "harbour_log",
    "all_inputs",
    "record_reading",
    "scrap_readings",
    "ask_coastguard",
    "open_lock_gate",
    "book_berth",
    "sweep_channel",
    "large_result",
    "night_watch_shift",
    "abandon_ship",
    "write_log",
]


def wire(answer: Any) -> dict[str, Any]:
    return answer.model_dump(mode="json", by_alias=True, exclude_none=True)


async def call(name: str, arguments: dict[str, Any] | None = None, mode: str = "auto") -> Result:
    async with Client(build(), mode=mode) as client:
        return tool_result(wire(await client.call_tool(name, arguments or {})))


def pixels_of(png: bytes) -> tuple[int, int, set[bytes]]:
    """Width, height and the colours of an RGB picture; every chunk is checked on the way."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, packed, size = 8, b"", (0, 0)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        data = png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(
            kind + data
        )
        if kind == b"IHDR":
            size = struct.unpack(">II", data[:8])
        packed += data if kind == b"IDAT" else b""
        at += 12 + length
    rows = zlib.decompress(packed)
    width, height = size
    assert len(rows) == height * (1 + 3 * width)
    lines = [rows[y * (1 + 3 * width) :][1 : 1 + 3 * width] for y in range(height)]
    return width, height, {line[x : x + 3] for line in lines for x in range(0, 3 * width, 3)}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_everything_it_offers_is_listed_in_both_eras(mode: str) -> None:
    async with Client(build(), mode=mode) as client:
        tools = await client.list_tools()
        prompts = await client.list_prompts()
        resources = await client.list_resources()
        templates = await client.list_resource_templates()

    assert [tool.name for tool in tools.tools] == TOOLS
    assert all(tool.description and tool.annotations for tool in tools.tools)
    assert [prompt.name for prompt in prompts.prompts] == [
        "weather_briefing",
        "passage_plan",
        "explain_chart",
    ]
    assert len(resources.resources) == 3
    assert len(templates.resource_templates) == 1


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_chart_is_words_a_picture_and_figures_that_keep_the_promise(mode: str) -> None:
    async with Client(build(), mode=mode) as client:
        (schema,) = [
            tool.output_schema
            for tool in (await client.list_tools()).tools
            if tool.name == "draw_chart"
        ]
        result = tool_result(wire(await client.call_tool("draw_chart", {})))

    words, picture = result.blocks
    assert isinstance(words, Text)
    assert words.text.startswith("Drew 3 lines over 90 days (270 points). The highest value is ")
    assert isinstance(picture, Image)
    assert picture.mime_type == "image/png"
    width, height, colours = pixels_of(picture.payload.read())
    assert (width, height) == (720, 360)
    assert {b"\xff\xff\xff", b"\x0b\x64\x82", b"\xd9\x62\x2b", b"\x62\x42\xb5"} <= colours
    assert result.structured is not None
    assert result.structured.value["range"] == {
        "from": "2026-09-01",
        "to": "2026-11-29",
        "days": 90,
    }
    assert check(schema, result) == ()
    assert result.notes == ()


@pytest.mark.parametrize("kind", ["line", "area", "bar"])
@pytest.mark.parametrize("days", [1, 2, 31, 365])
async def test_charts_of_every_kind_and_length_can_be_drawn(kind: str, days: int) -> None:
    style = {"background": "dark", "grid": False, "palette": "kelp", "line_width": 3.5}
    result = await call(
        "draw_chart",
        {
            "kind": kind,
            "days": days,
            "series": ["west"],
            "y_max": 2,
            "smooth": True,
            "style": style,
        },
    )

    assert not result.is_error
    picture = result.blocks[1]
    assert isinstance(picture, Image)
    colours = pixels_of(picture.payload.read())[2]
    assert b"\x1a\x1f\x23" in colours
    assert b"\x1b\x74\x44" in colours


async def test_the_same_chart_is_drawn_twice_alike() -> None:
    assert (await call("draw_chart")).blocks == (await call("draw_chart")).blocks


async def test_an_unknown_quay_is_a_failed_tool_that_says_what_there_is() -> None:
    result = await call("draw_chart", {"series": ["east"]})

    assert result.is_error
    assert isinstance(result.blocks[0], Text)
    assert "there are north, south, west" in result.blocks[0].text


@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (
            ElicitResult(action="accept", content={"quay": "west", "nights": 1}),
            "Ida lies at the west quay from 2026-11-29 for 1 night.",
        ),
        (ElicitResult(action="decline"), "No berth was booked for Ida."),
        (ElicitResult(action="cancel"), "No berth was booked for Ida."),
    ],
    ids=["accept", "decline", "cancel"],
)
async def test_a_berth_is_booked_as_it_was_answered_in_both_eras(
    mode: str, reply: ElicitResult, told: str
) -> None:
    async def answer(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        del context
        assert params.message == "Where shall Ida lie, and for how long?"
        return reply

    async with Client(build(), mode=mode, elicitation_callback=answer) as client:
        result = tool_result(wire(await client.call_tool("book_berth", {"ship": "Ida"})))

    assert isinstance(result.blocks[0], Text)
    assert result.blocks[0].text == told


async def test_its_forms_show_every_kind_of_row() -> None:
    async with Client(build()) as client:
        forms = {tool.name: form(tool.input_schema) for tool in (await client.list_tools()).tools}

    assert {row.kind for row in forms["all_inputs"].fields} == set(FieldKind)
    assert [row.name for row in forms["draw_chart"].fields] == [
        "dataset",
        "kind",
        "days",
        "series",
        "y_max",
        "smooth",
        "style",
    ]
    assert FieldKind.JSON not in {row.kind for row in forms["draw_chart"].fields}


async def test_all_inputs_answers_with_exactly_what_arrived() -> None:
    sent = {"name": "x", "serial": 2**63 + 1, "heading": None, "cargo": [], "contact": ["a"]}
    result = await call("all_inputs", sent)

    assert result.structured is not None
    assert result.structured.value == sent


async def test_pictures_come_in_four_formats() -> None:
    result = await call("show_pictures")
    pictures = {block.mime_type: block for block in result.blocks if isinstance(block, Image)}

    assert list(pictures) == ["image/png", "image/svg+xml", "image/gif", "image/bmp"]
    assert result.notes == ()
    frames = gif_frames(pictures["image/gif"].payload.read())
    assert len(frames) == 16
    assert {len(frame) for frame in frames} == {128 * 128}
    assert len(set(frames)) > 8
    assert {2, 3, 4} <= set(frames[0])


def gif_frames(gif: bytes) -> list[bytes]:
    """The pixels of each picture in a GIF with 8 colours."""
    at, frames = 13 + 3 * 8, list[bytes]()
    while gif[at] != 0x3B:
        is_picture = gif[at] == 0x2C
        at += 11 if is_picture else 2
        data = b""
        while gif[at]:
            data += gif[at + 1 : at + 1 + gif[at]]
            at += 1 + gif[at]
        at += 1
        if is_picture:
            frames.append(unpacked(data, 3))
    return frames


def unpacked(data: bytes, depth: int) -> bytes:
    """What an LZW stream of a GIF holds."""
    clear, width, at = 1 << depth, depth + 1, 0
    bits = int.from_bytes(data, "little")
    fresh = [bytes((value,)) for value in range(clear)] + [b"", b""]
    table, before, done = list(fresh), b"", bytearray()
    while (code := bits >> at & ((1 << width) - 1)) != clear + 1:
        at += width
        if code == clear:
            table, width, before = list(fresh), depth + 1, b""
            continue
        entry = table[code] if code < len(table) else before + before[:1]
        if before:
            table.append(before + entry[:1])
        done += entry
        before = entry
        if len(table) == 1 << width and width < 12:
            width += 1
    return bytes(done)


async def test_the_horn_is_a_sound_of_the_length_asked_for() -> None:
    result = await call("sound_horn", {"seconds": 0.5, "pitch": 220})
    horn = result.blocks[1]

    assert isinstance(horn, Audio)
    with wave.open(io.BytesIO(horn.payload.read())) as sound:
        assert sound.getnframes() / sound.getframerate() == pytest.approx(0.5, abs=0.01)


async def test_the_log_has_embedded_texts_and_bytes_and_a_link_that_can_be_read() -> None:
    async with Client(build()) as client:
        result = tool_result(wire(await client.call_tool("harbour_log", {})))
        link = result.blocks[-1]
        assert isinstance(link, Link)
        linked = resource_result(wire(await client.read_resource(link.uri)))

    files = [block for block in result.blocks if isinstance(block, Resource)]
    assert [isinstance(file.contents, Text) for file in files] == [True, False, False, False]
    assert isinstance(linked.blocks[0], Resource)
    assert isinstance(linked.blocks[0].contents, Text)
    assert set(json.loads(linked.blocks[0].contents.text)["values"]) == {"north", "south", "west"}


async def test_the_report_of_the_day_is_markdown_with_a_table() -> None:
    (report,) = (await call("daily_report")).blocks

    assert isinstance(report, Text)
    assert report.text.startswith("# Harbour report, 2026-11-29")
    assert "|---|---:|" in report.text


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("record_reading", {"quay": "north", "value": 1.5}, "Recorded 1.5 m at the north quay."),
        ("scrap_readings", {"quay": "west", "before": "2026-01-01"}, "before 2026-01-01 are gone"),
        ("ask_coastguard", {"question": "who?"}, 'has heard "who?"'),
        ("sweep_channel", {"seconds": 0, "steps": 2}, "2 sections surveyed in 0 s."),
    ],
)
async def test_small_tools_answer_in_a_sentence(
    name: str, arguments: dict[str, Any], words: str
) -> None:
    result = await call(name, arguments)

    assert not result.is_error
    assert isinstance(result.blocks[0], Text)
    assert words in result.blocks[0].text


async def test_a_survey_can_be_made_to_fail_on_the_way() -> None:
    assert (await call("sweep_channel", {"seconds": 0, "steps": 3, "fail_at": 2})).is_error


async def test_the_lock_gate_never_opens() -> None:
    assert (await call("open_lock_gate")).is_error


async def test_prompts_speak_in_texts_pictures_and_files() -> None:
    async with Client(build()) as client:
        plan = prompt_result(
            wire(await client.get_prompt("passage_plan", {"departure": "A", "destination": "B"}))
        )
        chart = prompt_result(wire(await client.get_prompt("explain_chart", {"dataset": "wind"})))

    assert [block.role for block in plan.blocks] == ["user", "assistant", "user"]
    assert [type(block) for block in chart.blocks] == [Text, Image, Resource]


async def test_resources_are_a_text_json_and_a_picture() -> None:
    async with Client(build()) as client:
        uris = [str(resource.uri) for resource in (await client.list_resources()).resources]
        results = [resource_result(wire(await client.read_resource(uri))) for uri in uris]

    blocks = [block for result in results for block in result.blocks]
    assert [getattr(block, "mime_type", "") for block in blocks] == [
        "text/markdown",
        "application/json",
        "image/png",
    ]


async def test_slow_work_reports_progress_and_can_be_cancelled() -> None:
    seen: list[tuple[float, float | None]] = []
    started = asyncio.Event()

    async def count(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total))
        started.set()

    async with Client(build()) as client:
        arguments = {"seconds": 600, "steps": 1000}
        slow = asyncio.ensure_future(
            client.call_tool("sweep_channel", arguments, progress_callback=count)
        )
        await asyncio.wait_for(started.wait(), 5)
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        quick = await client.call_tool(
            "sweep_channel", {"seconds": 0, "steps": 3}, progress_callback=count
        )

    assert seen[0] == (0, 1000)
    assert seen[-1] == (3, 3)
    assert not tool_result(wire(quick)).is_error


@pytest.mark.parametrize("kind", ["text", "image", "structured"])
async def test_a_large_result_is_about_as_large_as_asked_for(kind: str) -> None:
    result = await call("large_result", {"kind": kind, "size_kb": 200})

    assert 150_000 < len(json.dumps(result.raw)) < 260_000
    if kind == "image":
        picture = result.blocks[0]
        assert isinstance(picture, Image)
        assert picture.payload.read()[12:16] == b"IHDR"


async def test_a_tool_comes_and_goes_and_the_client_is_told() -> None:
    told: list[str] = []

    async def listen(message: Any) -> None:
        told.append(type(message).__name__)

    async with Client(build(), mode="legacy", message_handler=listen) as client:
        await client.call_tool("night_watch_shift", {})
        longer = [tool.name for tool in (await client.list_tools()).tools]
        await client.call_tool("night_watch_shift", {})
        shorter = [tool.name for tool in (await client.list_tools()).tools]

    assert longer == [*TOOLS, "night_watch"]
    assert shorter == TOOLS
    assert told == ["ToolListChangedNotification"] * 2


async def test_the_log_tool_writes_to_standard_error_and_sends_a_message(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sent: list[Any] = []

    async def log(params: LoggingMessageNotificationParams) -> None:
        sent.append((params.level, params.data))

    async with Client(build(), mode="legacy", logging_callback=log) as client:
        await client.call_tool("write_log", {"message": "fog", "level": "warning", "lines": 2})

    assert sent == [("warning", {"message": "fog", "lines": 2})]
    assert capsys.readouterr().err.count("harbour: fog") == 2


async def test_as_a_process_it_answers_and_dies_when_told_to() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "patchbay.demo",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    client = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }

    def say(message: dict[str, Any]) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    say({"id": 1, "method": "initialize", "params": client})
    first = json.loads(await asyncio.wait_for(process.stdout.readline(), 30))
    for message in (
        {"method": "notifications/initialized"},
        {
            "id": 2,
            "method": "tools/call",
            "params": {"name": "abandon_ship", "arguments": {"code": 7}},
        },
    ):
        say(message)
    rest, errors = await asyncio.wait_for(process.communicate(), 30)

    assert first["result"]["serverInfo"]["name"] == "harbour-demo"
    assert first["result"]["capabilities"]["tools"] == {"listChanged": True}
    assert process.returncode == 7
    assert rest == b""
    assert b"giving up the ship" in errors


def test_a_canvas_paints_only_inside_its_edges() -> None:
    canvas = Canvas(4, 3, (0, 0, 0))
    canvas.rectangle((-5, -5), (2, 50), (255, 255, 255))
    canvas.line([(-10, 1.5), (20, 1.5)], (255, 0, 0), 1)

    width, height, colours = pixels_of(canvas.png())

    assert (width, height) == (4, 3)
    assert colours == {b"\0\0\0", b"\xff\xff\xff", b"\xff\0\0"}


def test_half_a_pixel_is_half_as_strong() -> None:
    canvas = Canvas(1, 1, (0, 0, 0))
    canvas.rectangle((0, 0.5), (1, 1), (200, 100, 0))

    assert pixels_of(canvas.png())[2] == {bytes((100, 50, 0))}


def test_held_bytes_are_never_printed() -> None:
    assert "secret" not in repr(HeldBytes(b"secret"))
