"""Bytes to text and back: whatever was read is written again as it was."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchbay.core.config.decoding import Decoded, decode, encode
from patchbay.core.errors import AppError

MARKS = (
    b"",
    codecs.BOM_UTF8,
    codecs.BOM_UTF16_LE,
    codecs.BOM_UTF16_BE,
    codecs.BOM_UTF32_LE,
    codecs.BOM_UTF32_BE,
)
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
TEXT = '{"ключ": "\U0001f50c"}\r\nb\rc\n'


@given(st.sampled_from(MARKS), st.sampled_from(ENCODINGS), st.text())
def test_text_in_any_encoding_comes_back_byte_for_byte(
    mark: bytes, encoding: str, text: str
) -> None:
    data = mark + text.encode(encoding)
    decoded = decode(data)

    assert decoded.text is None or encode(decoded.text, decoded) == data


@given(st.sampled_from(MARKS), st.binary())
def test_any_bytes_that_are_text_come_back(mark: bytes, body: bytes) -> None:
    decoded = decode(mark + body)

    assert decoded.text is None or encode(decoded.text, decoded) == mark + body


@pytest.mark.parametrize(
    ("mark", "encoding"), list(zip(MARKS, ("utf-8", *ENCODINGS), strict=True)), ids=repr
)
def test_every_mark_is_told_and_kept_with_the_order_of_bytes(mark: bytes, encoding: str) -> None:
    decoded = decode(mark + TEXT.encode(encoding))

    assert (decoded.text, decoded.encoding, decoded.has_mark) == (TEXT, encoding, bool(mark))
    assert encode(TEXT + "x", decoded) == mark + (TEXT + "x").encode(encoding)


def test_the_problem_of_a_wide_file_names_the_family_of_its_encoding() -> None:
    problem = decode(codecs.BOM_UTF16_BE + "{}".encode("utf-16-be")).problem

    assert problem is not None
    assert problem.message == "The file is UTF-16; most clients read UTF-8 only"


def test_half_a_surrogate_pair_is_refused_with_its_place() -> None:
    with pytest.raises(AppError, match="Line 2, column 3 holds half a character"):
        encode("a\r\nbc\ud800d", Decoded("", "utf-16-le", has_mark=True))
