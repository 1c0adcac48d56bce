"""Calls that a person keeps: in one file, by config file and server, whoever else writes it."""

import asyncio
import json
import stat
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from patchbay.core.calls import saved_file
from patchbay.core.calls.run import RunKind
from patchbay.core.calls.saved import LARGEST, SavedCall, free_name
from patchbay.core.calls.saved_calls import SavedCalls
from patchbay.core.errors import AppError, Kind
from patchbay.core.values import JsonObject

FILE = Path("/configs/mcp.json")
AT = datetime(2026, 11, 30, 14, 5, 11, tzinfo=timezone(timedelta(hours=1)))
AWKWARD: JsonObject = {
    "null": None,
    "empty": "",
    "nothing": {},
    "none": [],
    "number": 1.0,
    "whole": 10**40,
    "words": 'Grüße, "quoted"\n\u202e𝄞',
    "half": "\ud800",
    "deep": [{"a": [None, True]}],
}


def call(
    name: str,
    target: str = "echo",
    arguments: JsonObject | None = None,
    kind: RunKind = RunKind.TOOL,
) -> SavedCall:
    return SavedCall(name, kind, target, arguments or {}, AT)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "saved-calls.json"


@pytest.fixture
def saved(path: Path) -> SavedCalls:
    return SavedCalls(path)


async def again(path: Path) -> SavedCalls:
    """As another Patchbay finds them."""
    known = SavedCalls(path)
    await known.load()
    return known


def names(saved: SavedCalls, server: str = "one") -> list[str]:
    return [each.name for each in saved.of(FILE, server)]


async def test_a_saved_call_is_found_by_the_next_patchbay_exactly_as_it_was(
    saved: SavedCalls, path: Path
) -> None:
    kept = call("awkward", arguments=AWKWARD)

    await saved.save(FILE, "one", kept)

    found = (await again(path)).of(FILE, "one")
    assert found == (kept,)
    assert type(found[0].arguments["number"]) is float
    assert list(found[0].arguments) == list(AWKWARD)


async def test_the_file_can_be_read_by_people_and_by_nobody_else(
    saved: SavedCalls, path: Path
) -> None:
    await saved.save(FILE, "one", call("a prompt", "plan", {"to": "Åland"}, RunKind.PROMPT))

    (written,) = json.loads(path.read_text())["calls"]
    assert written == {
        "file": str(FILE),
        "server": "one",
        "name": "a prompt",
        "kind": "prompt",
        "prompt": "plan",
        "arguments": {"to": "Åland"},
        "saved": "2026-11-30T14:05:11+01:00",
    }
    assert "Åland" in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_calls_belong_to_their_file_and_server(saved: SavedCalls) -> None:
    await saved.save(FILE, "one", call("a"))
    await saved.save(FILE, "two", call("a", "other"))
    await saved.save(Path("/elsewhere.json"), "one", call("b"))

    assert names(saved) == ["a"]
    assert [each.target for each in saved.of(FILE, "two")] == ["other"]
    assert saved.find(FILE, "one", "b") is None


async def test_the_same_name_replaces_at_its_place_and_keeps_keys_that_are_not_ours(
    saved: SavedCalls, path: Path
) -> None:
    for name in ("a", "b"):
        await saved.save(FILE, "one", call(name))
    whole = json.loads(path.read_text())
    whole["ours"] = {"kept": True}
    whole["calls"][0]["note"] = "mine"
    whole["calls"].insert(0, "no call at all")
    path.write_text(json.dumps(whole))

    await saved.save(FILE, "one", call("a", "chart://x", kind=RunKind.RESOURCE))

    assert [(each.name, each.target) for each in saved.of(FILE, "one")] == [
        ("a", "chart://x"),
        ("b", "echo"),
    ]
    whole = json.loads(path.read_text())
    assert whole["ours"] == {"kept": True}
    assert whole["calls"][0] == "no call at all"
    assert whole["calls"][1]["note"] == "mine"
    assert "tool" not in whole["calls"][1]


async def test_a_removed_call_comes_back_at_its_place_with_all_that_was_in_it(
    saved: SavedCalls, path: Path
) -> None:
    for name in ("a", "b", "c"):
        await saved.save(FILE, "one", call(name))
    path.write_text(path.read_text().replace('"name": "b"', '"name": "b", "note": "mine"'))

    removed = await saved.remove(FILE, "one", "b")
    assert names(saved) == ["a", "c"]
    assert removed is not None
    await saved.put_back(FILE, "one", removed)

    assert names(await again(path)) == ["a", "b", "c"]
    assert json.loads(path.read_text())["calls"][1]["note"] == "mine"
    assert await saved.remove(FILE, "one", "nowhere") is None


async def test_a_name_that_was_taken_meanwhile_gets_a_number(saved: SavedCalls) -> None:
    await saved.save(FILE, "one", call("a"))
    removed = await saved.remove(FILE, "one", "a")
    await saved.save(FILE, "one", call("a", "another"))
    await saved.save(FILE, "one", call("b"))
    assert removed is not None

    await saved.put_back(FILE, "one", removed)
    await saved.rename(FILE, "one", "b", "a")

    assert sorted(names(saved)) == ["a", "a 2", "a 3"]
    assert free_name("a", {"a", "a 2"}) == "a 3"


async def test_calls_follow_their_server_to_its_new_name_and_none_is_lost_where_names_meet(
    saved: SavedCalls,
) -> None:
    await saved.save(FILE, "one", call("a", "mine"))
    await saved.save(FILE, "two", call("a", "other"))

    saved.follow_rename(FILE, "one", "two")
    await saved.settle()

    assert names(saved) == []
    found = {each.name: each.target for each in saved.of(FILE, "two")}
    assert found == {"a": "other", "a 2": "mine"}


