"""Cuts a large message down to a slim copy of at most 60 KB and a table of what was taken out.

The frame `M` carries the table in its head, beside the copy, so a server cannot forge an entry.
The head is one JSON object:

    {"f": name of the spool file, "size": bytes of the message, "a": start, "b": end of the message
     in f, "id": the request id or null, "t": [entries in the order of the copy]}

One entry:

    {"p": path,          keys and indexes from the root: ["result", "content", 0, "data"]
     "k": kind,          "str" | "list" | "dict" | "num" | "blob"
     "a": start, "b": end,   span in f of the value as the server wrote it, quotes included
     "n": count or null, items of a list or dict if counted; decoded bytes of a blob
     "f": file or null}  name of the decoded file, beside f; for a blob only

In the copy stands a placeholder of the same JSON type: the first characters of a `str`, `""` for a
`blob`, `[]`, `{}`, and `null` for a `num`. Everything else is copied byte for byte. Two members of
one object may bear the same name and so the same path: a value is opened by its span.
"""

import json
import time

from patchbay.relay.base64_file import decode_to_file
from patchbay.relay.folder import Folder
from patchbay.relay.frames import SLIM
from patchbay.relay.spans import OPEN_LIST, OPENING, QUOTE, BadJsonError, Buffer, Item, Scanner
from patchbay.relay.strings import beginning, readable

Part = str | int
Entry = dict[str, object]

_LONG_TEXT = 4096
_MANY_ITEMS = 200
_DEEPEST = 16
_MOST_ENTRIES = 400
_TABLE = 48 * 1024
_LONG_KEY = 1024
_PREVIEW = 256
_COUNTING = 0.15
_STRICTER = (1, 4, 16, 64)
_ENVELOPE = frozenset({"jsonrpc", "id", "method", "params", "result", "error"})
_BINARY_KEYS = frozenset({"data", "blob"})


class _TooLargeError(Exception):
    """The copy or its table would not fit."""


