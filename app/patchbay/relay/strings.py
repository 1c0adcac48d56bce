"""JSON strings as bytes: cut without tearing anything, and made readable."""

import json
import re
from collections.abc import Generator, Iterator

from patchbay.relay.spans import BadJsonError, Buffer

_LONGEST_ESCAPE = 12
_HALF_PAIR = re.compile(rb"\\u[dD][89abAB]..\Z", re.S)
_PIECE = 1024 * 1024
_WHOLE = re.compile(
    rb'(?:[^"\\]++|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}'
    rb"|\\u(?![dD][89abAB])[0-9a-fA-F]{4}|\\u[0-9a-fA-F]{4}(?=.{6})|\\[^u])*+",
    re.S,
)


def beginning(buffer: Buffer, start: int, end: int, most: int) -> bytes:
    """The first `most` bytes between the quotes of the string at `start`, as they were written.

    Cut a little earlier where that would tear an escape, a surrogate pair or a character.
    """
    text = buffer[start + 1 : min(end - 1, start + 1 + most)]
    if start + 1 + most >= end - 1:
        return text
    escape = text.rfind(b"\\", max(0, len(text) - _LONGEST_ESCAPE))
    if escape >= 0:
        text = _HALF_PAIR.sub(b"", text[:escape]).rstrip(b"\\")
    return text.decode("utf-8", "ignore").encode()


def readable(string: bytes) -> str:
    """A short JSON string, quotes included, as text; as it stands if its escapes are wrong."""
    text = string.decode("utf-8", "replace")
    try:
        return json.loads(text, strict=False)
    except ValueError:
        return text[1:-1]


def decode(buffer: Buffer, start: int, end: int) -> Iterator[bytes]:
    """The text of the string with quotes at `start` and `end - 1`, in pieces of valid UTF-8.

    Raises:
        BadJsonError: it is not a string, or holds an escape that JSON does not know.
    """
    if end - start < 2 or buffer[start] != 0x22 or buffer[end - 1] != 0x22:
        raise BadJsonError("not a string")
    here, end = start + 1, end - 1
    while here < end:
        stop = min(here + _PIECE, end)
        raw = buffer[here:stop]
        if b"\\" not in raw:
            cut = len(raw) if stop == end else character_boundary(raw)
            yield valid(raw[:cut])
            here += cut
            continue
        here = yield from _decode_escaped(buffer, here, stop, end)


def _decode_escaped(buffer: Buffer, here: int, stop: int, end: int) -> Generator[bytes, None, int]:
    """Decode up to a whole escape at or before `stop`; returns where that was."""
    raw = buffer[here:stop]
    cut = len(raw) if stop == end else _escape_boundary(raw)
    if not cut:
        raise BadJsonError("unknown escape")
    yield _unescaped(raw[:cut])
    return here + cut


def _escape_boundary(raw: bytes) -> int:
    """How much of `raw` can be used without tearing an escape, a pair of them or a character."""
    escape = raw.rfind(b"\\", max(0, len(raw) - _LONGEST_ESCAPE))
    if escape < 0:
        return character_boundary(raw)
    cut = _run_start(raw, escape)
    while _HALF_PAIR.search(raw, max(0, cut - 6), cut):
        cut = _run_start(raw, cut - 6)
    if cut:
        return cut
    found = _WHOLE.match(raw)  # nothing but escapes: they have to be read from the beginning
    return character_boundary(raw[: found.end()]) if found else 0


def _run_start(raw: bytes, escape: int) -> int:
    """Where the backslashes around `escape` begin; an escape always begins there."""
    return len(raw[: escape + 1].rstrip(b"\\"))


def character_boundary(raw: bytes) -> int:
    """How much of `raw` can be used without tearing its last character."""
    for back in range(1, min(4, len(raw)) + 1):
        byte = raw[-back]
        if byte >= 0xC0:
            return len(raw) - back
        if byte < 0x80:
            break
    return len(raw)


def _unescaped(raw: bytes) -> bytes:
    try:
        text: str = json.loads(f'"{raw.decode("utf-8", "replace")}"', strict=False)
    except ValueError as error:
        raise BadJsonError("unknown escape") from error
    try:
        return text.encode()
    except UnicodeEncodeError:  # lone surrogates
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def valid(raw: bytes) -> bytes:
    """The same bytes, those that are no UTF-8 replaced."""
    return raw if raw.isascii() else raw.decode("utf-8", "replace").encode()
