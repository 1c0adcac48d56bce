"""Which runs are compared, and when two of them count as the same."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from patchbay.core.calls.blocks import (
    Audio,
    HeldBytes,
    Image,
    Link,
    Resource,
    Result,
    Spooled,
    StoredBytes,
    Structured,
    Text,
    Unknown,
)
from patchbay.core.calls.comparable import (
    MOST_COMPARED,
    MOST_LINES,
    Likeness,
    Side,
    likeness,
    other_bytes,
    side,
)
from patchbay.core.calls.comparing import arguments_of, pair, result_of
from patchbay.core.calls.run import Run, RunKind
from patchbay.core.errors import AppError, Family
from patchbay.core.values import Json


def a_run(number: int = 1, kind: RunKind = RunKind.TOOL, **arguments: Json) -> Run:
    return Run(number, kind, "measure", arguments)


def answered(*blocks: Text | Image | Audio | Resource | Link | Unknown, number: int = 1) -> Run:
    run = a_run(number)
    run.finish(Result(blocks))
    return run


def structured(value: Json, spooled: Spooled | None = None) -> Run:
    run = a_run()
    run.finish(Result((), Structured(value, spooled)))
    return run


def came(run: Run, *, headed: bool = False) -> Side:
    return side(result_of(run), {}, headed=headed)


def asked(run: Run) -> Side:
    return side(arguments_of(run), {}, headed=False)


def digest(data: bytes) -> str:
    return f"sha256 {hashlib.sha256(data).hexdigest()[:12]}"


def test_a_run_is_compared_with_the_ended_one_before_it() -> None:
    first, going, second, third = (a_run(number) for number in range(1, 5))
    first.give_up()
    second.finish(Result(()))
    third.fail(AppError(Family.PROTOCOL, "No"))
    runs = [first, going, second, third]

    assert pair(runs, third) == (second, third)
    assert pair(runs, second) == (first, second)
    assert pair(runs, first) == (first, second)
    assert pair(runs, going) == (second, third)
    assert pair(runs, None) == (second, third)


def test_one_ended_run_is_compared_with_nothing() -> None:
    first, going = answered(Text("a")), a_run(2)

    assert pair([first, going], first) is None
    assert pair([], None) is None


def test_arguments_are_written_over_several_lines_in_the_order_they_were_sent() -> None:
    assert asked(a_run(b=1, a=["x"])).text == '{\n  "b": 1,\n  "a": [\n    "x"\n  ]\n}\n'


def test_a_resource_is_asked_for_by_its_address() -> None:
    run = Run(1, RunKind.RESOURCE, "note://first", {})

    assert asked(run).text == "note://first\n"


def test_text_stays_as_it_is_and_json_on_one_line_is_unfolded() -> None:
    assert came(answered(Text("two\nlines"))).text == "two\nlines\n"
    assert came(answered(Text('{"a": 1}'))).text == '{\n  "a": 1\n}\n'
    assert came(answered(Text('{"a":\n1}'))).text == '{"a":\n1}\n'
    assert came(answered(Text("{not JSON}"))).text == "{not JSON}\n"


def test_json_that_only_spells_itself_otherwise_is_told_apart() -> None:
    older, newer = came(answered(Text('{"a":1}'))), came(answered(Text('{"a": 1}')))

    assert older.text == newer.text
    assert likeness(older, newer) is Likeness.SPELLED_OTHERWISE


def test_every_kind_of_block_has_its_line_or_lines() -> None:
    run = answered(
        Text("hello", role="user"),
        Image("image/png", HeldBytes(b"pixels")),
        Audio("audio/wav", HeldBytes(b"tones")),
        Resource("note://a", "text/plain", Text("inside")),
        Resource("note://b", "application/zip", HeldBytes(b"zipped")),
        Link("note://c", "third", size=1_234),
        Unknown("hologram", {"depth": 3}),
    )

    assert came(run, headed=True).text.splitlines() == [
        "── Text, user ──",
        "hello",
        f"Image image/png, 6 bytes, {digest(b'pixels')}",
        f"Audio audio/wav, 5 bytes, {digest(b'tones')}",
        "── Resource, note://a, text/plain ──",
        "inside",
        f"Resource, note://b application/zip, 6 bytes, {digest(b'zipped')}",
        "── Resource link ──",
        "note://c",
        "third",
        "1,234 bytes",
        "── hologram ──",
        "{",
        '  "depth": 3',
        "}",
    ]


def test_the_same_bytes_are_the_same_wherever_they_are_kept(tmp_path: Path) -> None:
    data = os.urandom(3_000_000)
    file = tmp_path / "picture"
    file.write_bytes(data)
    held = came(answered(Image("image/png", HeldBytes(data))))
    stored = came(answered(Image("image/png", StoredBytes(file, len(data)))))

    assert likeness(held, stored) is Likeness.SAME
    assert held.text == stored.text
    assert other_bytes(held, stored) == ()


def test_other_bytes_are_paired_by_their_place() -> None:
    def pictures(*contents: bytes) -> Side:
        return came(answered(*(Image("image/png", HeldBytes(each)) for each in contents)))

    older, newer = pictures(b"a", b"b", b"c"), pictures(b"a", b"x")

    assert likeness(older, newer) is Likeness.DIFFERENT
    found = other_bytes(older, newer)
    assert [(one.part.payload, two.part.payload) for one, two in found] == [
        (HeldBytes(b"b"), HeldBytes(b"x"))
    ]


def test_the_same_words_in_other_blocks_are_not_the_same() -> None:
    together, apart = answered(Text("a\nb")), answered(Text("a"), Text("b"))

    assert likeness(came(together), came(apart)) is not Likeness.SAME


def test_a_failure_is_compared_by_its_words_and_its_evidence() -> None:
    run = a_run()
    run.fail(AppError(Family.PROTOCOL, "Refused", cause="No such thing.", evidence={"code": "-1"}))
    cancelled = a_run(2)
    cancelled.give_up()

    assert came(run).text == "Refused\nNo such thing.\ncode: -1\n"
    assert came(cancelled).text == "Cancelled, without a result\n"
    assert likeness(came(run), came(cancelled)) is Likeness.DIFFERENT


def test_of_a_large_text_the_beginning_is_kept_and_all_of_it_counts(tmp_path: Path) -> None:
    line = f"å {'x' * 20}\n"

    def written(last: str) -> Side:
        file = tmp_path / last
        file.write_text(line * 100_000 + last, encoding="utf-8")
        span = Spooled(tmp_path / "message", 0, 9, "str")
        run = answered(Text("å", spooled=span))
        return side(result_of(run), {span: file}, headed=False)

    older, newer, again = written("end"), written("another end"), written("end")

    assert older.is_cut
    assert older.text == newer.text
    assert MOST_COMPARED - len(line) < len(older.text) <= MOST_COMPARED
    assert older.text.endswith(line)
    assert older.size == 100_000 * len(line.encode()) + 3
    assert likeness(older, newer) is Likeness.DIFFERENT
    assert likeness(older, again) is Likeness.SAME


def test_of_many_short_lines_the_first_are_kept() -> None:
    exact, more = "a\n" * MOST_LINES, "a\r" * MOST_LINES + "b"

    assert not came(answered(Text(exact))).is_cut
    assert came(answered(Text(more))).is_cut
    assert came(answered(Text(more))).text == "a\r" * MOST_LINES


def test_a_long_line_is_folded_for_the_window() -> None:
    text = came(answered(Text("x" * 1_200))).text

    assert [len(line) for line in text.splitlines()] == [500, 500, 200]


def test_parts_of_json_that_stayed_on_disk_are_told_by_their_digest(tmp_path: Path) -> None:
    def with_part(words: str) -> Side:
        file = tmp_path / "message.json"
        file.write_text(f"before{json.dumps(words)}after")
        span = Spooled(file, 6, file.stat().st_size - 5, "str")
        return came(structured({"a": span}))

    older = with_part("one")

    assert older.text.startswith('{\n  "a": "… 5 bytes, sha256 ')
    assert likeness(older, with_part("one")) is Likeness.SAME
    assert likeness(older, with_part("two")) is Likeness.DIFFERENT


def test_what_is_nested_too_deeply_to_be_written_is_never_called_the_same() -> None:
    value: Json = []
    for _ in range(20_000):
        value = [value]

    older, newer = came(structured(value)), came(structured(value))

    assert older.text.startswith("Nested too deeply")
    assert likeness(older, newer) is Likeness.DIFFERENT


def test_lone_surrogates_are_compared_like_any_other_text() -> None:
    assert likeness(came(answered(Text("\ud800"))), came(answered(Text("\ud801")))) is (
        Likeness.DIFFERENT
    )


def test_bytes_that_are_gone_are_an_error(tmp_path: Path) -> None:
    run = answered(Image("image/png", StoredBytes(tmp_path / "gone", 5)))

    with pytest.raises(FileNotFoundError):
        came(run)
