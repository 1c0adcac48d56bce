"""The decoder opens what stayed on disk, page by page, and survives whatever it finds there."""

import asyncio
import base64
import json
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from patchbay.core.calls.blocks import Spooled
from patchbay.core.errors import AppError
from patchbay.core.sessions.decoder import Decoder
from patchbay.core.sessions.spawner import Spawner
from patchbay.core.values import Json

ANYTHING: Json = {}


@pytest.fixture
async def decoder() -> AsyncIterator[Decoder]:
    spawner = Spawner()
    decoder = Decoder(spawner)
    yield decoder
    await decoder.close()
    spawner.close()


def spool(folder: Path, value: Any) -> Spooled:
    text = value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode()
    path = folder / f"{len(list(folder.iterdir()))}.json"
    path.write_bytes(text)
    return Spooled(path, 0, len(text), "dict")


async def test_children_are_named_typed_counted_and_previewed(
    decoder: Decoder, tmp_path: Path
) -> None:
    value: Json = {
        "a ä": [1, 2, 3],
        "b": {},
        "c": "x" * 900,
        "d": 1.5,
        "e": True,
        "f": False,
        "g": None,
    }
    span = spool(tmp_path, value)

    page = await decoder.children(span, 0, 100)

    assert page.total == 7
    assert [node.key for node in page.nodes] == list(value)
    assert [node.kind for node in page.nodes] == [
        "list",
        "dict",
        "str",
        "num",
        "true",
        "false",
        "null",
    ]
    assert [node.count for node in page.nodes] == [3, 0, None, None, None, None, None]
    assert page.nodes[2].preview == "x" * 200
    raw = span.file.read_bytes()
    found = [json.loads(raw[node.value.start : node.value.end]) for node in page.nodes]
    assert found == list(value.values())


async def test_a_preview_of_a_string_is_readable(decoder: Decoder, tmp_path: Path) -> None:
    span = spool(tmp_path, b'["a\\n\\u00e4\\ud83d\\ude00", "\\q"]')

    page = await decoder.children(span, 0, 10)

    assert [node.preview for node in page.nodes] == ["a\nä😀", "\\q"]


async def test_any_page_of_a_very_long_list_opens(decoder: Decoder, tmp_path: Path) -> None:
    span = spool(tmp_path, list(range(300_000)))

    last = await decoder.children(span, 299_990, 50)
    began = time.monotonic()
    for start in range(0, 300_000, 30_000):
        page = await decoder.children(span, start, 3)
        assert [(node.key, node.preview) for node in page.nodes] == [
            (start + step, str(start + step)) for step in range(3)
        ]

    assert time.monotonic() - began < 1, "pages must not be walked to from the beginning"
    assert len(last.nodes) == 10
    assert last.total == 300_000
    assert (await decoder.children(span, 400_000, 5)).nodes == ()


async def test_items_come_in_bites_and_a_large_one_alone(decoder: Decoder, tmp_path: Path) -> None:
    tools = [{"name": f"tool {number}", "pad": "x" * 500} for number in range(1000)]
    tools[100] = {"name": "large", "pad": "y" * 100_000}
    span = spool(tmp_path, {"result": {"tools": tools, "nextCursor": "more"}})

    found: list[Any] = []
    sizes: list[int] = []
    start: int | None = 0
    while start is not None:
        page = await decoder.items(span, "/result/tools", start)
        found += [json.loads(text) for text in page.texts]
        sizes.append(sum(map(len, page.texts)))
        start = page.next

    assert found == tools
    assert sorted(sizes)[-1] > 100_000
    assert sorted(sizes)[-2] <= 64 * 1024
    assert await decoder.members(span, "/result") == {"nextCursor": "more"}


async def test_a_huge_item_keeps_its_small_members(decoder: Decoder, tmp_path: Path) -> None:
    large = {"name": "large", "schema": "y" * 9_000_000, "annotations": {"a": 1}}
    span = spool(tmp_path, {"tools": [{"name": "small"}, large, "z" * 9_000_000]})

    pages = [await decoder.items(span, "/tools", start) for start in range(3)]

    assert json.loads(pages[1].texts[0]) == {"name": "large", "annotations": {"a": 1}}
    assert [page.cut for page in pages] == [{}, {0: ("schema",)}, {0: ()}]
    assert pages[2].texts == ("null",)


