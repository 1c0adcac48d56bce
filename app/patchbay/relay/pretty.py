"""Lays out JSON text with an indent of 2, without parsing it and however deep it is."""

import re
from collections.abc import Generator, Iterator

from patchbay.relay.spans import QUOTE, BadJsonError, Scanner
from patchbay.relay.strings import character_boundary, valid

_DEEPEST_INDENT = 40
_PIECE = 1024 * 1024

_SPACE = rb"[ \t\r\n]*+"
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_NUMBER = rb"-?(?:0|[1-9]\d*+)(?:\.\d++)?+(?:[eE][-+]?+\d++)?+"
_WORD = rb"(?:" + _NUMBER + rb"|true|false|null|NaN|-?Infinity)(?![^ \t\r\n,\]}])"
_VALUE = rb"(?:" + _STRING + rb"|[\[{]|" + _WORD + rb")"
_COLON = _SPACE + rb":" + _SPACE
_KEY = rb"(?:(" + _STRING + rb")" + _COLON + rb")?"
_TOKEN = re.compile(
    rb"(?:" + _KEY + rb"(" + _VALUE + rb")|([\]}])|(?=,))" + _SPACE + rb"(,?+)" + _SPACE, re.DOTALL
)
_ANY = rb"(?:" + _STRING + _COLON + rb")?+" + _VALUE + rb"|[\]},]"
_ONLY_TOKENS = re.compile(rb"(?:(?:" + _ANY + rb")" + _SPACE + rb")*+", re.DOTALL)
_WHOLE = re.compile(rb"(?:(?:" + _STRING + rb'|[^",\[\]{}])*+[,\[\]{}])*+', re.DOTALL)
_LEAD = re.compile(_SPACE + _KEY, re.DOTALL)
_LINES = [b"\n" + b"  " * depth for depth in range(_DEEPEST_INDENT + 1)]
_CLOSERS = {b"[": b"]", b"{": b"}"}

_START, _OPENED, _COMMA, _DONE = range(4)


def lay_out(scanner: Scanner, start: int, end: int) -> Iterator[bytes]:
    """The value at `start`, in pieces. Strings and numbers stay as they were written.

    Raises:
        BadJsonError: what stands there is not JSON.
    """
    layout = _Layout()
    here, size = start, _PIECE
    while here < end:
        piece = _whole_tokens(
            scanner.buffer[here : min(here + size, end)], at_end=here + size >= end
        )
        if piece:
            here, size = here + len(piece), _PIECE
            yield valid(layout.add(piece))
            continue
        behind = yield from _long_string(layout, scanner, here, end)
        size = size * 2 if behind == here else _PIECE
        here = behind
    layout.finish()


def _whole_tokens(piece: bytes, *, at_end: bool) -> bytes:
    """The piece without a token that goes on behind it."""
    found = None if at_end else _WHOLE.match(piece)
    return piece[: found.end()] if found else piece


def _long_string(
    layout: "_Layout", scanner: Scanner, here: int, end: int
) -> Generator[bytes, None, int]:
    """A string that no piece can hold, with its key; returns where it ends, `here` if none is."""
    lead = _LEAD.match(scanner.buffer, here, end)
    start = lead.end() if lead else end
    if lead is None or start >= end or scanner.buffer[start] != QUOTE:
        return here
    stop = scanner.string_end(start)
    yield valid(layout.before_value(lead.group(1) or b""))
    while start < stop:
        raw = scanner.buffer[start : min(start + _PIECE, stop)]
        cut = len(raw) if start + len(raw) == stop else character_boundary(raw)
        yield valid(raw[:cut])
        start += cut
    return stop


class _Layout:
    """What is open at the moment, and what may follow."""

    def __init__(self) -> None:
        self._open: list[bytes] = []
        self._state = _START
        self._line = b""
        self._keyed = False

    def add(self, piece: bytes) -> bytes:
        """Lay out a piece of whole tokens."""
        piece = piece.lstrip(b" \t\r\n")
        if not _ONLY_TOKENS.fullmatch(piece):
            raise BadJsonError("not valid JSON")
        out: list[bytes] = []
        for key, value, closer, comma in _TOKEN.findall(piece):
            if value:
                out.append(self.before_value(key))
                out.append(value)
                if value in _CLOSERS:
                    self._enter(_CLOSERS[value])
            elif closer:
                out.append(self._leave(closer))
            if comma:
                self._expect(_DONE)
                self._state = _COMMA
                out.append(comma)
        return b"".join(out)

    def before_value(self, key: bytes) -> bytes:
        """What stands before a value: a line break and the key, if there is one."""
        if self._state == _DONE or (key != b"") != self._keyed:
            raise BadJsonError("value or key in a wrong place")
        self._state = _DONE
        return self._line + key + b": " if key else self._line

    def finish(self) -> None:
        if self._open or self._state != _DONE:
            raise BadJsonError("ends early")

    def _expect(self, state: int) -> None:
        if self._state != state or not self._open:
            raise BadJsonError("comma in a wrong place")

    def _enter(self, closer: bytes) -> None:
        self._open.append(closer)
        self._state = _OPENED
        self._nest()

    def _leave(self, closer: bytes) -> bytes:
        if self._state == _COMMA or not self._open or self._open.pop() != closer:
            raise BadJsonError("brackets do not match")
        self._nest()
        line = b"" if self._state == _OPENED else self._break()
        self._state = _DONE
        return line + closer

    def _nest(self) -> None:
        self._keyed = self._open[-1:] == [b"}"]
        self._line = self._break() if self._open else b""

    def _break(self) -> bytes:
        return _LINES[min(len(self._open), _DEEPEST_INDENT)]