class Slimmer:
    """Makes the slim copy of `buffer[start:end]`; files of decoded base64 go to `folder`.

    `root` is where the value stands in its message; without one it is the message.
    """

    def __init__(
        self, buffer: Buffer, start: int, end: int, folder: Folder, root: tuple[Part, ...] = ()
    ) -> None:
        self._buffer = buffer
        self._start, self._end = start, end
        self._folder = folder
        self._root = root
        self._scanner = Scanner(buffer, end)
        self._count_until = time.monotonic() + _COUNTING
        self._decoded: dict[int, tuple[str, int] | None] = {}
        self._begin(1)

    def run(self) -> tuple[bytes, list[Entry]]:
        """The copy and the table.

        Raises:
            BadJsonError: the message is not JSON, or takes too long to read.
        """
        if self._scanner.value_end(self._start) != self._end:
            raise BadJsonError("more than one value")
        for factor in _STRICTER:
            self._begin(factor)
            try:
                self._value(self._start, self._end, self._root, binary=False)
            except _TooLargeError:
                continue
            return self._finished()
        self._begin(_STRICTER[-1])
        if self._root:
            first = self._buffer[self._start]
            self._take(_kind(first), (self._start, self._end), self._root)
        else:
            self._envelope_only()
        return self._finished()

    def _begin(self, factor: int) -> None:
        self._long_text = max(_LONG_TEXT // factor, 64)
        self._many_items = max(_MANY_ITEMS // factor, 8)
        self._copy: list[bytes] = []
        self._size = 0
        self._table: list[Entry] = []
        self._table_size = 0

    def _finished(self) -> tuple[bytes, list[Entry]]:
        """The copy on one line, and the table."""
        return b"".join(self._copy).replace(b"\n", b" ").replace(b"\r", b" "), self._table

    def _put(self, data: bytes) -> None:
        if not data.isascii():
            data = data.decode("utf-8", "replace").encode()
        self._size += len(data)
        if self._size > SLIM:
            raise _TooLargeError
        self._copy.append(data)

    def _value(self, start: int, end: int, path: tuple[Part, ...], *, binary: bool) -> None:
        first = self._buffer[start]
        if first in OPENING:
            self._container(start, end, path)
        elif end - start <= self._long_text:
            self._put(self._buffer[start:end])
        elif first != QUOTE:
            self._take("num", (start, end), path)
        elif not (binary and self._blob(start, end, path)):
            self._take("str", (start, end), path)

    def _container(self, start: int, end: int, path: tuple[Part, ...]) -> None:
        kind = "list" if self._buffer[start] == OPEN_LIST else "dict"
        if path and end - start <= self._long_text:
            self._put(self._buffer[start:end])
            return
        if len(path) > _DEEPEST:
            self._take(kind, (start, end), path)
            return
        try:
            kept, count = self._children(start)
        except BadJsonError:
            if not path:
                raise
            self._take(kind, (start, end), path)
            return
        if len(kept) > self._many_items or any(map(_has_long_key, kept)):
            if not path:
                raise _TooLargeError
            self._take(kind, (start, end), path, count=count)
            return
        self._members(kind, kept, path)

    def _children(self, start: int) -> tuple[list[Item], int | None]:
        """As many children as may be kept and one more; and how many there are, if time allows."""
        kept: list[Item] = []
        count = 0
        for item in self._scanner.items(start):
            count += 1
            if count <= self._many_items + 1:
                kept.append(item)
            elif not count & 0xFF and time.monotonic() > self._count_until:
                return kept, None
        return kept, count

    def _members(self, kind: str, items: list[Item], path: tuple[Part, ...]) -> None:
        opening, closing = (b"[", b"]") if kind == "list" else (b"{", b"}")
        self._put(opening)
        for index, item in enumerate(items):
            if index:
                self._put(b",")
            part: Part = index
            if item.key is not None:
                key = self._buffer[item.key[0] : item.key[1]]
                self._put(key + b":")
                part = readable(key)
            self._value(item.start, item.end, (*path, part), binary=_may_be_binary(path, part))
        self._put(closing)

    def _envelope_only(self) -> None:
        """The last resort: the members every message has, each taken out unless it is tiny."""
        if self._buffer[self._start] == OPEN_LIST:
            self._put(b"[]")
            return
        seen: set[str] = set()
        self._put(b"{")
        for item in self._scanner.items(self._start):
            key = self._buffer[slice(*(item.key or (0, 0)))] if not _has_long_key(item) else b'""'
            name = readable(key)
            if name not in _ENVELOPE or name in seen:
                continue
            self._put(b"," * bool(seen) + key + b":")
            seen.add(name)
            span = (item.start, item.end)
            first = self._buffer[item.start]
            if item.end - item.start <= _PREVIEW and first not in OPENING:
                self._put(self._buffer[slice(*span)])
            else:
                self._take(_kind(first), span, (name,))
        self._put(b"}")

    def _blob(self, start: int, end: int, path: tuple[Part, ...]) -> bool:
        if start not in self._decoded:
            self._decoded[start] = decode_to_file(self._buffer, start, end, self._folder)
        decoded = self._decoded[start]
        if decoded is None:
            return False
        self._take("blob", (start, end), path, count=decoded[1], file=decoded[0])
        return True

    def _take(
        self,
        kind: str,
        span: tuple[int, int],
        path: tuple[Part, ...],
        *,
        count: int | None = None,
        file: str | None = None,
    ) -> None:
        entry: Entry = {"p": path, "k": kind, "a": span[0], "b": span[1], "n": count, "f": file}
        self._table_size += len(json.dumps(entry))
        if self._table_size > _TABLE or len(self._table) >= _MOST_ENTRIES:
            raise _TooLargeError
        self._table.append(entry)
        if kind == "str":
            self._put(b'"' + beginning(self._buffer, *span, _PREVIEW) + b'"')
        else:
            self._put(_PLACEHOLDERS[kind])


_PLACEHOLDERS = {"blob": b'""', "list": b"[]", "dict": b"{}", "num": b"null"}


def _may_be_binary(path: tuple[Part, ...], key: Part) -> bool:
    """Whether base64 may stand there: in content blocks and resource contents, nowhere else."""
    if key not in _BINARY_KEYS or "structuredContent" in path:
        return False
    return "content" in path or "contents" in path


def _kind(first: int) -> str:
    if first == QUOTE:
        return "str"
    if first in OPENING:
        return "list" if first == OPEN_LIST else "dict"
    return "num"


def _has_long_key(item: Item) -> bool:
    return item.key is not None and item.key[1] - item.key[0] > _LONG_KEY
