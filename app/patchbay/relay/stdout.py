"""Reads a server's stdout: small messages pass untouched, large ones go to disk and get slimmed."""

import codecs
import errno
import json
import mmap
import os
import threading

from patchbay.relay.folder import Folder
from patchbay.relay.forgotten import Forgotten
from patchbay.relay.frames import MESSAGE, SLIMMED, frame
from patchbay.relay.lines import (
    answered_id,
    could_be_message,
    message_start,
    small_answered_id,
    sort,
    without_bom,
)
from patchbay.relay.pipes import read_some, write_all
from patchbay.relay.slim import Slimmer
from patchbay.relay.spans import BadJsonError
from patchbay.relay.spec import Spec
from patchbay.relay.uplink import Uplink

_CHUNK = 256 * 1024
_EDGE = 4096
_SHOWN_NOISE = 4096


class Large:
    """One line too long to hold in memory: on its way to a file, or only counted.

    `why` says why it is only counted: `cap`, `disk:<errno name>`, `noise` or `forgotten`.
    """

    def __init__(self, head: bytes, spec: Spec, folder: Folder) -> None:
        self.size = 0
        self.head = head[:_EDGE]
        self.tail = b""
        self.why = ""
        self.is_told = False
        self.name = ""
        self._folder = folder
        self._cap = spec.cap
        self._decoder = (
            codecs.getincrementaldecoder(spec.encoding)("replace") if spec.encoding else None
        )
        try:
            self.name, self._handle = folder.create("json")
        except OSError as error:
            self._handle = -1
            self.give_up(_disk(error))

    def add(self, data: bytes) -> None:
        self.size += len(data)
        self.tail = (self.tail + data[-_EDGE:])[-_EDGE:]
        if not self.why and self.size > self._cap:
            self.give_up("cap")
        if self.why:
            return
        if self._decoder is not None:
            data = self._decoder.decode(data).encode()
        try:
            write_all(self._handle, data)
        except OSError as error:
            self.give_up(_disk(error))

    def give_up(self, why: str) -> None:
        """Go on counting, keep nothing."""
        self.why = why
        self.close()
        if self.name:
            self._folder.remove(self.name)
            self.name = ""

    def map(self) -> mmap.mmap:
        return mmap.mmap(self._handle, 0, access=mmap.ACCESS_READ)

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


