"""What of a text is shown, and how; no window needed."""

import time

import pytest

from patchbay.core.config.model import Place
from patchbay.core.editing.splice import Splice
from patchbay.ui.editor import LARGE, ShownText, shown_text
from patchbay.ui.editor.brackets import Brackets, Spot
from patchbay.ui.editor.indents import unit_of, unit_words
from patchbay.ui.editor.moves import Moves
from patchbay.ui.editor.slicing import LineEnds, Slice, line_start, slice_around
from patchbay.ui.editor.tokens import commented_lines

ENDS = ("\n", "\r\n", "\r")


def numbered(count: int, end: str) -> str:
    return "".join(f"line {number}{end}" for number in range(1, count + 1))


def test_what_qt_takes_for_something_else_has_a_stand_in() -> None:
    odd = "\x00\x0b\x1b\x7f\x85\u2028\u2029\ufffc\u202e\ufdd0"
    shown = shown_text(f"a{odd}\tb\u00a0c")

    assert shown.display == "a␀␋␛␡" + "\ufffd" * 6 + "\tb\u00a0c"


@pytest.mark.parametrize("end", ENDS)
def test_a_slice_begins_and_ends_with_a_line_and_knows_its_number(end: str) -> None:
    text = numbered(60_000, end)
    for line in (1, 2, 30_000, 59_999, 60_001):
        shown = shown_text(text, line)

        assert shown.first_line <= line <= shown.last_line
        assert shown.stop - shown.begin <= LARGE
        assert shown.total_lines == 60_001
        assert shown.lines[0] == f"line {shown.first_line}"
        assert shown.lines[-1] in {f"line {shown.last_line}", ""}
        assert shown.display.count("\n") == shown.last_line - shown.first_line


@pytest.mark.parametrize("end", ENDS)
def test_the_start_of_every_line_is_found(end: str) -> None:
    text = "first" + end + numbered(20_000, end)
    for line in (1, 2, 3, 9_999, 20_001):
        wanted = "first" if line == 1 else f"line {line - 1}{end}"
        assert text.startswith(wanted, line_start(text, line))
    assert line_start(text, 90_000) == len(text)
    assert line_start("", 1) == 0


def test_a_place_outside_the_slice_is_nowhere() -> None:
    text = numbered(60_000, "\r\n")
    shown = shown_text(text, 30_000)

    assert shown.offset_at(Place(1, 1)) is None
    offset = shown.offset_at(Place(30_000, 6))
    assert offset is not None
    assert text.startswith("30000", offset)
    assert shown.line_at(offset) == 30_000
    assert shown.line_at(0) == 1
    assert shown.offset_at(Place(30_000, 500)) == offset + 5


def test_line_ends_are_counted_and_named() -> None:
    assert shown_text("a\r\nb\rc\n\n").line_ends == LineEnds(1, 1, 2)
    assert shown_text("a\r\nb\r\n").line_ends.words == "CRLF"
    assert shown_text("a\r\nb\n").line_ends.words == "CRLF and LF"
    assert shown_text("a").line_ends.words == ""


def test_parting_and_joining_a_line_end_is_counted() -> None:
    shown = shown_text("a\r\nb")
    parted = shown.after([Splice(2, "", "x")])
    assert parted.line_ends == LineEnds(0, 1, 1)
    assert parted.after([Splice(2, "x", "")]).line_ends == LineEnds(1, 0, 0)


def test_a_secret_over_several_lines_keeps_its_lines() -> None:
    text = "KEY: |\r\n  abc\r\n  d\U0001f600f\r\n"
    shown = ShownText(text, Slice(0, len(text)), [(6, len(text) - 2)])

    assert shown.display == "KEY: |\n•••••\n•••••\n"
    assert shown.with_secrets(revealed=True).display == text.replace("\r\n", "\n")


def test_the_slice_follows_a_change_far_away() -> None:
    text = numbered(60_000, "\n")
    shown = shown_text(text, 30_000)
    followed = shown.follow("new\nlines\n" + text)

    assert followed.display == shown.display
    assert followed.first_line == shown.first_line + 2
    assert shown.follow("short").display == "short"


def test_offsets_move_with_splices_on_either_side() -> None:
    moves = Moves((Splice(2, "cd", "XYZ"), Splice(6, "", "__")))

    assert [moves.offset(at) for at in (0, 2, 3, 4, 6, 8)] == [0, 2, 2, 2, 7, 11]
    assert [moves.offset(at, after=True) for at in (2, 3, 4, 6)] == [2, 5, 5, 9]
    assert moves.span((2, 4)) == (2, 2)


def test_a_masked_span_shows_as_dots_of_its_length() -> None:
    text = '"API_KEY": "ab\\"cdefgh", "DEBUG": "true"'
    start = text.index("ab")
    shown = shown_text(text, masks=[(start, start + len(r"ab\"cdefgh"))])

    assert shown.display == '"API_KEY": "••••••••••", "DEBUG": "true"'
    assert shown.text == text


def test_brackets_in_strings_and_comments_belong_to_none() -> None:
    lines = ["{ // {", '  "a}": [', "    /* ] }", "    ] */ 1", "  ]", "}"]
    commented = commented_lines("\n".join(lines))
    brackets = Brackets(lines, commented)

    assert commented == {3}
    assert brackets.pair_at(Spot(0, 0)) == (Spot(0, 0), Spot(5, 0))
    assert brackets.pair_at(Spot(4, 3)) == (Spot(4, 2), Spot(1, 8))
    assert brackets.pair_at(Spot(2, 8)) is None
    assert Brackets(["a: '}' # }", "b: {it's: [1]}"], yaml=True).pair_at(Spot(1, 3)) == (
        Spot(1, 3),
        Spot(1, 13),
    )


def test_a_slash_and_star_in_a_string_or_a_comment_opens_nothing() -> None:
    assert commented_lines('"/*"\n// /*\n1 /* a */ 2 /*\n\n*/ 3\n4') == {3, 4}


def test_the_unit_is_what_most_lines_go_in_by() -> None:
    assert unit_of(["a", "   b", "      c", " d"]) == "   "
    assert unit_words("   ") == "3 spaces"
    assert unit_words(" ") == "1 space"


@pytest.mark.parametrize("end", ENDS)
def test_a_slice_of_eight_megabytes_takes_little(end: str) -> None:
    text = numbered(700_000, end)
    started = time.perf_counter()
    part = slice_around(text, 500_000)
    ShownText(text, part, [(part.begin, part.begin + 10)])

    assert time.perf_counter() - started < 1.0
