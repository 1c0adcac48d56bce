"""What the relay says to the window: messages at once, log lines now and then and in moderation."""

import json
import threading
from collections import deque
from collections.abc import Callable, Iterable

from patchbay.relay.frames import CONTROL, NOISE, STDERR, VERSION, frame
from patchbay.relay.pipes import write_all

_BREATH = 0.05
_LINE = 2048
_LINES_PER_FRAME = 50
_BYTES_PER_FRAME = 16 * 1024  # as JSON a byte may take six


class LineFlood:
    """Lines waiting to be sent: the first ones, the newest ones, and a count of those between."""

    def __init__(self, kind: bytes, first: int, newest: int) -> None:
        self._kind = kind
        self._room = first
        self._first: list[bytes] = []
        self._newest: deque[bytes] = deque(maxlen=newest)
        self._lost = 0
        self._lock = threading.Lock()

    def add(self, lines: Iterable[bytes], lost: int = 0) -> None:
        with self._lock:
            self._lost += lost
            for line in lines:
                if len(self._first) < self._room:
                    self._first.append(line[:_LINE])
                    continue
                if len(self._newest) == self._newest.maxlen:
                    self._lost += 1
                self._newest.append(line[:_LINE])

    def frames(self) -> list[bytes]:
        """Everything that waits, as frames; nothing waits any more."""
        with self._lock:
            lines, lost = [*self._first, *self._newest], self._lost
            self._first, self._lost = [], 0
            self._newest.clear()
        if lost and not lines:
            lines = [b""]
        found: list[bytes] = []
        for batch in _batches(lines):
            texts = [_text(line) for line in batch]
            body = json.dumps({"l": texts, "d": 0 if found else lost}, ensure_ascii=False)
            found.append(frame(self._kind, body.encode()))
        return found


class Uplink:
    """The pipe to the window. Blocks when the window does not read; goes silent when it is gone."""

    def __init__(self, handle: int, on_gone: Callable[[], object]) -> None:
        self._on_gone = on_gone
        self.gone = threading.Event()
        self._handle = handle
        self._write_lock = threading.Lock()
        self._stderr = LineFlood(STDERR, first=100, newest=400)
        self._noise = LineFlood(NOISE, first=50, newest=100)
        self._lines = threading.Event()
        self._closing = threading.Event()

    def send(self, frames: bytes) -> None:
        if not frames or self.gone.is_set():
            return
        with self._write_lock:
            try:
                write_all(self._handle, frames)
            except OSError:
                self.gone.set()
        if self.gone.is_set():
            self._on_gone()

    def event(self, ev: str, **members: object) -> None:
        if ev.startswith("spawn"):
            members["v"] = VERSION
        self.send(frame(CONTROL, json.dumps({"ev": ev, **members}).encode()))

    def stderr(self, lines: Iterable[bytes], lost: int = 0) -> None:
        """Never waits for the window."""
        self._stderr.add(lines, lost)
        self._lines.set()

    def noise(self, line: bytes) -> None:
        self._noise.add((line,))
        self._lines.set()

    def flush(self) -> None:
        self.send(b"".join(self._stderr.frames() + self._noise.frames()))

    def pump(self) -> None:
        """Send log lines until `finish`: at most every 50 ms, at once after a silence."""
        while not self._closing.is_set():
            self._lines.wait()
            self._lines.clear()
            self.flush()
            self._closing.wait(_BREATH)

    def finish(self) -> None:
        self._closing.set()
        self._lines.set()
        self.flush()


def _batches(lines: list[bytes]) -> Iterable[list[bytes]]:
    batch: list[bytes] = []
    size = 0
    for line in lines:
        if len(batch) == _LINES_PER_FRAME or (batch and size + len(line) > _BYTES_PER_FRAME):
            yield batch
            batch, size = [], 0
        batch.append(line)
        size += len(line)
    if batch:
        yield batch


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\r")
