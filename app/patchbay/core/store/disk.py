"""What stands on the disk where a config file is named."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from patchbay.core.config.decoding import Decoded, decode
from patchbay.core.config.opening import MAX_BYTES, read_bytes
from patchbay.core.errors import AppError, Family
from patchbay.core.store.naming import named


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A file as it was at one moment; where there is none, `data` is `None`, `digest` empty."""

    path: Path
    data: bytes | None
    decoded: Decoded
    digest: str


def load(path: Path) -> OnDisk:
    """What stands at `path` now; the path stays as it was named, links are followed for reading.

    Raises:
        AppError: it cannot be read, is no file, or is too large for a config.
    """
    path = named(path)
    data = read_bytes(path)
    if data is not None and len(data) > MAX_BYTES:
        raise AppError(
            Family.CONFIGURATION,
            f"{path} is larger than {MAX_BYTES // (1024 * 1024)} MB",
            hint="A config of servers is far smaller; choose another file.",
        )
    return on_disk(path, data)


def on_disk(path: Path, data: bytes | None) -> OnDisk:
    if data is None:
        return OnDisk(path, None, Decoded(""), "")
    return OnDisk(path, data, decode(data), digest_of(data))


def digest_of(data: bytes) -> str:
    return sha256(data).hexdigest()
