"""Reads a config for a command."""

import os
from pathlib import Path

from patchbay.core.config.model import ConfigFile
from patchbay.core.config.reader import read
from patchbay.core.keychain.kept import KeptSecrets
from patchbay.core.paths import standard_paths


def read_config(path: Path) -> ConfigFile:
    """The config at `path`, in which a variable counts as set if a secret is kept for it.

    Raises:
        AppError: there is no such file, or it cannot be read.
    """
    kept = KeptSecrets(standard_paths().secrets_file)
    return read(path, kept.over(os.environ))
