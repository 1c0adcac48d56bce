"""What changed between two texts, as people and programs read it."""

import subprocess
import time
from difflib import unified_diff
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchbay.core.store.alignment import aligned
from patchbay.core.store.differences import DiffLine, LineKind, as_text, unified

LINES = st.lists(st.sampled_from(["a\n", "b\n", "{\n", "}\n", "c\r\n", "c\n"]), max_size=30)


def diff(before: str, after: str, around: int = 3) -> str:
    return as_text(unified(before, after, name="mcp.json", around=around))


def numbered(*changes: tuple[int, str], count: int = 30) -> str:
    lines = [f"line {number}\n" for number in range(1, count + 1)]
    for number, text in changes:
        lines[number - 1] = text
    return "".join(lines)


def test_texts_alike_have_no_difference() -> None:
    assert unified("a\nb", "a\nb", name="x") == ()


def test_a_change_is_told_with_its_surroundings_and_numbers() -> None:
    assert unified(numbered(), numbered((10, "other\n")), name="mcp.json", around=1) == (
        DiffLine(LineKind.NAME, "--- mcp.json"),
        DiffLine(LineKind.NAME, "+++ mcp.json"),
        DiffLine(LineKind.GAP, "@@ -9,3 +9,3 @@"),
        DiffLine(LineKind.CONTEXT, "line 9", 9, 9),
        DiffLine(LineKind.REMOVED, "line 10", old=10),
        DiffLine(LineKind.ADDED, "other", new=10),
        DiffLine(LineKind.CONTEXT, "line 11", 11, 11),
    )


@pytest.mark.parametrize("around", [0, 1, 3])
@pytest.mark.parametrize(
    "changes",
    [
        [(1, "x\n")],
        [(30, "x\n")],
        [(1, ""), (30, "")],
        [(10, "x\n"), (16, "y\n")],
        [(10, "x\n"), (17, "y\n")],
        [(10, "x\n"), (18, "y\n"), (28, "")],
        [(15, "x\ny\nz\n")],
    ],
)
def test_it_reads_as_the_difference_of_python(changes: list[tuple[int, str]], around: int) -> None:
    before, after = numbered(), numbered(*changes)
    theirs = unified_diff(
        before.splitlines(keepends=True),
        after.splitlines(keepends=True),
        "mcp.json",
        "mcp.json",
        n=around,
    )

    assert diff(before, after, around) == "".join(theirs)


def test_a_first_and_a_last_text_are_told_as_well() -> None:
    assert diff("", "a\nb\n").splitlines()[2:] == ["@@ -0,0 +1,2 @@", "+a", "+b"]
    assert diff("a\n", "").splitlines()[2:] == ["@@ -1 +0,0 @@", "-a"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_ends_a_line_and_nothing_else_does(end: str) -> None:
    before = end.join(("a", "b\u2028\x0bb", "c", ""))

    told = unified(before, before.replace("c", "d"), name="x")

    assert [(line.kind, line.text) for line in told[3:]] == [
        (LineKind.CONTEXT, "a"),
        (LineKind.CONTEXT, "b\u2028\x0bb"),
        (LineKind.REMOVED, "c"),
        (LineKind.ADDED, "d"),
    ]


def test_a_missing_newline_at_the_end_is_told() -> None:
    assert diff("a\nb", "a\nb\n").splitlines()[3:] == [
        " a",
        "-b",
        "\\ No newline at end of file",
        "+b",
        "\\ Line end: LF",
    ]
    assert diff("a\nb", "c\nb").splitlines()[3:] == [
        "-a",
        "+c",
        " b",
        "\\ No newline at end of file",
    ]


def test_lines_that_change_in_their_end_alone_are_told_once_for_all_of_them() -> None:
    assert diff("a\nb\nc\n", "a\r\nb\r\nc\n").splitlines()[3:] == [
        "-a",
        "-b",
        "\\ Line end: LF",
        "+a",
        "+b",
        "\\ Line end: CR LF",
        " c",
    ]


@given(LINES, LINES)
def test_every_line_is_in_exactly_one_block(old: list[str], new: list[str]) -> None:
    blocks = aligned(old, new)

    assert [at for block in blocks for at in block.old] == list(range(len(old)))
    assert [at for block in blocks for at in block.new] == list(range(len(new)))
    for block in blocks:
        pairs = zip(block.old, block.new, strict=block.is_alike)
        assert not block.is_alike or all(old[one] == new[other] for one, other in pairs)
    kinds = [block.is_alike for block in blocks]
    assert all(one != other for one, other in pairwise(kinds))


@given(LINES, LINES, st.integers(0, 4))
def test_the_lines_told_make_the_new_text_of_the_old_one(
    old: list[str], new: list[str], around: int
) -> None:
    told = unified("".join(old), "".join(new), name="x", around=around)
    changed = {line.old for line in told if line.kind is LineKind.REMOVED}
    added = {line.new: line.text for line in told if line.kind is LineKind.ADDED}

    kept = iter([text.rstrip("\r\n") for at, text in enumerate(old, 1) if at not in changed])
    result = [added[at] if at in added else next(kept) for at in range(1, len(new) + 1)]
    assert result == [text.rstrip("\r\n") for text in new]
    assert list(kept) == []


def test_patch_takes_it(tmp_path: Path) -> None:
    before, after = numbered(count=400), numbered((7, "x\n"), (200, ""), (399, "y"), count=399)
    (tmp_path / "mcp.json").write_text(before)

    try:
        subprocess.run(
            ["patch", "-s"], input=diff(before, after), cwd=tmp_path, text=True, check=True
        )
    except FileNotFoundError:
        pytest.skip("no program called patch here")

    assert (tmp_path / "mcp.json").read_text() == after


def test_few_changes_in_a_text_of_8_mb_are_found_soon() -> None:
    servers = [
        f'  "server-{number}": {{\n    "command": "npx"\n  }},\n' for number in range(180_000)
    ]
    before = "".join(servers)
    servers[5] = servers[5].replace("npx", "uvx")
    servers[90_000] = ""
    servers[179_000] += '  "new": {\n  },\n'
    started = time.monotonic()

    told = unified(before, "".join(servers), name="x")

    assert time.monotonic() - started < 30, "as slow as comparing every line with every other"
    changed = [line.text for line in told if line.kind in {LineKind.REMOVED, LineKind.ADDED}]
    assert len(changed) == 7


def test_a_text_with_nothing_in_common_is_replaced_as_a_whole_soon() -> None:
    started = time.monotonic()

    told = unified("a\n}\n" * 50_000, "b\n}\n" * 50_000, name="x")

    assert time.monotonic() - started < 30
    assert len(told) > 100_000