async def test_blocks_come_without_their_large_parts(decoder: Decoder, tmp_path: Path) -> None:
    picture = bytes(range(256)) * 100
    image = {"type": "image", "data": base64.b64encode(picture).decode()}
    text = {"type": "text", "text": "x" * 300_000}
    small = {"type": "text", "text": "small"}
    span = spool(tmp_path, {"result": {"content": [small, image, text]}})

    page = await decoder.blocks(span, "/result/content")

    assert page.next is None
    assert json.loads(page.blocks[0].text) == small
    (data,) = page.blocks[1].handles
    assert data.path == ("result", "content", 1, "data")
    assert data.decoded is not None
    assert data.decoded.read_bytes() == picture
    (words,) = page.blocks[2].handles
    assert (words.kind, words.end - words.start) == ("str", 300_002)


async def test_a_block_of_too_many_parts_is_taken_out_whole(
    decoder: Decoder, tmp_path: Path
) -> None:
    span = spool(tmp_path, {"result": {"content": [{str(n): "x" * 99 for n in range(2_000)}]}})

    (block,) = (await decoder.blocks(span, "/result/content")).blocks

    assert json.loads(block.text) == {}
    assert [handle.path for handle in block.handles] == [("result", "content", 0)]


async def test_ten_thousand_tools_are_listed_at_once(decoder: Decoder, tmp_path: Path) -> None:
    span = spool(tmp_path, {"result": {"tools": [{"name": f"t{n}"} for n in range(10_000)]}})

    count, start = 0, 0
    while start is not None:
        page = await decoder.items(span, "/result/tools", start)
        count, start = count + len(page.texts), page.next

    assert count == 10_000


async def test_a_pointer_is_followed_through_escapes_and_indexes(
    decoder: Decoder, tmp_path: Path
) -> None:
    span = spool(tmp_path, b'{"a/b":{"~":[0,{"x":1,"x":2}]},"":3}')

    assert await decoder.value(await decoder.locate(span, "/a~1b/~0/1/x")) == 2
    assert await decoder.value(await decoder.locate(span, "/")) == 3
    assert (await decoder.locate(span, "")).size == span.size
    for missing in ("/nowhere", "/a~1b/~0/7", "/a~1b/~0/x", "/a~1b/~0/1/x/y"):
        with pytest.raises(AppError, match="There is nothing at"):
            await decoder.locate(span, missing)


async def test_a_string_becomes_a_text_file_with_an_index(decoder: Decoder, tmp_path: Path) -> None:
    text = "".join(f"line {number} ä\n" for number in range(1000))
    span = spool(tmp_path, text)

    found = await decoder.text(span)

    assert found.file.read_text() == text
    assert (found.lines, found.bytes) == (1000, len(text.encode()))
    starts = found.index.read_bytes()
    assert int.from_bytes(starts[8:16], "little") == len("line 0 ä\n".encode())
    assert found.file.stat().st_mode & 0o777 == 0o600


