"""The wire between the window and its small programs: one frame is a kind byte, a body, a newline.

Relay to window:

| Kind | Body |
|---|---|
| `m` | a message of the server, byte for byte: JSON text, at most `UNTOUCHED` bytes, valid UTF-8 |
| `M` | head, tab, slim copy of a large message; the head is described in `patchbay.relay.slim` |
| `e` | `{"l": [lines], "d": number of lines left out}`: stderr |
| `n` | the same shape: what the server wrote to stdout that is not a message |
| `c` | an event, see below: its `ev` says which; `spawned` or `spawn-failed` is first |

Window to relay:

| Kind | Body |
|---|---|
| `s` | the spec: first frame, exactly once (`patchbay.relay.spec`) |
| `m` | a message for the server, of any size |
| `d` | a request id as JSON: the answer to it is wanted no more |
| `x` | stop; the end of the pipe means the same |

Events: `spawned {v, pid, path, relay}`, `spawn-failed {v, why, path, errno}`, `note {what}`,
`dropped {why, size, id, file}`, and last `exited {code, signal, asked, after, did, left, took,
container}`. A body never holds a raw newline.
"""

VERSION = 1
"""Both sides name it in their first frame; a window updated while it ran may meet a newer relay."""

UNTOUCHED = 64 * 1024
"""Messages up to this size, in bytes, pass byte for byte."""

SLIM = 60 * 1024
"""No slim copy is larger than this."""

CAP = 256 * 1024 * 1024
"""The largest message accepted unless the spec says otherwise."""

MESSAGE = b"m"
SLIMMED = b"M"
STDERR = b"e"
NOISE = b"n"
CONTROL = b"c"
SPEC = b"s"
FORGET = b"d"
STOP = b"x"


class Splitter:
    """Cuts a stream of bytes into lines without ever copying a byte twice."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that `chunk` completes, without their newlines."""
        if b"\n" not in chunk:
            if chunk:
                self._parts.append(chunk)
                self._size += len(chunk)
            return []
        lines = chunk.split(b"\n")
        if self._parts:
            self._parts.append(lines[0])
            lines[0] = b"".join(self._parts)
        rest = lines.pop()
        self._parts = [rest] if rest else []
        self._size = len(rest)
        return lines

    @property
    def waiting(self) -> int:
        """How many bytes came after the last newline."""
        return self._size


def frame(kind: bytes, body: bytes = b"") -> bytes:
    return kind + body + b"\n"