async def test_a_rename_where_nothing_is_saved_makes_no_file(saved: SavedCalls, path: Path) -> None:
    await saved.rename_server(FILE, "one", "two")

    assert not path.parent.exists()


async def test_two_patchbays_in_one_process_lose_nothing(path: Path) -> None:
    mine, other = SavedCalls(path), SavedCalls(path)

    await asyncio.gather(
        *(
            each.save(FILE, "one", call(f"{who}{n}"))
            for n in range(8)
            for who, each in (("mine", mine), ("other", other))
        )
    )

    assert len(names(await again(path))) == 16


_WRITER = """
import asyncio, sys
from datetime import datetime
from pathlib import Path
from patchbay.core.calls.run import RunKind
from patchbay.core.calls.saved import SavedCall
from patchbay.core.calls.saved_calls import SavedCalls

async def write(path, who):
    saved, now = SavedCalls(path), datetime.now().astimezone()
    for n in range(20):
        call = SavedCall(f"{who}{n}", RunKind.TOOL, "echo", {"n": n}, now)
        await saved.save(Path("/configs/mcp.json"), "one", call)

asyncio.run(write(Path(sys.argv[1]), sys.argv[2]))
"""


async def test_two_processes_that_write_at_once_lose_nothing(path: Path) -> None:
    command = (sys.executable, "-c", _WRITER, str(path))
    writers = [await asyncio.create_subprocess_exec(*command, who) for who in ("a", "b")]

    async with asyncio.timeout(60):
        ended = [await each.wait() for each in writers]

    assert ended == [0, 0]
    assert sorted(names(await again(path))) == sorted(
        f"{who}{n}" for who in "ab" for n in range(20)
    )


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (b'{"calls": [', "no JSON"),
        (b"\xff\xfe", "no UTF-8"),
        (b"[]", "no list of calls"),
        (b'{"calls": 1}', "no list of calls"),
        (b"[" * 200_000, "nested too deeply"),
    ],
)
async def test_a_damaged_file_is_set_aside_and_said_so(
    saved: SavedCalls, path: Path, damage: bytes, why: str
) -> None:
    path.parent.mkdir()
    path.write_bytes(damage)
    told: list[AppError] = []
    saved.troubled.connect(told.append)

    await saved.load()

    aside = path.with_name("saved-calls.json.broken")
    assert aside.read_bytes() == damage
    assert not path.exists()
    assert [why in error.cause for error in told] == [True]
    assert str(aside) in told[0].hint

    path.write_bytes(b"again")
    await saved.save(FILE, "one", call("a"))
    assert names(saved) == ["a"]
    assert aside.read_bytes() == damage
    assert path.with_name("saved-calls.json.broken-2").read_bytes() == b"again"
    assert len(told) == 2


async def test_what_the_disk_does_not_give_is_said_and_nothing_is_set_aside(
    saved: SavedCalls, path: Path
) -> None:
    path.mkdir(parents=True)

    with pytest.raises(AppError, match="could not be read"):
        await saved.load()
    with pytest.raises(AppError, match="could not be written"):
        await saved.save(FILE, "one", call("a"))

    assert path.is_dir()
    assert [each.name for each in path.parent.iterdir() if "broken" in each.name] == []


async def test_more_than_a_megabyte_of_arguments_is_refused_in_words(
    saved: SavedCalls, path: Path
) -> None:
    await saved.save(FILE, "one", call("fits", arguments={"a": "x" * (LARGEST - 8)}))

    with pytest.raises(AppError) as refused:
        await saved.save(FILE, "one", call("large", arguments={"a": "x" * LARGEST}))

    assert refused.value.kind is Kind.REFUSED
    assert "at most 1 MB" in refused.value.cause
    assert names(await again(path)) == ["fits"]


async def test_all_calls_together_have_a_limit_that_is_said(
    saved: SavedCalls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_file, "LARGEST", 2_000_000)
    await saved.save(FILE, "one", call("a", arguments={"a": "x" * 900_000}))
    await saved.save(FILE, "one", call("b", arguments={"a": "x" * 900_000}))

    with pytest.raises(AppError, match="not saved") as refused:
        await saved.save(FILE, "one", call("c", arguments={"a": "x" * 900_000}))

    assert "Remove some" in refused.value.hint
    assert names(saved) == ["a", "b"]


@pytest.mark.parametrize("kind", ["deep", "number"])
async def test_arguments_that_json_cannot_carry_are_refused(
    saved: SavedCalls, path: Path, kind: str
) -> None:
    nested: list[object] = []
    for _ in range(5_000):
        nested = [nested]
    arguments: JsonObject = {"a": nested if kind == "deep" else float("inf")}

    with pytest.raises(AppError, match="not saved"):
        await saved.save(FILE, "one", call("a", arguments=arguments))

    assert names(saved) == []
    assert not path.exists()


async def test_others_hear_of_changes_and_of_nothing_else(saved: SavedCalls, path: Path) -> None:
    told: list[None] = []
    saved.changed.connect(told.append)

    await saved.load()
    assert told == []
    await saved.save(FILE, "one", call("a"))
    await saved.load()
    assert len(told) == 1
    await (await again(path)).remove(FILE, "one", "a")
    await saved.load()
    assert len(told) == 2


async def test_what_was_begun_is_done_although_nobody_waits(saved: SavedCalls, path: Path) -> None:
    waiting = asyncio.ensure_future(saved.save(FILE, "one", call("a")))
    await asyncio.sleep(0)  # it begins
    waiting.cancel()

    await saved.settle()

    assert names(await again(path)) == ["a"]
