"""Text and layouts made by the decoder say exactly what the JSON says, row by row."""

import json
from array import array
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from patchbay.relay import pretty, strings
from patchbay.relay.pretty import lay_out
from patchbay.relay.spans import BadJsonError, Scanner
from patchbay.relay.strings import beginning, decode
from patchbay.relay.texts import ROW, RowFile

moderate = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
texts = some.text() | some.text(alphabet='a\\"\n\t😀é\x00ud83')
values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | texts,
    lambda inner: some.lists(inner, max_size=6) | some.dictionaries(texts, inner, max_size=6),
    max_leaves=30,
)


def decoded(raw: bytes) -> bytes:
    return b"".join(decode(raw, 0, len(raw)))


@moderate
@given(text=texts, ascii_only=some.booleans(), piece=some.integers(13, 60))
def test_a_string_is_decoded_the_same_in_any_pieces(
    text: str, *, ascii_only: bool, piece: int
) -> None:
    raw = json.dumps(text, ensure_ascii=ascii_only).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strings, "_PIECE", piece)

        assert decoded(raw) == text.encode()


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b'"\\ud83d\\ude00"', "😀"),
        (b'"\\ud83d"', "\ufffd"),
        (b'"\\ude00x\\ud83d\\n"', "\ufffdx\ufffd\n"),
        (b'"\\\\ud83d"', "\\ud83d"),
        (b'"\xff\xe4"', "\ufffd\ufffd"),
        (b'"a\tb"', "a\tb"),
        (b'""', ""),
    ],
)
def test_half_characters_and_bad_bytes_become_replacement_marks(raw: bytes, text: str) -> None:
    assert decoded(raw).decode() == text


@pytest.mark.parametrize("raw", [b'"\\x"', b'"\\u12"', b'"', b"12", b'"abc', b'"\\"'])
def test_what_is_no_string_is_refused(raw: bytes) -> None:
    with pytest.raises(BadJsonError):
        decoded(raw)


def test_a_bad_escape_is_found_in_every_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strings, "_PIECE", 16)

    with pytest.raises(BadJsonError):
        decoded(b'"' + b"ok \\n " * 20 + b"\\q" + b" ok" * 20 + b'"')


@given(texts, some.integers(0, 40))
def test_a_beginning_is_never_torn(text: str, most: int) -> None:
    raw = json.dumps(text).encode()

    found = beginning(raw, 0, len(raw), most)

    assert len(found) <= most
    assert text.startswith(json.loads(b'"' + found + b'"'))


def rows_of(path: Path, pieces: list[bytes]) -> tuple[RowFile, list[int], bytes]:
    file = RowFile(str(path))
    file.fill(pieces)
    starts = array("Q", Path(file.index_path).read_bytes()).tolist()
    return file, starts, Path(file.path).read_bytes()


@moderate
@given(
    pieces=some.lists(some.text(alphabet="a\né😀").map(str.encode), max_size=8),
    row=some.integers(8, 16),
)
def test_rows_begin_after_newlines_and_where_lines_are_wrapped(
    pieces: list[bytes], row: int, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("patchbay.relay.texts.ROW", row)
        file, starts, text = rows_of(tmp_path / "text", pieces)

    assert text == b"".join(pieces)
    assert (file.rows, file.size) == (len(starts), len(text))
    rows = [text[start:end] for start, end in pairwise([*starts, len(text)])]
    assert b"".join(rows) == text
    for index, content in enumerate(rows):
        content.decode()
        assert len(content.rstrip(b"\n")) <= row
        assert b"\n" not in content[:-1]
        is_last = index == len(rows) - 1
        assert content.endswith(b"\n") or is_last or len(content) >= row - 4


def test_a_text_without_newlines_is_wrapped_into_full_rows(tmp_path: Path) -> None:
    _, starts, _ = rows_of(tmp_path / "text", [b"x" * 1000] * 50)

    assert starts == list(range(0, 50_000, ROW))


@moderate
@given(value=values, indent=some.sampled_from([None, 0, 3]), piece=some.integers(4, 60))
def test_a_layout_is_what_the_json_module_would_write(
    value: Any, *, indent: int | None, piece: int
) -> None:
    raw = json.dumps(value, indent=indent).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pretty, "_PIECE", piece)
        layout = b"".join(lay_out(Scanner(raw, len(raw)), 0, len(raw)))

    assert layout.decode() == json.dumps(value, indent=2)


def test_numbers_and_strings_keep_their_spelling_and_double_keys_stay() -> None:
    raw = b'{"a":1.10,"a":-0e5,"b":"\\u0041\\/","c":[NaN,Infinity]}'

    layout = b"".join(lay_out(Scanner(raw, len(raw)), 0, len(raw)))

    assert layout.replace(b"\n", b"").replace(b" ", b"") == raw


@pytest.mark.parametrize(
    "raw",
    [
        b"[1,2",
        b"[1 2]",
        b"[1,]",
        b"[,1]",
        b"[1}",
        b'{"a"}',
        b'{"a":}',
        b'{"a":1,}',
        b"{1:2}",
        b'["a":1]',
        b"tru",
        b"01",
        b"1 2",
        b"",
        b'"abc',
        b"[" + b'"' + b"x" * 100,
        b"nullx",
        b"]",
        b",",
    ],
)
@pytest.mark.parametrize("piece", [4, 1000])
def test_what_is_not_json_is_not_laid_out(
    raw: bytes, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pretty, "_PIECE", piece)

    with pytest.raises(BadJsonError):
        list(lay_out(Scanner(raw, len(raw)), 0, len(raw)))


def test_very_wide_space_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pretty, "_PIECE", 8)
    raw = b" " * 20 + b"[" + b"\n" * 20 + b"1" + b"\t" * 20 + b"]"

    assert b"".join(lay_out(Scanner(raw, len(raw)), 0, len(raw))) == b"[\n  1\n]"


def test_deep_nesting_does_not_indent_without_end() -> None:
    raw = b"[" * 50_000 + b"]" * 50_000

    layout = b"".join(lay_out(Scanner(raw, len(raw)), 0, len(raw)))

    assert layout.count(b"\n") == 99_998
    assert len(layout) < 100_000 * 82
