"""Lays out JSON text with an indent of 2, without parsing it and however deep it is."""

import json
import re
from collections.abc import Iterator

from patchbay.relay.spans import OPEN_DICT, OPENING, QUOTE, BadJsonError, Buffer, Scanner
from patchbay.relay.strings import character_boundary, valid

_DEEPEST_INDENT = 40
_BLOCK = 256 * 1024
_PIECE = 1024 * 1024
_SCALAR = re.compile(
    rb"(?:true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d*+)(?:\.\d++)?(?:[eE][-+]?\d++)?)"
    rb"(?=[ \t\r\n,\]}]|\Z)"
)
_AFTER = re.compile(rb"[ \t\r\n]*+([,\]}])")
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{},:]|[^\s\[\]{},:"]++', re.DOTALL)
_SEPARATORS = {":": ": "}
_SMALL = 64 * 1024
_SURE_OF_ENDS = 60  # up to there the scanner remembers where containers end
_LINES = ["\n" + "  " * depth for depth in range(_DEEPEST_INDENT + 1)]
_BREAKS = [line.encode() for line in _LINES]
_CLOSERS = {0x5B: b"]", 0x7B: b"}"}


def lay_out(scanner: Scanner, start: int, end: int) -> Iterator[bytes]:
    """The value at `start`, in pieces. Strings and numbers stay as they were written.

    Raises:
        BadJsonError: what stands there is not JSON.
    """
    return _Layout(scanner, start, end).run()


def _small(raw: bytes, depth: int) -> bytes:
    """A short container all at once: checked by the parser, laid out token by token."""
    text = raw.decode("utf-8", "replace")
    try:
        json.loads(text, strict=False, parse_int=str, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise BadJsonError("not valid JSON") from error
    out: list[str] = []
    follows_opening = False
    for token in _TOKEN.findall(text):
        if token in "]}":
            depth -= 1
            out.append(token if follows_opening else _line(depth) + token)
            follows_opening = False
            continue
        if follows_opening:
            out.append(_line(depth))
        out.append(_SEPARATORS.get(token, token))
        follows_opening = token in "[{"
        depth += follows_opening
        if token == ",":
            out.append(_line(depth))
    return "".join(out).encode()


def _line(depth: int) -> str:
    return _LINES[min(depth, _DEEPEST_INDENT)]


class _Layout:
    """One walk over a value; containers that are open stand on a list, not on the call stack."""

    def __init__(self, scanner: Scanner, start: int, end: int) -> None:
        self._scanner = scanner
        self._buffer: Buffer = scanner.buffer
        self._here = start
        self._end = end
        self._open: list[int] = []
        self._out: list[bytes] = []
        self._size = 0
        self._long = (0, 0)

    def run(self) -> Iterator[bytes]:
        wants_value = True
        while wants_value or self._open:
            wants_value = self._value() if wants_value else self._after_value()
            if self._size > _BLOCK:
                yield self._flush()
            if self._long[1]:
                yield from self._long_string()
        yield self._flush()
        if self._here != self._end:
            raise BadJsonError("more than one value")

    def _value(self) -> bool:
        """Write one value, or the opening of a container; whether another value must follow."""
        if self._open and self._open[-1] == OPEN_DICT:
            (start, end), self._here = self._scanner.key(self._here)
            self._put(valid(self._buffer[start:end]) + b": ")
        else:
            self._here = self._scanner.skip_space(self._here)
        if self._here >= self._end:
            raise BadJsonError("ends early")
        first = self._buffer[self._here]
        if first in OPENING:
            return self._begin(first)
        if first == QUOTE:
            self._string(self._scanner.string_end(self._here))
        else:
            self._scalar()
        return False

    def _begin(self, first: int) -> bool:
        if len(self._open) < _SURE_OF_ENDS:
            end = self._scanner.container_end(self._here)
            if end - self._here <= _SMALL:
                self._put(_small(self._buffer[self._here : end], len(self._open)))
                self._here = end
                return False
        inside = self._scanner.first_child(self._here)
        self._put(self._buffer[self._here : self._here + 1])
        self._open.append(first)
        if inside >= 0:
            self._here = inside
            self._put(self._break())
            return True
        self._here = self._scanner.skip_space(self._here + 1) + 1
        self._close(self._buffer[self._here - 1 : self._here], line=b"")
        return False

    def _after_value(self) -> bool:
        after = _AFTER.match(self._buffer, self._here, self._end)
        if after is None:
            raise BadJsonError("comma expected")
        self._here = after.end()
        if after.group(1) == b",":
            self._put(b"," + self._break())
            return True
        self._close(after.group(1), line=self._break(-1))
        return False

    def _close(self, closing: bytes, *, line: bytes) -> None:
        if _CLOSERS[self._open.pop()] != closing:
            raise BadJsonError("brackets do not match")
        self._put(line + closing)

    def _scalar(self) -> None:
        found = _SCALAR.match(self._buffer, self._here, self._end)
        if found is None:
            raise BadJsonError("value expected")
        self._put(found.group())
        self._here = found.end()

    def _string(self, end: int) -> None:
        if end - self._here > _PIECE:
            self._long = (self._here, end)
        else:
            self._put(valid(self._buffer[self._here : end]))
        self._here = end

    def _long_string(self) -> Iterator[bytes]:
        yield self._flush()
        start, end = self._long
        self._long = (0, 0)
        while start < end:
            raw = self._buffer[start : min(start + _PIECE, end)]
            cut = len(raw) if start + len(raw) == end else character_boundary(raw)
            yield valid(raw[:cut])
            start += cut

    def _break(self, levels: int = 0) -> bytes:
        return _BREAKS[min(len(self._open) + levels, _DEEPEST_INDENT)]

    def _put(self, data: bytes) -> None:
        self._out.append(data)
        self._size += len(data)

    def _flush(self) -> bytes:
        data = b"".join(self._out)
        self._out, self._size = [], 0
        return data