async def test_32_mb_of_text_are_ready_in_seconds(decoder: Decoder, tmp_path: Path) -> None:
    text = 'words and \\t\\"escapes\\" \\n' * (32 * 1024 * 1024 // 25)
    span = spool(tmp_path, b'"' + text.encode() + b'"')
    began = time.monotonic()

    found = await decoder.text(span)

    assert found.lines == text.count("\\n")
    assert time.monotonic() - began < 8


async def test_json_is_laid_out_in_a_file(decoder: Decoder, tmp_path: Path) -> None:
    text = '{"a":[1,{"b":[]}],"c":"ä"}'

    found = await decoder.pretty(spool(tmp_path, text.encode()))

    assert found.file.read_text() == json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    assert found.lines == 9


async def test_matches_are_found_whatever_their_case_with_their_rows(
    decoder: Decoder, tmp_path: Path
) -> None:
    text = await decoder.text(spool(tmp_path, "one Ärger\ntwo ÄRGER two\nTWO\n"))

    page = await decoder.search_text(text, "two")
    umlauts = await decoder.search_text(text, "ärger")

    content = text.file.read_bytes().lower()
    assert [match.row for match in page.matches] == [1, 1, 2]
    assert all(content[match.offset :].startswith(b"two") for match in page.matches)
    assert [(match.row, match.length) for match in umlauts.matches] == [(0, 6), (1, 6)]
    assert page.next is None


async def test_a_search_goes_on_where_it_stopped(decoder: Decoder, tmp_path: Path) -> None:
    span = spool(tmp_path, b"x" * (4 * 1024 * 1024 - 3) + b"needle" + b"x" * 5_000_000 + b"NEEDLE")

    offsets: list[int] = []
    after: int | None = 0
    while after is not None:
        page = await decoder.search(span, "Needle", after, limit=1)
        offsets += [match.offset for match in page.matches]
        after = page.next

    assert offsets == [4 * 1024 * 1024 - 3, span.size - 6]


async def test_mismatches_with_a_schema_are_listed(decoder: Decoder, tmp_path: Path) -> None:
    span = spool(tmp_path, {"rows": [{"n": 1}, {"n": "x"}, {}]})
    row = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    schema = {"type": "object", "properties": {"rows": {"type": "array", "items": row}}}

    found = await decoder.verdict(span, schema)

    assert [mismatch.path for mismatch in found] == [("rows", 1, "n"), ("rows", 2)]
    assert await decoder.verdict(span, ANYTHING) == ()


async def test_many_mismatches_are_cut_short(decoder: Decoder, tmp_path: Path) -> None:
    found = await decoder.verdict(
        spool(tmp_path, list("abcdef" * 100)), {"items": {"type": "null"}}
    )

    assert len(found) == 20


@pytest.mark.parametrize(
    "schema",
    [{"$ref": "https://example.com/schema"}, {"$ref": "file:///etc/passwd"}, {"type": 7}],
)
async def test_a_schema_that_is_wrong_or_leads_elsewhere_is_its_own_fault(
    decoder: Decoder, tmp_path: Path, schema: Any
) -> None:
    (fault,) = await decoder.verdict(spool(tmp_path, {}), schema)

    assert fault.schema_fault


@pytest.mark.parametrize("text", [b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 50_000 + b"1"])
async def test_deep_nesting_and_bad_json_end_no_decoder(
    decoder: Decoder, tmp_path: Path, text: bytes
) -> None:
    span = spool(tmp_path, text)
    questions = [
        decoder.children(span, 0, 5),
        decoder.items(span, "/a", 0),
        decoder.members(span, ""),
        decoder.value(span),
        decoder.text(span),
        decoder.pretty(span),
        decoder.verdict(span, ANYTHING),
        decoder.search(span, "a"),
    ]

    outcomes = await asyncio.gather(*questions, return_exceptions=True)

    raised = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    assert raised
    assert all(isinstance(outcome, AppError) for outcome in raised)
    assert await decoder.value(spool(tmp_path, [1])) == [1]


async def test_a_file_that_is_gone_short_or_a_link_is_refused(
    decoder: Decoder, tmp_path: Path
) -> None:
    span = spool(tmp_path, [1])
    link = tmp_path / "link.json"
    link.symlink_to(span.file)

    for file, end, why in (
        (tmp_path / "missing.json", 3, "The file is gone"),
        (span.file, 99, "shorter than expected"),
        (link, 3, "cannot be read"),
        (tmp_path, 3, "Not a file"),
    ):
        with pytest.raises(AppError, match=why):
            await decoder.value(Spooled(file, 0, end, "list"))


async def test_a_large_value_is_not_carried_over(decoder: Decoder, tmp_path: Path) -> None:
    with pytest.raises(AppError, match="Too large"):
        await decoder.value(spool(tmp_path, "x" * 300_000))


async def test_after_a_crash_the_question_fails_and_the_next_one_is_answered(
    decoder: Decoder, tmp_path: Path
) -> None:
    span = spool(tmp_path, [1])
    big = spool(tmp_path, b'"' + b"\\n" * 8_000_000 + b'"')
    await decoder.value(span)
    pid = decoder.pid
    assert pid is not None
    asked = asyncio.create_task(decoder.text(big))
    await decoder.value(span)

    os.kill(pid, signal.SIGKILL)

    with pytest.raises(AppError, match="helper process ended"):
        await asked
    assert await decoder.value(span) == [1]
    assert decoder.pid != pid


async def test_long_questions_do_not_hold_up_short_ones(decoder: Decoder, tmp_path: Path) -> None:
    big = spool(tmp_path, b'"' + b"\\n" * 5_000_000 + b'"')
    asked = asyncio.create_task(decoder.text(big))

    assert await decoder.value(spool(tmp_path, [1])) == [1]
    assert not asked.done()
    await asked


async def test_a_closed_decoder_starts_no_more(decoder: Decoder, tmp_path: Path) -> None:
    span = spool(tmp_path, [1])
    await decoder.value(span)
    await decoder.close()

    assert decoder.pid is None
    with pytest.raises(AppError, match="is closing"):
        await decoder.value(span)
