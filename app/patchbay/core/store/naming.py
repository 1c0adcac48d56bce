"""Which file a path means, and what it is called in Patchbay's own folders."""

import os
from hashlib import sha256
from pathlib import Path

from patchbay.core.config.folders import absolute


def named(path: Path) -> Path:
    """The absolute path a person means by `path`; links in it stay.

    Raises:
        AppError: it starts at the current folder, which is there no more.
    """
    return absolute(str(path))


def real_path(path: Path) -> Path:
    """The file itself, behind all links; it need not be there."""
    return Path(os.path.realpath(named(path)))


def key(path: Path) -> str:
    """The same short name for every path to one file; good as a file name on every system."""
    return sha256(os.fsencode(os.path.normcase(real_path(path)))).hexdigest()[:32]
