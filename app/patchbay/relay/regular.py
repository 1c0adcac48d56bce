"""Opens a spool file without being led astray: a hostile server may replace it at any time."""

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

_FLAGS: int = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)
"""No link is followed, and a pipe in the file's place cannot make anybody wait."""


class NotRegularError(OSError):
    """Something else than a file stands there."""


def open_handle(path: str | os.PathLike[str]) -> int:
    """A descriptor to read the file with.

    Raises:
        OSError: there is no such file, or it is a link, a pipe or a device.
    """
    handle = os.open(path, _FLAGS)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise NotRegularError(errno.EINVAL, "It is not a file")


def open_regular(path: str | os.PathLike[str]) -> "BinaryIO":
    """The file, open for reading; raises as `open_handle` does."""
    return open(open_handle(path), "rb")
