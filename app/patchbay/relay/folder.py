"""The spool folder of one relay."""

import contextlib
import os

_BINARY: int = getattr(os, "O_BINARY", 0)
_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)


class Folder:
    """Hands out numbered files that only the owner can read; all names begin with `prefix`."""

    def __init__(self, path: str, prefix: str = "") -> None:
        self.path = path
        self._prefix = prefix
        self._count = 0
        os.makedirs(path, 0o700, exist_ok=True)

    def create(self, ending: str) -> tuple[str, int]:
        """A new file: its name inside the folder, and a descriptor to write and read it."""
        self._count += 1
        name = f"{self._prefix}{self._count}.{ending}"
        flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | _BINARY | _NO_LINK
        return name, os.open(f"{self.path}/{name}", flags, 0o600)

    def remove(self, name: str) -> None:
        with contextlib.suppress(OSError):
            os.unlink(f"{self.path}/{name}")

    def remove_all(self) -> None:
        """Take the folder away with everything in it."""
        with contextlib.suppress(OSError):
            for name in os.listdir(self.path):
                self.remove(name)
            os.rmdir(self.path)
