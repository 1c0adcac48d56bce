"""Opens a config file to be changed."""

import os
from collections.abc import Mapping
from pathlib import Path

from patchbay.core.config.decoding import Decoded
from patchbay.core.config.opening import MAX_BYTES, read_bytes
from patchbay.core.config.reader import read
from patchbay.core.drafts.parking import Kept
from patchbay.core.drafts.reading import Reading, read_disk
from patchbay.core.store.disk import OnDisk, on_disk
from patchbay.core.store.naming import named


def read_file(
    path: Path, parked: Kept, environment: Mapping[str, str] = os.environ
) -> tuple[OnDisk, Reading]:
    """What stands on the disk and what it says; takes time that grows with the file.

    Raises:
        AppError: there is no such file, or it cannot be opened.
    """
    path = named(path)
    data = read_bytes(path)
    if data is None or len(data) > MAX_BYTES:
        file = read(path, environment)  # which says what is wrong
        return OnDisk(path, data, Decoded(None), ""), Reading("", file, None, parked)
    found = on_disk(path, data)
    return found, read_disk(found, parked, environment)