class Stdout:
    """Turns the bytes of stdout into frames for the window, until the stream ends."""

    def __init__(self, spec: Spec, folder: Folder, uplink: Uplink, forgotten: Forgotten) -> None:
        self.ended = threading.Event()
        self._spec = spec
        self._uplink = uplink
        self._forgotten = forgotten
        self._folder = folder
        self._parts: list[bytes] = []
        self._held = 0
        self._large: Large | None = None
        self._is_first = True
        self._told_bad_bytes = False

    def run(self, handle: int) -> None:
        try:
            while chunk := read_some(handle, _CHUNK):
                self._feed(chunk)
            self._uplink.send(self._end_line(b""))
        finally:
            self.ended.set()

    def _feed(self, chunk: bytes) -> None:
        *whole, rest = chunk.split(b"\n")
        batch: list[bytes] = []
        for line in whole:
            sendable = self._end_line(line)
            if sendable:
                batch.append(sendable)
        self._uplink.send(b"".join(batch))
        if rest:
            self._hold(rest)

    def _hold(self, data: bytes) -> None:
        """Keep the beginning of a line; on disk once it is too long for a small message."""
        if self._large is not None:
            self._large.add(data)
            self._tell_over_cap(self._large)
            return
        self._parts.append(data)
        self._held += len(data)
        if self._held > self._spec.untouched:
            held = b"".join(self._parts)
            self._parts, self._held = [], 0
            self._large = self._begin_large(held)

    def _begin_large(self, held: bytes) -> Large:
        large = Large(held, self._spec, self._folder)
        if not could_be_message(without_bom(held)):
            large.give_up("noise")
        elif self._is_forgotten(answered_id(without_bom(held), b"")):
            large.give_up("forgotten")
        large.add(held)
        return large

    def _tell_over_cap(self, large: Large) -> None:
        """Fail the request at once: the end of the line may never come."""
        if large.why == "cap" and not large.is_told:
            answer = answered_id(without_bom(large.head), b"")
            if answer is not None:
                large.is_told = True
                self._dropped(large, large.why, answer)

    def _end_line(self, end: bytes) -> bytes:
        """Finish the line that `end` completes: the frame to send for it, if it was a small one."""
        if self._large is None and not self._parts and len(end) <= self._spec.untouched:
            return self._small(end)
        self._hold(end)
        large, self._large = self._large, None
        if large is None:
            line = b"".join(self._parts)
            self._parts, self._held = [], 0
            return self._small(line)
        try:
            return self._finish_large(large)
        finally:
            large.close()

    def _small(self, line: bytes) -> bytes:
        if self._spec.encoding:
            line = line.decode(self._spec.encoding, "replace").encode()
        if self._is_first:
            self._is_first = False
            line = without_bom(line)
        line = line.strip()
        if not line:
            return b""
        if not line.isascii():
            line = self._valid(line)
        found = sort(line)
        for noise in found.noise:
            self._uplink.noise(noise)
        if not found.message:
            return b""
        if self._forgotten and self._is_forgotten(small_answered_id(found.message)):
            return b""
        return frame(MESSAGE, found.message)

    def _valid(self, line: bytes) -> bytes:
        try:
            line.decode()
        except UnicodeDecodeError:
            if not self._told_bad_bytes:
                self._told_bad_bytes = True
                self._uplink.event("note", what="not-utf8")
            return line.decode("utf-8", "replace").encode()
        return line

    def _is_forgotten(self, answer: int | str | None) -> bool:
        return answer is not None and self._forgotten.take(answer)

    def _finish_large(self, large: Large) -> bytes:
        self._is_first = False
        answer = answered_id(without_bom(large.head), large.tail)
        if large.why == "noise":
            self._uplink.noise(large.head[:_SHOWN_NOISE])
            return b""
        if large.why == "forgotten" or self._is_forgotten(answer):
            large.give_up("forgotten")
            return b""
        if large.why:
            if not large.is_told:
                self._dropped(large, large.why, answer)
            return b""
        with large.map() as buffer:
            start, end = self._message_span(buffer)
            if start >= 0:
                return self._slim(large, buffer, (start, end), answer)
        large.give_up("noise")
        return b""

    def _message_span(self, buffer: mmap.mmap) -> tuple[int, int]:
        """Where the message is in a spooled line; what precedes it is noise."""
        head = buffer[:_EDGE]
        bom = len(head) - len(without_bom(head))
        start = message_start(head[bom:])
        prefix = head[bom : bom + start] if start >= 0 else head
        if prefix.strip():
            self._uplink.noise(prefix.strip())
        end = len(buffer)
        while end > start and buffer[end - 1] in b" \t\r\n":
            end -= 1
        return (start + bom if start >= 0 else -1), end

    def _slim(
        self, large: Large, buffer: mmap.mmap, span: tuple[int, int], answer: int | str | None
    ) -> bytes:
        start, end = span
        try:
            copy, table = Slimmer(buffer, start, end, self._folder).run()
        except BadJsonError as error:
            self._dropped(large, f"unreadable: {error}", answer)
            return b""
        head = {
            "f": large.name,
            "size": end - start,
            "a": start,
            "b": end,
            "id": answer,
            "t": table,
        }
        return frame(SLIMMED, json.dumps(head).encode() + b"\t" + copy)

    def _dropped(self, large: Large, why: str, answer: int | str | None) -> None:
        file = large.name or None
        self._uplink.event("dropped", why=why, size=large.size, id=answer, file=file)


def _disk(error: OSError) -> str:
    number = error.errno or 0
    return f"disk:{errno.errorcode.get(number, number)}"
