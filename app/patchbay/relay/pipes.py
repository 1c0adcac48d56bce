"""Reading, writing and watching file descriptors with care."""

import contextlib
import os
import select
import sys

_PIPE = 256 * 1024


def write_all(handle: int, data: bytes) -> None:
    """Write every byte; one `os.write` may write less on a nearly full disk or a full pipe."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def read_some(handle: int, most: int) -> bytes:
    """What is there, waiting for the first byte; nothing at the end or after an error."""
    try:
        return os.read(handle, most)
    except OSError:
        return b""


if sys.platform == "win32":
    import msvcrt

    def hung_up(handle: int) -> bool:
        """Whether the other end of a pipe is closed; cannot be told here without reading."""
        return False

    def prepare(*handles: int) -> None:
        """Keep the C library from translating line ends."""
        for handle in handles:
            msvcrt.setmode(handle, os.O_BINARY)

else:
    import fcntl

    def hung_up(handle: int) -> bool:
        """Whether the other end of a pipe is closed although there is more to read."""
        watch = select.poll()
        watch.register(handle, 0)
        return any(happened & select.POLLHUP for _, happened in watch.poll(0))

    def prepare(*handles: int) -> None:
        """Let more bytes wait in pipes, where the system allows it: fewer and larger reads."""
        if sys.platform == "linux":
            for handle in handles:
                with contextlib.suppress(OSError):
                    fcntl.fcntl(handle, fcntl.F_SETPIPE_SZ, _PIPE)
