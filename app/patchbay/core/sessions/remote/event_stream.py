"""Splits a `text/event-stream` into its parts, byte by byte, without waiting for a whole event.

The rules are those of the HTML standard, section 9.2.6 "Interpreting an event stream".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

LONGEST = 64 * 1024
"""Bytes of a line that may be kept, unless it holds data."""
_LINE_END = re.compile(rb"\r\n|\r|\n")
_BOM = b"\xef\xbb\xbf"
_DATA = b"data:"


@dataclass(frozen=True, slots=True)
class Data:
    """Some bytes of an event's data; a line feed stands between its lines."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Field:
    """A line that holds no data: another field of an event, or a comment, which has no name."""

    name: bytes
    value: bytes
    line: bytes


@dataclass(frozen=True, slots=True)
class End:
    """The end of an event."""


Piece: TypeAlias = Data | Field | End


class EventSplitter:
    """Reads one stream. What a chunk completes comes with it; data comes as far as it is there.

    A line without data that is too long is left out, and so are blank lines that end nothing.
    """

    def __init__(self) -> None:
        self._line, self._data = bytearray(), bytearray()
        self._in_data = self._at_value = False
        self._has_data = self._is_pending = False
        self._after_return = False
        self._is_first = True

    def feed(self, chunk: bytes) -> Iterator[Piece]:
        if not chunk:
            return
        start = 1 if self._after_return and chunk.startswith(b"\n") else 0
        self._after_return = chunk.endswith(b"\r")
        for found in _LINE_END.finditer(chunk, start):
            if found.start() > start:
                self._take(chunk[start : found.start()])
            if self._line or self._in_data or self._is_pending:
                yield from self._end_line()
            self._is_first = False
            start = found.end()
        self._take(chunk[start:])
        yield from self._take_data()

    def _take(self, text: bytes) -> None:
        if not self._in_data:
            room = LONGEST + 1 - len(self._line)
            self._line += text[:room]
            if self._is_first and self._line.startswith(_BOM):
                del self._line[: len(_BOM)]
                self._is_first = False
            if not self._line.startswith(_DATA):
                return
            text = bytes(self._line[len(_DATA) :]) + text[room:]
            self._begin_data()
        if self._at_value and text:
            self._at_value = False
            text = text.removeprefix(b" ")
        self._data += text

    def _begin_data(self) -> None:
        self._line.clear()
        self._in_data = self._at_value = self._is_pending = True
        if self._has_data:
            self._data += b"\n"
        self._has_data = True

    def _take_data(self) -> Iterator[Piece]:
        if self._data:
            yield Data(bytes(self._data))
            self._data.clear()

    def _end_line(self) -> Iterator[Piece]:
        line = bytes(self._line)
        self._line.clear()
        if line == b"data":
            self._begin_data()
        elif line and len(line) <= LONGEST:
            name, _, value = line.partition(b":")
            self._is_pending = self._is_pending or bool(name)
            yield Field(name, value.removeprefix(b" "), line)
        elif not line and not self._in_data and self._is_pending:
            yield from self._take_data()
            self._has_data = self._is_pending = False
            yield End()
        self._in_data = False
