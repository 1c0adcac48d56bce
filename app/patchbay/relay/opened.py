"""Spool files that the decoder has open, and the spans in them."""

import mmap
import os
from collections import OrderedDict

from patchbay.relay.regular import NotRegularError, open_handle
from patchbay.relay.spans import OPEN_DICT, OPEN_LIST, OPENING, BadJsonError, Item, Scanner

_MOST_FILES = 8
_MOST_WALKS = 64
_STRIDE = 256
_SECONDS = 5.0


class RefusedError(Exception):
    """The request cannot be met; the text says why."""


class Walk:
    """How far the children of one container are known: every 256th of them is remembered."""

    def __init__(self, scanner: Scanner, start: int) -> None:
        self.total: int | None = None
        self._scanner = scanner
        self._keyed = scanner.buffer[start] == OPEN_DICT
        first = scanner.first_child(start)
        self._marks = [first] if first >= 0 else []
        if not self._marks:
            self.total = 0

    def page(self, start: int, count: int) -> list[tuple[int, Item]]:
        """Up to `count` children from index `start` on."""
        found: list[tuple[int, Item]] = []
        if not self._marks or count <= 0:
            return found
        mark = min(max(start, 0) // _STRIDE, len(self._marks) - 1)
        index = mark * _STRIDE
        for item in self._scanner.items_from(self._marks[mark], keyed=self._keyed):
            if index >= start:
                found.append((index, item))
            index += 1
            self._note(index, item)
            if len(found) == count:
                break
        return found

    def _note(self, index: int, item: Item) -> None:
        if item.last:
            self.total = index
        elif index % _STRIDE == 0 and index // _STRIDE == len(self._marks):
            self._marks.append(item.after)


class Opened:
    """One file, mapped into memory. A hostile server may write to it at any time."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._walks: OrderedDict[int, Walk] = OrderedDict()
        try:
            handle = open_handle(path)
        except NotRegularError as error:
            raise RefusedError("not a file") from error
        try:
            status = os.fstat(handle)
            if not status.st_size:
                raise RefusedError("the file is empty")
            self.key = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
            self.buffer = mmap.mmap(handle, 0, access=mmap.ACCESS_READ)
        finally:
            os.close(handle)
        self.size = len(self.buffer)
        self.scanner = Scanner(self.buffer, self.size, _SECONDS)

    def walk(self, start: int) -> Walk:
        """The children of the container that opens at `start`."""
        if self.buffer[start] not in OPENING:
            raise BadJsonError("neither a list nor an object")
        if start not in self._walks:
            self._walks[start] = Walk(self.scanner, start)
            if len(self._walks) > _MOST_WALKS:
                self._walks.popitem(last=False)
        self._walks.move_to_end(start)
        return self._walks[start]

    def kind(self, start: int) -> str:
        first = self.buffer[start]
        if first in OPENING:
            return "list" if first == OPEN_LIST else "dict"
        return _KINDS.get(first, "num")


_KINDS = {0x22: "str", 0x74: "true", 0x66: "false", 0x6E: "null"}


class Span:
    """Bytes `start` to `end` of an opened file: one JSON value, or so it was said."""

    __slots__ = ("end", "file", "start")

    def __init__(self, file: Opened, start: int, end: int) -> None:
        if not 0 <= start < end <= file.size:
            raise RefusedError("the file is shorter than expected")
        self.file = file
        self.start = start
        self.end = end

    @property
    def size(self) -> int:
        return self.end - self.start

    def read(self) -> bytes:
        return self.file.buffer[self.start : self.end]


class Files:
    """Keeps the files used last open, with what is known about them."""

    def __init__(self) -> None:
        self._files: OrderedDict[str, Opened] = OrderedDict()

    def span(self, path: str, start: int, end: int) -> Span:
        """The span, its file opened; the file's time limit starts anew."""
        opened = Opened(path)
        known = self._files.get(path)
        if known is not None and known.key == opened.key:
            opened.buffer.close()
            opened = known
        self._files[path] = opened
        self._files.move_to_end(path)
        while len(self._files) > _MOST_FILES:
            self._files.popitem(last=False)
        opened.scanner.allow(_SECONDS)
        return Span(opened, start, end)
