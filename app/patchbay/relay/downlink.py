"""What the window says to the relay, kept apart from how fast the server reads it."""

import json
import os
import threading
from collections import deque
from collections.abc import Callable

from patchbay.relay.forgotten import Forgotten
from patchbay.relay.frames import FORGET, MESSAGE, STOP, Splitter
from patchbay.relay.pipes import hung_up, read_some, write_all

_CHUNK = 256 * 1024
_ROOM = 64 * 1024 * 1024
_LOOK = 0.1


class Queue:
    """Messages for the server, bounded in bytes. Closing lets the writer finish what is queued."""

    def __init__(self) -> None:
        self._messages: deque[bytes] = deque()
        self._size = 0
        self._closed = False
        self._changed = threading.Condition()

    def put(self, message: bytes, hung_up: Callable[[], bool]) -> bool:
        """Wait for room; false if the window hung up or the queue was closed meanwhile."""
        with self._changed:
            while self._messages and self._size + len(message) > _ROOM and not self._closed:
                if hung_up():
                    return False
                self._changed.wait(_LOOK)
            if self._closed:
                return False
            self._messages.append(message)
            self._size += len(message)
            self._changed.notify_all()
            return True

    def get(self) -> bytes | None:
        """The next message; nothing when there will be no more."""
        with self._changed:
            while not self._messages:
                if self._closed:
                    return None
                self._changed.wait()
            message = self._messages.popleft()
            self._size -= len(message)
            self._changed.notify_all()
            return message

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Downlink:
    """Reads frames from the window: the spec first, then messages and orders."""

    def __init__(self, handle: int, forgotten: Forgotten) -> None:
        self.queue = Queue()
        self._handle = handle
        self._forgotten = forgotten
        self._splitter = Splitter()
        self._waiting: list[bytes] = []

    def spec(self) -> bytes | None:
        """The body of the first frame; nothing if the window went away first."""
        while not self._waiting:
            chunk = read_some(self._handle, _CHUNK)
            if not chunk:
                return None
            self._waiting = self._splitter.feed(chunk)
        return self._waiting.pop(0)[1:]

    def run(self) -> str:
        """Obey until it is time to stop; says why: `asked` or `eof`."""
        while True:
            for line in self._waiting:
                if line.startswith(STOP):
                    return "asked"
                if not self._obey(line):
                    return "eof"
            chunk = read_some(self._handle, _CHUNK)
            if not chunk:
                return "eof"
            self._waiting = self._splitter.feed(chunk)

    def _obey(self, line: bytes) -> bool:
        if line.startswith(MESSAGE):
            return self.queue.put(line[1:] + b"\n", self._hung_up)
        if line.startswith(FORGET):
            self._forgotten.add(json.loads(line[1:]))
        return True

    def _hung_up(self) -> bool:
        return hung_up(self._handle)


def write_messages(queue: Queue, handle: int, encoding: str | None) -> None:
    """Feed a server's stdin until the queue ends or the server stops reading, then close it."""
    try:
        while (message := queue.get()) is not None:
            if encoding:
                message = message.decode("utf-8", "replace").encode(encoding, "replace")
            write_all(handle, message)
    except OSError:
        pass
    finally:
        os.close(handle)
