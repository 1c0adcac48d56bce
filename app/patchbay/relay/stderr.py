"""Drains a server's stderr, however fast it comes and whether or not anybody listens."""

import threading

from patchbay.relay.frames import Splitter
from patchbay.relay.pipes import read_some
from patchbay.relay.uplink import Uplink

_CHUNK = 64 * 1024
_LONGEST = 64 * 1024
_FIRST = 100
_NEWEST = 400


class Stderr:
    """Hands lines on to the uplink, which keeps what it can and counts the rest."""

    def __init__(self, uplink: Uplink) -> None:
        self.ended = threading.Event()
        self._uplink = uplink
        self._splitter = Splitter()

    def run(self, handle: int) -> None:
        try:
            while chunk := read_some(handle, _CHUNK):
                self._add(self._splitter.feed(chunk))
                if self._splitter.waiting > _LONGEST:
                    self._add(self._splitter.feed(b"\n"))
            if self._splitter.waiting:
                self._add(self._splitter.feed(b"\n"))
        finally:
            self.ended.set()

    def _add(self, lines: list[bytes]) -> None:
        if len(lines) > _FIRST + _NEWEST:
            lost = len(lines) - _FIRST - _NEWEST
            self._uplink.stderr(lines[:_FIRST], lost)
            lines = lines[-_NEWEST:]
        self._uplink.stderr(lines)
